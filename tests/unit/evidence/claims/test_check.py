import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.research import Claim
from desktop_agent.evidence.claims.citation_check import check_claims, spare
from tests.unit.evidence.claims.labelled import stored

TEXT = """# Marie Curie

Marie Curie was born in Warsaw on 7 November 1867. She moved to Paris in 1891.

## Prizes

In 1911 she received the Nobel Prize in Chemistry. About 30 people came to the dinner.
"""
CURIE = stored(1, "Marie Curie", TEXT)
UNREAD = stored(2, "Two", "")
BREAD = stored(3, "Bread", "Bread is made of flour and water.")
SOURCES = {1: CURIE, 2: UNREAD, 3: BREAD}


def one(text: str, page: str = "") -> Claim:
    """The one claim of a text, held against a page, or against `SOURCES`."""
    sources = {1: stored(1, "Vesta", page)} if page else SOURCES
    (claim,) = check_claims(text, sources)
    return claim


def test_a_claim_is_supported_with_the_sentence_that_says_it():
    claim = one("Marie Curie was born in Warsaw in 1867 [1].")
    assert claim.mark == "supported"
    assert claim.quote == "Marie Curie was born in Warsaw on 7 November 1867."
    assert TEXT[claim.start : claim.end] == claim.quote
    assert claim.checks[0].snapshot == CURIE.snapshot
    assert claim.reason == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "Marie Curie was born in Warsaw in 1876 [1].",
            "the source says 7 November 1867, not 1876",
        ),
        ("Marie Curie was not born in Warsaw [1].", "the source says the opposite"),
        (
            "Albert Einstein was born in Warsaw in 1867 [1].",
            "the name Albert Einstein is not there",
        ),
        ("Flour was sold in Rome in 1300 [1].", "the page doesn't mention it"),
    ],
)
def test_a_reason_says_what_is_wrong(text: str, reason: str):
    claim = one(text)
    assert claim.mark in ("contradicted", "unconfirmed", "partly")
    assert claim.reason == reason


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Vesta is a member", "Vesta is no longer a member."),
        ("Vesta ist ein Planet", "Vesta ist kein Planet."),
        ("Vesta opened in Rome in 1990", "Was Vesta opened in Rome in 1990?"),
        ("Cheese is made of grapes", "Bread is made of flour.\n\nWine is made of grapes.\n\nCheese is old."),
        ("東京は中国の首都です", "東京は日本の首都です。人口は1400万人です。"),
    ],
)  # fmt: skip
def test_a_denial_a_question_or_the_rest_of_a_page_supports_nothing(text: str, page: str):
    assert one(f"{text} [1].", page).mark != "supported"


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Vesta is a planet", "Vesta is not only a planet."),
        ("Vesta opened in 1990", "Vesta did not open until 1990."),
        ("Vesta opened in May 1990", "Vesta opened in May 1990."),
        ("東京は日本の首都です", "東京は日本の首都です。人口は1400万人です。"),
    ],
)
def test_what_only_looks_like_a_denial_or_a_doubt_is_none(text: str, page: str):
    assert one(f"{text} [1].", page).mark in ("supported", "partly")


def test_a_number_may_be_given_roughly_but_another_limit_is_another_value():
    claim = one("There were 30 people at the dinner [1].")
    assert (claim.mark, claim.reason) == ("partly", "the source says only about 30")
    page = "The hawk reaches speeds of up to 165 km/h in a dive."
    claim = one("The hawk reaches up to 240 km/h in a dive [1].", page)
    assert claim.mark == "contradicted"
    assert claim.reason == "the source says up to 165 km/h, not 240 km/h"


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Pro Tag gelten 20 Milligramm als Schätzwert [1].", "Der Schätzwert ist 20 Mikrogramm am Tag."),
        ("The lake goes down to 1,642 feet [1].", "At its lowest point the bed lies 1,642 metres deep."),
    ],
)  # fmt: skip
def test_the_figure_of_a_page_in_another_unit_is_a_contradiction(text: str, page: str):
    assert one(text, page).mark == "contradicted"


