import pytest

from desktop_agent.agents.answers.revision import Preference, never_worse
from desktop_agent.core.research import CitationCheck, Claim, Mark, QuestionType
from desktop_agent.evidence.records import EvidencePack
from tests.unit.evidence.grounding.packs import album

DRAFT = "The latest album is **GUTS** [1], released on 8 September 2023 [2]."
LONG = (
    "The latest album by Olivia Rodrigo is **GUTS** [1]. It came out on Geffen Records in "
    "September 2023 and has twelve songs [2]."
)


def claim(text: str, *sources: int, mark: Mark = "supported") -> Claim:
    checks = tuple(CitationCheck(source, mark) for source in sources)
    return Claim(text, sources, mark, checks=checks)


LATEST, SONGS = claim("GUTS is the latest album.", 1), claim("It has twelve songs.", 2)
SOLD, PRIZES = claim("It sold.", 2, mark="contradicted"), claim("It won.", 3, mark="partly")


def chosen(
    earlier: str,
    later: str,
    *,
    question_type: QuestionType = QuestionType.FACTUAL,
    pack: EvidencePack | None = None,
    before: tuple[Claim, ...] = (),
    after: tuple[Claim, ...] = (),
) -> Preference:
    preference = never_worse(
        earlier,
        later,
        question="What is the latest album by Olivia Rodrigo?",
        question_type=question_type,
        pack=pack,
        earlier_claims=before,
        later_claims=after,
    )
    assert preference.text == (earlier if preference.kept_earlier else later)
    assert bool(preference.reason) == preference.kept_earlier
    return preference


@pytest.mark.parametrize(
    ("later", "reason"),
    [
        (LONG[:-6], "broke off"),
        ("", "empty"),
        ("I'm sorry, but I can't help with that.", "refused"),
        ("The draft is fine as it is.", "remark"),
        ("The latest album is GUTS [1], released in 2023 and", "broke off"),
        ("Like this:\n\n```python\nprint(1)", "broke off"),
        ("# GUTS", "form"),
        ('{"album": "GUTS"}', "form"),
    ],
)
def test_what_is_no_answer_does_not_replace_one(later: str, reason: str):
    preference = chosen(DRAFT, later)
    assert preference.kept_earlier
    assert reason in preference.reason


@pytest.mark.parametrize(
    "later",
    [
        "The latest album is SOUR [1].",
        "The latest album is GUTS. In fact it is SOUR.",
        "It is hard to say.",
    ],
)
def test_a_revision_that_gives_up_the_extracted_value_is_refused(later: str):
    preference = chosen(DRAFT, later, pack=album())
    assert preference.kept_earlier
    assert "GUTS" in preference.reason


@pytest.mark.parametrize(
    "later", ["The latest album is SOUR [1].", "GUTS, released in 2023, is the latest album [1]."]
)
def test_a_draft_that_never_held_the_value_may_be_replaced(later: str):
    assert not chosen("The latest album is SOUR.", later, pack=album()).kept_earlier


def test_the_form_of_a_number_or_a_yes_is_not_lost_where_it_was_there():
    numeric, boolean = QuestionType.NUMERIC, QuestionType.BOOLEAN
    lost = chosen("**12** songs.", "It has many songs.", question_type=numeric)
    assert "no number" in lost.reason
    lost = chosen("**Yes**, it is.", "It is so.", question_type=boolean)
    assert "neither yes nor no" in lost.reason
    assert not chosen("Many songs.", "It has many songs.", question_type=numeric).kept_earlier


def test_a_statement_dropped_with_its_source_is_a_loss():
    preference = chosen(DRAFT, LONG, before=(LATEST, SONGS), after=(LATEST,))
    assert preference.kept_earlier
    assert "source [2]" in preference.reason
    assert "twelve songs" in preference.reason


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((LATEST, SONGS), (LATEST, SONGS)),
        ((LATEST, SONGS), (LATEST, claim("The album has twelve songs.", 3))),
        ((LATEST, SONGS), (LATEST, claim("It has twelve songs.", 2, mark="partly"))),
        ((LATEST, SONGS), (claim("GUTS is the latest album with twelve songs.", 1, 2),)),
        ((LATEST, SONGS), (claim("GUTS came out.", 1), claim("Critics liked it.", 2))),
        ((LATEST, SOLD, PRIZES), (LATEST,)),
    ],
)
def test_neither_a_statement_that_moved_nor_a_source_still_used_or_of_no_use_is_a_loss(
    before: tuple[Claim, ...], after: tuple[Claim, ...]
):
    assert not chosen(DRAFT, LONG, before=before, after=after).kept_earlier


@pytest.mark.parametrize(("source", "mark"), [(2, "contradicted"), (3, "supported")])
def test_a_citation_no_longer_borne_out_or_another_number_is_a_loss(source: int, mark: Mark):
    before = (claim("The album came out on 8 September 2023.", 2),)
    after = (claim("The album came out on 9 September 2023.", source, mark=mark),)
    assert chosen(DRAFT, LONG, before=before, after=after).kept_earlier


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("", ""),
        (DRAFT, DRAFT),
        (DRAFT, LONG),
        (DRAFT, "**GUTS** [1]"),
        ("No changes needed.", "The draft is fine."),
        (DRAFT, "- GUTS (2023) [1]\n- SOUR (2021) [2]"),
    ],
)
def test_otherwise_the_revision_wins(earlier: str, later: str):
    assert not chosen(earlier, later).kept_earlier
