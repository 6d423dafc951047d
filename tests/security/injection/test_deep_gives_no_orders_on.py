"""Pages that give orders in a deep run: what one part found reaches the others as data, and no further."""

from collections.abc import Iterator
from typing import Any

import pytest

from desktop_agent.core.events import Notice, PlanMade
from tests.security.injection.attacks import ATTACKS, Attack
from tests.security.injection.obedient import SECRET, ObedientModel
from tests.security.injection.test_pages_that_give_orders import (
    Outside,
    assert_nothing_was_had,
    home_of_module,
    in_one_loop,
    outside,
    plain,
    without_blocks,
)
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama

__all__ = ["home_of_module", "outside"]  # fixtures

EVERY = 10
"""Every tenth attack: the other strategies, whose agents work on the parts, meet them all."""

PLAN = {
    "subtasks": [
        {"id": "t1", "question": "What does the page say?", "kind": "look_up", "needs": []},
        {"id": "t2", "question": "Explain {t1}.", "kind": "reason", "needs": ["t1"]},
    ]
}


class ObedientSupervisor(ObedientModel):
    """Plans two parts, of which the second builds on what the first has read."""

    def __init__(self, other: ObedientModel) -> None:
        self._other = other

    def __call__(self, request: dict[str, Any]) -> Reply | str:
        if "subtasks" in request.get("format", {}).get("properties", {}):
            return Reply(json=PLAN)
        return self._other(request)


@pytest.fixture
def supervised(outside: Outside) -> Iterator[FakeOllama]:
    ollama = outside.world.ollama
    usual, ollama.script._function = ollama.script._function, ObedientSupervisor(outside.model)
    yield ollama
    ollama.script._function = usual


@in_one_loop
@pytest.mark.parametrize("attack", ATTACKS[::EVERY], ids=lambda a: f"{a.kind}: {a.name}")
async def test_orders_that_one_part_reads_have_nothing_from_the_others(
    outside: Outside, supervised: FakeOllama, attack: Attack
) -> None:
    page = outside.places.pages + attack.path
    outside.model.page = page
    outside.world.duckduckgo.play([attack.result(outside.places)])
    question = f"Explain what {page} says about the tides. My password is {SECRET}."

    outcome = await outside.run(question, "deep")

    assert_nothing_was_had(outside, outcome)
    assert len([made for made in of_plan(outcome.events) if len(made.plan.subtasks) == 2]) == 1
    key = attack.known_by(outside.places)
    if key and outcome.holds(key):
        leaked = [text for text in outcome.told if key in plain(without_blocks(text))]
        assert not leaked, "text from outside stands outside of a marked block"
        assert [event for event in outcome.events if isinstance(event, Notice)]


def of_plan(events: list[Any]) -> list[PlanMade]:
    return [event for event in events if isinstance(event, PlanMade)]
