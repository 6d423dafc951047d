"""Answers are scored by each benchmark's rule; gold answers of the published files in full."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.bench.datasets import (
    AnswerKind,
    BenchmarkName,
    Item,
    SupportingFact,
    read_data_set,
)
from desktop_agent.bench.scoring import (
    LONGEST,
    RetrievedPassages,
    Support,
    is_abstention,
    normalize_words,
    same_answer,
    score,
    span_f1,
)
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import PageRead
from tests.unit.bench.test_data_sets import PUBLISHED


@pytest.fixture(params=PUBLISHED, ids=[name for name, *_ in PUBLISHED])
def items(request: pytest.FixtureRequest, shared_fixtures: Path) -> tuple[Item, ...]:
    name: BenchmarkName
    name, file, _ = request.param
    return read_data_set(name, shared_fixtures / "qa" / file).items


def test_each_gold_answer_is_right(items: tuple[Item, ...]):
    scores = [score(item, item.gold) for item in items]
    assert all(each.correct and each.f1 == 1.0 and not each.abstained for each in scores)


@pytest.mark.parametrize("dressed", ["  {}\n", "{}.", "**{}**", '"{}"'])
def test_how_a_gold_answer_is_dressed_does_not_matter(items: tuple[Item, ...], dressed: str):
    assert all(score(item, dressed.format(item.gold)).correct for item in items)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _gold: "",
        lambda _gold: "Somebody Else Entirely",
        lambda gold: f"{gold} or perhaps 977 others",
        lambda gold: re.sub(r"\w(\W*)$", r"\1", gold),
        lambda gold: f"{gold}0 more",
    ],
    ids=["empty", "another entity", "beside another", "cut short", "ten times"],
)
def test_a_corrupted_answer_is_wrong(items: tuple[Item, ...], spoil: Callable[[str], str]):
    right = {item.gold for item in items if score(item, spoil(item.gold)).correct}
    assert right <= {"200.00"}  # which 200.0 is as well


@pytest.mark.parametrize("said", ["I don't know.", "I'm sorry, but I cannot answer that.", ""])
def test_a_refusal_is_not_right_and_counts_apart(items: tuple[Item, ...], said: str):
    scores = [score(item, said) for item in items]
    assert all(each.abstained and not each.correct for each in scores)


def item(gold: str, kind: AnswerKind) -> Item:
    return Item("1", "q", gold, kind)


@pytest.mark.parametrize(
    ("kind", "gold", "answer", "correct"),
    [
        ("number", "18", "$18.00", True),
        ("number", "18", "18 thousand", False),
        ("span", "yes", "Yes.", True),
        ("span", "Columbus, Ohio", "Columbus", False),
        ("text", "Jóhanna Sigurðardóttir", "Johanna Sigurðardottir", True),
        ("text", "120,000", "The answer is: 120000.", True),
        ("text", "390 metres", "390 feet", False),
        ("choice", "B", "(b)", True),
        ("choice", "B", "The answer is B", True),
    ],
)
def test_an_answer_is_scored_by_the_rule_of_its_kind(
    kind: AnswerKind, gold: str, answer: str, correct: bool
):
    assert score(item(gold, kind), answer).correct is correct


@pytest.mark.parametrize("kind", ["number", "span", "text", "choice"])
@pytest.mark.parametrize(
    "answer",
    [
        "9" * 200_000,
        "x " * 100_000,
        "\ud800\udfff\x00" * 1_000,
        "****" * 60_000,
        "1,111" * 60_000,
        "- " * 60_000,
        "I don't know " * 20_000,
        "\N{COMBINING ACUTE ACCENT}" * 60_000,
    ],
    ids=["digits", "words", "surrogates", "stars", "commas", "bullets", "refusals", "accents"],
)
@pytest.mark.timeout(10)
def test_a_hostile_answer_is_scored_soon_and_is_wrong(kind: AnswerKind, answer: str):
    assert not score(item("7", kind), answer).correct
    assert not score(item("7", kind), f"{answer:x<{LONGEST}}7").correct


# --- Abstentions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I don't know.",
        "Unfortunately, I was unable to find the award.",
        "It is not possible to determine the year.",
        "The model gave no answer, and nothing was found that could be quoted.",
    ],
)
def test_who_says_that_they_do_not_know_abstains(text: str):
    assert is_abstention(text)


@pytest.mark.parametrize(
    "text",
    [
        "Unknown Pleasures",
        "I was born in 1967",
        "The answer is 5, although I am not sure.",
        "I don't know. " * 100 + "It is 5.",
    ],
)
def test_an_answer_is_no_abstention(text: str):
    assert not is_abstention(text)


# --- The final number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("16 - 3 - 4 = 9, so 9*2 = 18.", "18"),
        ("It takes 4 hours.\n#### 1,234", "1234"),
        ("\\boxed{70{,}000} m", "70000"),
        ("1.000.000", "1000000"),
        ("\u22125", "-5"),
        ("18 thousand", "18000"),
        ("$1.5 million", "1500000"),
        ("\uff11\uff18", "18"),
    ],
)
def test_the_final_number_is_found(text: str, number: str):
    assert score(item(number, "number"), text).correct


@pytest.mark.parametrize("text", ["", "none", "5/0", "#### none"])
def test_there_may_be_none(text: str):
    assert not score(item("5", "number"), text).correct


@given(st.integers(-(10**12), 10**12))
def test_separators_signs_and_units_do_not_change_a_number(number: int):
    for text in ("{}", "{:,}", "{:,}.00", "${:,}", "= {} apples."):
        assert score(item(str(number), "number"), text.format(number)).correct


# --- Two spellings of an answer


@pytest.mark.parametrize(
    ("prediction", "gold", "f1"),
    [
        ("The Aristocats film", "The Aristocats", 2 / 3),
        ("Ohio Ohio", "Columbus, Ohio", 0.5),
        ("yes both", "yes", 0.0),
    ],
)
def test_the_f1_of_words_is_that_of_hotpotqa(prediction: str, gold: str, f1: float):
    assert span_f1(prediction, gold) == pytest.approx(f1)


@given(st.text(max_size=60))
def test_plain_words_stay_as_they_are_and_an_answer_is_its_own_equal(text: str):
    words = normalize_words(text)
    assert words == " ".join(words.split())
    assert same_answer(text, text)
    assert same_answer(f" {text}\n", text)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("$x^2 + 1$", "x^2+1", True),
        ("\\(x^2\\)", "x^2", True),
        ("-5", "\u22125", True),
        ("May 3, 1887", "3 May 1887", True),
        ("A beats B", "B beats A", False),
        ("\u738b\u7ae0\u9633", "\u738b\u7ae0\u9633\u3002", True),
    ],
)
def test_two_spellings_of_an_answer_are_one(one: str, other: str, same: bool):
    assert same_answer(one, other) is same


# --- What a run retrieved of the supporting facts

ITEM = Item(
    "1",
    "q",
    "a",
    "span",
    facts=(
        SupportingFact("Alû", "An Alû is a demon."),
        SupportingFact("Lilu (mythology)", "A lilu is a masculine word for a spirit."),
        SupportingFact("Lilu (mythology)", ""),
    ),
)


def no_pages(name: str) -> str:
    raise StorageError(f"there is no {name}")


def page(title: str, url: str, snapshot: str = "") -> PageRead:
    return PageRead(url=url, final_url=url, title=title, chars=1, snapshot=snapshot)


@pytest.mark.parametrize(
    ("read", "found"),
    [
        (page("Lilu (mythology) - Wikipedia", "https://example.org/x"), 1),
        (page("", "https://en.example.org/wiki/Lilu_%28mythology%29"), 1),
        (page("Lilu", "https://example.org/wiki/Lilu"), 0),
    ],
)
def test_an_article_is_found_by_the_title_or_the_address_of_its_page(read: PageRead, found: int):
    retrieved = RetrievedPassages()
    assert not retrieved.anything
    assert retrieved.support(ITEM, no_pages) == Support(2, 0, 2, 0)
    retrieved.take(read)
    assert retrieved.support(ITEM, no_pages).articles_found == found


def test_a_sentence_is_found_in_a_page_that_was_read():
    retrieved = RetrievedPassages()
    retrieved.take(page("Demons", "https://example.org/", snapshot="s"))
    retrieved.take(page("Gone", "https://example.org/gone", snapshot="gone"))

    def text(name: str) -> str:
        return "They say: an **alû** is a demon, and so on." if name == "s" else no_pages(name)

    assert retrieved.support(ITEM, text) == Support(2, 0, 2, 1)
