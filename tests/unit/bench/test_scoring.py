"""Gold answers score in full, corrupted ones miss: over the published files."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_agent.bench.datasets import AnswerKind, BenchmarkName, Item, read_data_set
from desktop_agent.bench.scoring import LONGEST, score
from tests.unit.bench.test_data_sets import PUBLISHED


@pytest.fixture(params=PUBLISHED, ids=[name for name, *_ in PUBLISHED])
def items(request: pytest.FixtureRequest, shared_fixtures: Path) -> tuple[Item, ...]:
    name: BenchmarkName
    name, file, _ = request.param
    return read_data_set(name, shared_fixtures / "qa" / file).items


def test_each_gold_answer_is_right(items: tuple[Item, ...]):
    scores = [score(item, item.gold) for item in items]
    assert all(each.correct and each.f1 == 1.0 and not each.abstained for each in scores)


DRESSED: list[tuple[str, Callable[[str], str]]] = [
    ("spaces", lambda gold: f"  {gold}\n"),
    ("a point", lambda gold: f"{gold}."),
    ("bold", lambda gold: f"**{gold}**"),
    ("quotes", lambda gold: f'"{gold}"'),
]


@pytest.mark.parametrize("dress", [dress for _, dress in DRESSED], ids=[n for n, _ in DRESSED])
def test_how_a_gold_answer_is_dressed_does_not_matter(
    items: tuple[Item, ...], dress: Callable[[str], str]
):
    assert all(score(item, dress(item.gold)).correct for item in items)


def off_by_one(gold: str) -> str:
    """The first number of the answer, one more."""
    return re.sub(r"\d+(?!.*\d)", lambda found: str(int(found[0]) + 1), gold, count=1)


CORRUPTED: list[tuple[str, Callable[[str], str]]] = [
    ("empty", lambda _: ""),
    ("another entity", lambda _: "Somebody Else Entirely"),
    ("beside another", lambda gold: f"{gold} or perhaps 977 others"),
    ("cut short", lambda gold: re.sub(r"\w(\W*)$", r"\1", gold)),
    ("ten times", lambda gold: f"{gold}0 more"),
]


@pytest.mark.parametrize("spoil", [spoil for _, spoil in CORRUPTED], ids=[n for n, _ in CORRUPTED])
def test_a_corrupted_answer_is_wrong(items: tuple[Item, ...], spoil: Callable[[str], str]):
    right = {item.gold for item in items if score(item, spoil(item.gold)).correct}
    assert right <= {"200.00"}  # which 200.0 is as well


def test_a_number_that_is_off_by_one_is_wrong(items: tuple[Item, ...]):
    numbered = [item for item in items if re.search(r"\d", item.gold)]
    assert len(numbered) >= 5
    assert not [item.gold for item in numbered if score(item, off_by_one(item.gold)).correct]


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
        ("number", "18", "1800 cents", False),
        ("number", "18", "18 thousand", False),
        ("number", "18", "-18", False),
        ("number", "2,125", "2125 bolts", True),
        ("number", "18", "eighteen", False),
        ("span", "yes", "Yes.", True),
        ("span", "yes", "yes, both", False),
        ("span", "The Aristocats", "aristocats", True),
        ("span", "Columbus, Ohio", "columbus ohio", True),
        ("span", "Columbus, Ohio", "Columbus", False),
        ("text", "Jóhanna Sigurðardóttir", "Johanna Sigurðardottir", True),
        ("text", "September 5, 2005", "5th September 2005", True),
        ("text", "September 5, 2005", "6 September 2005", False),
        ("text", "120,000", "The answer is: 120000.", True),
        ("text", "200.00", "200", True),
        ("text", "390 metres", "390 feet", False),
        ("text", "1.1", "11", False),
        ("text", "The The", "the the", False),
        ("text", "α+β", "α-β", False),
        ("text", "-5", "5", False),
        ("text", "$x^2$", "$x^3$", False),
        ("choice", "B", "(b)", True),
        ("choice", "B", "B. A text", True),
        ("choice", "B", "**B**", True),
        ("choice", "B", "The answer is B", True),
        ("choice", "B", "Option B: text", True),
        ("choice", "B", "A", False),
        ("choice", "B", "Because of A", False),
        ("choice", "B", "", False),
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
        "9" * 1_000_000,
        "x " * 500_000,
        "\ud800\udfff\x00" * 1_000,
        "****" * 300_000,
        "1,111" * 300_000,
        "- " * 300_000,
        "I don't know " * 100_000,
        "\N{COMBINING ACUTE ACCENT}" * 300_000,
    ],
    ids=["digits", "words", "surrogates", "stars", "commas", "bullets", "refusals", "accents"],
)
@pytest.mark.timeout(10)
def test_a_hostile_answer_is_scored_soon_and_is_wrong(kind: AnswerKind, answer: str):
    assert not score(item("7", kind), answer).correct


def test_what_is_beyond_the_most_that_is_looked_at_does_not_count():
    assert not score(item("7", "number"), "x" * LONGEST + "7").correct
