import pytest

from desktop_agent.agents.final_answer import Checked, better_text, not_worse_than
from desktop_agent.core.events import Notice
from desktop_agent.core.research import CitationCheck, Claim, Mark
from desktop_agent.evidence.records import EvidencePack
from tests.unit.agents.running import Run
from tests.unit.evidence.grounding.packs import album

QUESTION = "What is the latest album by Olivia Rodrigo?"
DRAFT = "The latest album is **GUTS** [1], released on 8 September 2023 [2]."
LONG = (
    "The latest album by Olivia Rodrigo is **GUTS** [1]. It came out on Geffen Records in "
    "September 2023 and has twelve songs [2]."
)


async def reason(
    earlier: str, later: str, pack: EvidencePack | None = None, question: str = QUESTION
) -> str:
    """Return why an earlier text stands, or "" if the later one is taken."""
    run = Run(None, question=question)
    text = (
        await better_text(run.ctx, Checked(earlier), later, pack or EvidencePack(run.ctx.reading))
    ).text
    assert text in (earlier, later)
    return "".join(event.text for event in run.of(Notice))


@pytest.mark.parametrize(
    ("later", "why"),
    [
        (LONG[:-6], "cut off"),
        ("", "The answer is empty"),
        ("I'm sorry, but I can't help with that.", "refusal"),
        ("The draft is fine as it is.", "remark"),
        ("The latest album is GUTS [1], released in 2023 and", "cut off"),
        ("Like this:\n\n```python\nprint(1)", "form"),
        ("# GUTS", "form"),
    ],
)
async def test_what_is_no_answer_does_not_replace_one(later: str, why: str):
    assert why in await reason(DRAFT, later)


@pytest.mark.parametrize(
    "later",
    [
        "The latest album is SOUR [1].",
        "The latest album is GUTS. In fact it is SOUR.",
        "It is hard to say.",
    ],
)
async def test_a_revision_that_gives_up_the_extracted_value_is_refused(later: str):
    assert "GUTS" in await reason(DRAFT, later, album())
    assert not await reason("The latest album is SOUR.", later, album())


@pytest.mark.parametrize(
    ("question", "earlier", "later", "why"),
    [
        ("How many songs has it?", "**12** songs.", "It has many songs.", "no number"),
        ("Is it new?", "**Yes**, it is.", "It is so.", "neither yes nor no"),
        ("How many songs has it?", "Many songs.", "It has many songs.", ""),
    ],
)
async def test_the_form_is_not_lost_where_it_was_there(
    question: str, earlier: str, later: str, why: str
):
    said = await reason(earlier, later, question=question)
    assert why in said
    assert bool(why) == bool(said)


def claim(text: str, source: int, mark: Mark = "supported") -> Claim:
    return Claim(text, (source,), mark, checks=(CitationCheck(source, mark),))


async def test_a_statement_dropped_with_its_source_or_contradicted_is_a_loss():
    run = Run(None, question=QUESTION)
    songs, wrong = claim("It has twelve songs.", 2), claim("It has ten songs.", 2, "contradicted")
    assert (
        await better_text(run.ctx, Checked(DRAFT, (songs,)), LONG, EvidencePack(run.ctx.reading))
    ).text == DRAFT
    assert (
        await not_worse_than(run.ctx, DRAFT, Checked(LONG, (wrong,)), EvidencePack(run.ctx.reading))
    ).text == DRAFT
    lost, contradicted = (event.text for event in run.of(Notice))
    assert "source [2] supports: “It has twelve songs" in lost
    assert "contradicts: “It has ten songs" in contradicted


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("", "A text."),
        (DRAFT, LONG),
        (DRAFT, "**GUTS** [1]"),
        ("No changes needed.", "The draft is fine."),
        (DRAFT, "- GUTS (2023) [1]\n- SOUR (2021) [2]"),
    ],
)
async def test_otherwise_the_revision_wins(earlier: str, later: str):
    assert not await reason(earlier, later)
    run = Run(None, question=QUESTION)
    assert await not_worse_than(
        run.ctx, earlier, Checked(later), EvidencePack(run.ctx.reading)
    ) == Checked(later)
