import asyncio
from collections.abc import Sequence

import pytest

from desktop_agent.core.events import AnswerGiven
from desktop_agent.evidence.grounding.answer_check import contains
from desktop_agent.evidence.grounding.evidence_answer import HEAD, INSUFFICIENT
from desktop_agent.evidence.records import Intent
from tests.evidence_worlds.judging import Judged, holds, judge, last
from tests.evidence_worlds.stage import Stage, run, staged
from tests.evidence_worlds.worlds import World, some_worlds

MOST_WRONG = 0.02
LEAST_RIGHT = 0.85

Played = tuple[Judged, str]


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> list[Played]:
    """Return the judgement and the answer of some worlds in evidence mode."""
    worlds = some_worlds()
    with staged(worlds, tmp_path_factory.mktemp("worlds") / "home") as stage:
        return asyncio.run(_play_all(stage, worlds))


async def _play_all(stage: Stage, worlds: Sequence[World]) -> list[Played]:
    session = stage.session()
    found = []
    try:
        for world in worlds:
            events = await run(world, stage, session)
            answer = last(events, AnswerGiven)
            found.append((judge(world, events), answer.text if answer else ""))
    finally:
        await session.aclose()
    return found


def _line(j: Judged) -> str:
    wanted = j.world.right[0] if j.world.outcome == "extracted" else "(insufficient)"
    said = "(passages)" if j.world.intent is Intent.GENERAL else j.said or "(none)"
    return (
        f"{j.judgement.upper():12} {j.world.name} [{j.world.kind}] wanted {wanted!r}, "
        f"said {said!r} at {j.confidence:.2f}, {j.status} {j.note}".rstrip()
    )


def _told(judged: Sequence[Judged]) -> str:
    return "\n".join(_line(j) for j in judged)


def test_few_answers_are_wrong_or_missed_and_none_is_claimed_where_there_is_none(played):
    judged = [j for j, _ in played]
    there = [j for j in judged if j.world.outcome == "extracted"]
    claimed = [j for j in judged if j not in there and j.judgement != "insufficient"]
    assert not claimed, _told(claimed)
    wrong = [j for j in judged if j.judgement == "wrong"]
    assert len(wrong) <= MOST_WRONG * len(judged), _told(wrong)
    missed = [j for j in there if j.judgement != "right"]
    assert len(there) - len(missed) >= LEAST_RIGHT * len(there), _told(missed)


def test_the_status_and_the_text_say_what_was_extracted(played):
    for judged, text in played:
        if judged.intent in ("", Intent.GENERAL) or not judged.said:
            continue
        assert judged.status == "answered", _line(judged)
        # a date is shown in one form, however its source spells it
        named = holds(text, [judged.said]) or contains(text, judged.said)
        assert named, f"{judged.world.name}: {text}"


def test_without_a_value_the_answer_says_so_and_quotes_what_is_relevant(played):
    for judged, text in played:
        if judged.intent and not judged.extracted:
            begin = HEAD if judged.status == "answered" else INSUFFICIENT
            assert text.startswith(begin), f"{judged.world.name}: {text}"