@pytest.mark.parametrize(
    "text", ["Yes, Vesta is a planet [1].", "They are planets [1]."]
)  # fmt: skip
def test_a_reply_without_its_question_and_what_a_page_cannot_know_are_not_judged(text: str):
    page = "Vesta is a planet. There are planets."
    assert one(text, page).mark in ("unconfirmed", "partly")


def test_a_page_that_was_not_read_or_a_sentence_with_nothing_to_check_is_unconfirmed():
    assert one("See here [1].").mark == "unconfirmed"
    for number in (2, 9):
        claim = one(f"Marie Curie was born in Warsaw [{number}].")
        assert claim.mark == "unconfirmed"
        assert claim.reason == "the page could not be read"


def test_each_citation_is_checked_and_the_best_one_counts():
    claim = one("Marie Curie was born in Warsaw [3][2][1].")
    assert [check.source for check in claim.checks] == [3, 2, 1]
    assert [check.mark for check in claim.checks] == ["unconfirmed", "unconfirmed", "supported"]
    assert claim.mark == "supported"


def test_a_pronoun_stands_for_the_name_before_it():
    text = "Albert Einstein was a physicist [1]. She moved to Paris in 1891 [1]."
    _, second = check_claims(text, SOURCES)
    assert second.mark != "supported"
    _, second = check_claims(text.replace("Albert Einstein", "Marie Curie"), SOURCES)
    assert second.mark == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "She moved to Paris in 1891.",
        "There are two reasons.",
        "Did she have 4,217 instruments?",
    ],
)
def test_of_uncited_sentences_only_a_number_that_nobody_names_is_a_claim(text: str):
    assert check_claims(text, SOURCES) == ()
    claim = one("Her laboratory had 4,217 instruments.")
    assert (claim.mark, claim.citations) == ("unconfirmed", ())
    assert claim.reason == "no source mentions 4,217"
    assert check_claims("Nothing is known of 1955.", SOURCES, "What happened in 1955?") == ()
    assert check_claims("It has 4,217 rooms.", {2: UNREAD}) == ()


LIGHTHOUSE = stored(
    4,
    "The lighthouse on the north pier",
    "The lighthouse stands on the north pier. The tower is 47 metres tall and has 212 steps. It has yet "
    "to be opened to visitors. The keeper is Ada Lovelace.",
)
TALL = "How tall is the lighthouse on the north pier?"


def test_a_citation_answers_for_the_words_since_the_one_before():
    first, second = check_claims(
        "She was born in Warsaw in 1867 [1], and the tower is 47 metres tall [4].",
        {1: CURIE, 4: LIGHTHOUSE},
    )
    assert (first.text, first.citations) == ("She was born in Warsaw in 1867", (1,))
    assert (second.text, second.citations) == ("and the tower is 47 metres tall.", (4,))
    assert first.mark == second.mark == "supported"


@pytest.mark.parametrize("text", ["The tower is 12 metres tall.", "The answer is 12 metres."])
def test_an_uncited_statement_that_a_page_contradicts_is_a_claim(text: str):
    (claim,) = check_claims(text, {1: CURIE, 4: LIGHTHOUSE}, TALL)
    assert claim.mark == "contradicted"
    assert claim.citations == ()
    assert claim.reason == "the source says 47 metres, not 12 metres"
    assert claim.quote == "The tower is 47 metres tall and has 212 steps."
    assert [check.source for check in claim.checks] == [4]


def test_a_page_that_is_not_cited_contradicts_too_and_its_check_stands_last():
    (claim,) = check_claims("The answer is 12 metres [1].", {1: CURIE, 4: LIGHTHOUSE}, TALL)
    assert claim.mark == "contradicted"
    assert [(check.source, check.mark) for check in claim.checks] == [
        (1, "unconfirmed"),
        (4, "contradicted"),
    ]


