"""Any graph, with workers that are slow, fail or find fault: it ends in time and tells all."""

import asyncio
import random
from collections import Counter

import pytest

from desktop_agent.core.errors import ModelUnreachable
from desktop_agent.core.events import StepFinished, StepStarted
from desktop_agent.core.template import check_template
from desktop_agent.llm.base import TextPiece
from tests.scripted_model import ScriptedModel
from tests.turns import Turns
from tests.unit.reasoning.graphs import (
    Bench,
    Check,
    benches,  # noqa: F401 - a fixture
    carried_out,
    running,
    step_of,
    template,
)

_BUDGET_S = 1.0


def random_graph(chance: random.Random):
    """Makes a graph whose nodes each need some of those before them, and all lead to the last."""
    kinds = ["def", "list", "calc", "sum", "find"]
    names = [f"{chance.choice(kinds)}-{number}" for number in range(chance.randint(2, 7))]
    edges = set()
    for place, name in enumerate(names[1:], start=1):
        for other in chance.sample(names[:place], chance.randint(1, min(3, place))):
            edges.add((other, name))
    for judged in chance.sample(names, min(2, len(names))):
        edges.add((judged, f"check-{judged}"))
        names.append(f"check-{judged}")
    followed = {start for start, _end in edges}
    edges |= {(name, "sum-last") for name in names if name not in followed}
    return template(" ".join(f"{start}>{end}" for start, end in sorted(edges)))


def moody_model(chance: random.Random) -> ScriptedModel:
    def reply(request):
        if chance.random() < 0.1:
            return ModelUnreachable("No server answers.")
        if step_of(request).startswith("check"):
            return chance.choice(['{"ok": true, "reason": ""}', '{"ok": false, "reason": "no"}'])
        return [TextPiece("said")]

    return ScriptedModel([reply] * 200, pause_s=chance.choice([0.0, 0.0, 0.02, 0.3]))


async def ends_in_time(number: int) -> bool:
    """Carries out one; gives whether there was an answer."""
    chance = random.Random(number)
    graph = random_graph(chance)
    check_template(graph)
    bench = Bench(
        values=[chance.choice(["40", "42", "a list", ModelUnreachable("Gone.")]) for _ in range(4)],
        checks=[chance.choice([Check(True, "42"), Check(False, "42"), Check(None)])],
        seconds=chance.choice([0.0, 0.0, 0.05, 0.4]),
    )
    run = running(moody_model(chance), seconds=_BUDGET_S)
    began = Turns()
    answer = await carried_out(graph, run, bench)
    assert began.seconds < _BUDGET_S * 1.1, number
    started = run.of(StepStarted)
    assert sorted(each.step_id for each in started) == sorted(
        each.step_id for each in run.of(StepFinished)
    )
    checks = sum(node.type == "verification" for node in graph.nodes)
    times = Counter(each.part for each in started if each.part)
    assert max(times.values()) <= 1 + checks
    if answer is None:
        return False
    assert answer.text
    assert set(times) == {node.id for node in graph.nodes}
    return True


@pytest.mark.usefixtures("benches")
async def test_random_graphs_end_in_time_with_every_step_ended():
    answered: list[bool] = []
    for first in range(0, 30, 15):
        runs = (ends_in_time(number) for number in range(first, first + 15))
        answered += await asyncio.gather(*runs)
    assert 10 <= sum(answered) < 30  # of both kinds there are enough to tell
