"""What the person's documents and the evidence say to the seeds of a template."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.deadline import deadline
from desktop_agent.agents.evidence_prompt import characters
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Notice
from desktop_agent.core.template import Template
from desktop_agent.evidence.claims.words import folded_words, function_words, stem
from desktop_agent.evidence.pack import EvidencePack
from desktop_agent.web.search.keywords import keywords

_MOST_SEEDS = 6
_HITS = 3
_MOST_PASSAGE = 400
_SHARED = 2
_SHARE, _MOST = 0.1, 2_500
_TIME_SHARE, _MOST_S = 0.1, 10.0


@dataclass(frozen=True, slots=True)
class _Found:
    """A passage with the number of its source."""

    number: int
    text: str


async def enriched(ctx: RunContext, template: Template, pack: EvidencePack | None) -> str:
    """Gives one marked block with the passages that fit the seeds, or "".

    Each seed is searched for once in the person's documents; a passage fits that shares two content
    words with the seed and one with the problem. It takes at most a tenth of the time left and no
    more than ten seconds; a search that fails leaves the seeds as they are.
    """
    seeds = template.seeds[:_MOST_SEEDS]
    of_pack = [_Found(each.source, each.text) for each in (pack.passages if pack else ())]
    found: list[list[_Found]] = [list(of_pack) for _seed in seeds]
    if ctx.knowledge is not None and seeds:
        try:
            seconds = min(ctx.budget.remaining_s * _TIME_SHARE, _MOST_S)
            async with deadline(ctx.budget, seconds), asyncio.TaskGroup() as group:
                tasks = [group.create_task(_searched(ctx, seed)) for seed in seeds]
            found = [[*task.result(), *others] for task, others in zip(tasks, found, strict=True)]
        except TimeoutError:
            ctx.emit(Notice(text="The documents were not searched for the template: no time."))
    room = await characters(ctx, _SHARE, _MOST)
    lines = _lines(seeds, found, ctx.question.text, room)
    return ctx.fence.wrap("\n".join(lines), "passages on what is known") if lines else ""


async def _searched(ctx: RunContext, seed: str) -> list[_Found]:
    assert ctx.knowledge is not None
    try:
        found, _note = await ctx.knowledge.search(keywords(seed) or seed, _HITS)
    except AgentError as error:
        ctx.emit(Notice(text=f"The documents were not searched: {error}", level="warning"))
        return []
    return [_Found(each.source.number, each.hit.text) for each in found]


def _lines(
    seeds: Sequence[str], found: Sequence[Sequence[_Found]], problem: str, room: int
) -> list[str]:
    """Tells the best passage of each seed, each passage once, in at most ``room`` characters."""
    asked = _stems(problem)
    told: dict[str, None] = {}
    for seed, passages in zip(seeds, found, strict=True):
        best = _best(_stems(seed), asked, passages)
        if best is None:
            continue
        line = f"[{best.number}] {' '.join(best.text.split())[:_MOST_PASSAGE]}"
        if sum(map(len, told)) + len(line) > room:
            break
        told[line] = None
    return list(told)


def _best(seed: set[str], asked: set[str], passages: Iterable[_Found]) -> _Found | None:
    """Gives the passage that shares most with the seed; of equals the first."""
    best, most = None, 0
    for passage in passages:
        words = _stems(passage.text)
        shared = len(words & seed)
        if shared >= _SHARED and words & asked and shared > most:
            best, most = passage, shared
    return best


def _stems(text: str) -> set[str]:
    stop = function_words("en")
    return {
        stem(word, "en")
        for word in folded_words(text)
        if word not in stop and len(word) > 2 and not word.isdigit()
    }
