import io

import pytest
from rich.console import Console

from desktop_agent.core.citations import ASCII_SIGNS, SIGNS
from desktop_agent.core.events import AnswerGiven, Notice, PlanMade, StepStarted, TextDelta
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import CitationCheck, Claim, Source
from desktop_agent.frontends.cli.rendering import (
    Line,
    RunView,
    answer_text,
    mark_signs,
    stderr_console,
)

HOSTILE = "[red]x[/red] :bomb: \x1b[2Jgone \x9b31m \u202egnp https://example.org/" + "y" * 200


def test_without_a_terminal_progress_is_plain_whole_lines(capsys):
    with RunView(stderr_console()) as view:
        view.show(StepStarted(step_id="s", agent="main", title="Draft"))
        view.show(TextDelta(step_id="s", channel="draft", text="not shown here"))
        view.show(Notice(text=HOSTILE))
        view.tell(Line("stopping", "yellow"))
    captured = capsys.readouterr()
    assert captured.out == ""
    first, second, third = captured.err.splitlines()
    assert first == "main: Draft"
    assert second.startswith("  [red]x[/red] :bomb: gone gnp")
    assert second.endswith("yyy")
    assert third == "stopping"


def test_markup_of_a_text_is_not_obeyed_on_a_terminal_either():
    out = io.StringIO()
    view = RunView(Console(file=out, force_terminal=True, markup=True, emoji=True, width=60))
    view.show(Notice(text=HOSTILE, level="warning"))
    assert "[red]x[/red] :bomb: gone gnp" in out.getvalue()
    assert "\x1b[2J" not in out.getvalue()


def test_a_plan_is_told_with_a_line_for_each_of_its_parts(capsys):
    plan = Plan((Subtask("1", "How\x1b[2J many?"), Subtask("2", "So?", "compute", ("1",))))
    with RunView(stderr_console()) as view:
        view.show(PlanMade(plan=plan))
    assert capsys.readouterr().err.splitlines() == [
        "plan: 2 parts",
        "  1 reason: How many?",
        "  2 compute: So? (after 1)",
    ]


ANSWER = AnswerGiven(
    text="It is blue [1].\n",
    sources=(
        Source(1, "The [bold]sky\nand more", "https://example.org/sky"),
        Source(2, "", "https://example.org/2"),
    ),
)


def test_an_answer_has_its_numbered_sources_below_and_a_bare_one_is_the_text_alone():
    assert answer_text(ANSWER, bare=False) == (
        "It is blue [1].\n\nSources:\n"
        "[1] The [bold]sky and more\n    https://example.org/sky\n"
        "[2] https://example.org/2\n    https://example.org/2"
    )
    assert answer_text(ANSWER, bare=True) == "It is blue [1]."
    assert answer_text(AnswerGiven(text="42"), bare=False) == "42"
    assert answer_text(CHECKED, bare=True) == CHECKED.text


CHECKED = AnswerGiven(
    text="It is blue [1]. It has 3 suns [2].",
    sources=ANSWER.sources,
    claims=(
        Claim("It is blue [1].", (1,), "supported", checks=(CitationCheck(1, "supported"),)),
        Claim(
            "It has 3 suns [2].",
            (2,),
            "contradicted",
            reason="the page names\n1",
            checks=(CitationCheck(2, "contradicted"),),
        ),
        Claim("Its \x1b[2Jheight is 12 km.", mark="contradicted", reason="no source holds 12"),
    ),
)


def test_citations_carry_their_marks_and_what_is_not_supported_stands_below_the_sources():
    text = answer_text(CHECKED, bare=False)
    assert text.startswith("It is blue [1✓]. It has 3 suns [2✗].\n\nSources:\n[1] The ")
    legend, *weak = text.split("\n\n")[-1].splitlines()
    assert legend.startswith("Citations checked against the stored pages: ✓ supported")
    assert weak == [
        "- ✗ contradicted: It has 3 suns [2]. (the page names 1)",
        "- ✗ contradicted: Its height is 12 km. (no source holds 12)",
    ]


@pytest.mark.parametrize(
    ("encoding", "signs"),
    [("utf-8", SIGNS), ("ascii", ASCII_SIGNS), ("cp1252", ASCII_SIGNS), ("utf-16-le", SIGNS)],
)
def test_the_signs_are_such_that_the_terminal_can_show(monkeypatch, encoding, signs):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", stream)
    assert mark_signs() == signs
    answer_text(CHECKED, bare=False, signs=mark_signs()).encode(encoding)
