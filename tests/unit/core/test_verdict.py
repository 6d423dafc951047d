"""The one line of verdict on an answer."""

import pytest

from desktop_agent.core.answers import follow_up_questions, verdict_on
from desktop_agent.core.events import AnswerGiven
from desktop_agent.core.research import Claim, Mark, Source

PAGE = Source(1, "A page", "https://example.org/", read=True)


def answer(*marks: Mark, struck: int = 0, unsourced: int = 0, **more: bool) -> AnswerGiven:
    claims = [Claim(f"It is {n}.", (1,), mark) for n, mark in enumerate(marks)]
    claims += [Claim("It is not.", (1,), "contradicted", struck=True)] * struck
    claims += [Claim("It is 7.", (), "unconfirmed")] * unsourced
    return AnswerGiven(text="It is 0 [1].", sources=(PAGE,), claims=tuple(claims), **more)


@pytest.mark.parametrize(
    ("given", "said", "tone"),
    [
        (answer("supported"), "Confirmed by its source", "ok"),
        (
            answer("supported", "partly", "unconfirmed"),
            "1 of 3 statements confirmed by their source · 1 partly confirmed · 1 unconfirmed",
            "muted",
        ),
        (
            answer("supported", struck=1),
            "1 of 2 statements confirmed by their source · 1 contradicted and struck out",
            "warn",
        ),
        (answer(), "Its citations were not checked", "warn"),
        (
            AnswerGiven(text="**391**", computed=True),
            "Computed by the program, without a model",
            "muted",
        ),
    ],
)
def test_statements_are_counted_by_what_became_of_them(given, said, tone):
    verdict = verdict_on(given, "answered", strategy="verified")
    assert (str(verdict), verdict.tone) == (said, tone)


def test_what_limits_an_answer_comes_first_and_small_talk_is_no_warning():
    offline = AnswerGiven(text="It is so.", from_internal_knowledge=True, offline=True)
    verdict = verdict_on(offline, "stopped", strategy="quick")
    assert verdict.phrases == (
        "Stopped before it was finished",
        "The web was not searched",
        "Answered from the model's own knowledge",
    )
    assert verdict.tone == "warn"
    hello = AnswerGiven(text="Hello!", from_internal_knowledge=True)
    assert verdict_on(hello, "answered", strategy="quick").tone == "muted"
    assert verdict_on(hello, "answered", strategy="verified").tone == "warn"


def test_what_was_quoted_without_a_model_is_not_called_confirmed():
    verdict = verdict_on(answer("supported", "unconfirmed"), "answered", strategy="evidence")
    assert str(verdict) == "Quoted from its sources, without a model · 1 unconfirmed"


def test_without_an_answer_only_how_the_run_ended_is_said():
    assert str(verdict_on(None, "insufficient")) == "No answer could be confirmed"
    assert verdict_on(None, "answered").phrases == ()


@pytest.mark.parametrize(
    ("proposed", "kept"),
    [
        (["How tall is it?", "  2. And   how old? "], ("How tall is it?", "And how old?")),
        (
            ["\u5b83\u6709\u591a\u9ad8\uff1f", "a?", "b?", "c?"],
            ("\u5b83\u6709\u591a\u9ad8\uff1f", "a?", "b?"),
        ),
        (["Why is it wet?", "why is it WET ?", "Is it?", "is it?"], ("Is it?",)),
        (["Tell me more.", "", "?", 7, None, {"question": "So?"}], ()),
        ([f"{'x' * 120}?", f"{'x' * 119}?"], (f"{'x' * 119}?",)),
        (["See https://a.example/x?", "Is www.a.example up?", "Is a.example/x true?"], ()),
        (["Is it \u202eevil?", "Is it\u200b?", "Is it \x00?"], ()),
        ("How tall is it?", ()),
        (None, ()),
    ],
)
def test_a_follow_up_is_a_short_visible_question_that_was_not_asked(proposed, kept):
    assert follow_up_questions(proposed, "Why is it wet?") == kept