@pytest.mark.parametrize(
    ("text", "mark", "reason"),
    [
        ("The keeper is Grace Hopper [4].", "contradicted", "the source names Ada Lovelace"),
        (
            "Grace Hopper climbed the tower [4].",
            "unconfirmed",
            "the name Grace Hopper is not there",
        ),
    ],
)
def test_another_holder_of_a_role_is_a_contradiction_and_an_absent_name_is_none(
    text: str, mark: str, reason: str
):
    (claim,) = check_claims(text, {4: LIGHTHOUSE})
    assert (claim.mark, claim.reason) == (mark, reason)


def test_the_value_that_the_evidence_confirmed_is_never_contradicted():
    text = "The answer is 52 metres [4]."
    (claim,) = check_claims(text, {4: LIGHTHOUSE}, TALL)
    assert claim.mark == "contradicted"
    (claim,) = spare((claim,), "52 m")
    assert {claim.mark, *(check.mark for check in claim.checks)} == {"unconfirmed"}


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Bessie Smith was born on 26 September 1937 [1].", "contradicted"),
        ("Bessie Smith died on 26 September 1937 [1].", "supported"),
    ],
)
def test_the_dates_in_brackets_behind_a_name_are_those_of_birth_and_death(text: str, mark: str):
    page = "Bessie Smith (April 15, 1894 – September 26, 1937) was an American blues singer."
    assert one(text, page).mark == mark


def test_a_question_is_nothing_that_a_page_can_support():
    (claim,) = check_claims("Was Marie Curie born in Warsaw [1]?", SOURCES)
    assert (claim.mark, claim.reason) == ("unconfirmed", "nothing in it to check")


def test_a_surname_alone_supports_unless_the_page_has_another_bearer():
    text, page = "Rosa Almgren sailed to Oslo [1].", "In May Almgren sailed to Oslo."
    assert one(text, page).mark == "supported"
    assert one(text, f"{page} Her brother Nils Almgren stayed.").mark != "supported"


MANUAL = """# Settings

```toml
[server]
port = 8080
max_connections = 100
```

1. Linux
   - The file is in `/etc/example`.
2. Windows
   - The file is in its folder.

**Worker**

It answers requests.
"""


@pytest.mark.parametrize(
    ("text", "mark", "quote"),
    [
        ("The port is 8080 [1].", "supported", "port = 8080"),
        ("`max_connections` is 100 [1].", "supported", "max_connections = 100"),
        (
            "On Linux the file is in /etc/example [1].",
            "supported",
            "The file is in `/etc/example`.",
        ),
        ("On Windows the file is in /etc/example [1].", "unconfirmed", ""),
    ],
)
def test_a_line_of_code_or_what_stands_under_an_item_or_a_term_can_be_cited(
    text: str, mark: str, quote: str
):
    claim = one(text, MANUAL)
    assert claim.mark == mark
    assert mark != "supported" or claim.quote == quote


WORDS = st.sampled_from(
    [
        "Marie", "Curie", "was", "born", "in", "Warsaw", "Paris", "1867", "1911", "not", "never",
        "the", "Nobel", "Prize", "[1]", "[2]", ".", ",", "and", "of", "she", "**", "`", "|", "#",
        "?", "!", "...", "3.5", "million", "%", "$", "who",
    ]
)  # fmt: skip


@given(st.lists(WORDS, max_size=40), st.lists(WORDS, max_size=60))
def test_any_text_can_be_checked(answer: list[str], page: list[str]):
    text = " ".join(page)
    source = stored(1, "Marie Curie", text)
    for claim in check_claims(" ".join(answer), {1: source}):
        assert len(claim.checks) - len(claim.citations) in (0, 1)
        assert not claim.quote or text[claim.start : claim.end] == claim.quote


@pytest.mark.parametrize("piece", ["A ", "of ", "A. ", "not ", "日"])
def test_a_hostile_answer_against_a_hostile_page_takes_no_longer(piece: str):
    page = stored(1, piece * 20, piece * (300_000 // len(piece)))
    begun = time.process_time()
    check_claims(f"{piece * (780 // len(piece))} [1]. {piece * 20_000} [1].", {1: page})
    took = time.process_time() - begun
    print(f"{piece!r}: {took:.2f} s")
    assert took < 3
