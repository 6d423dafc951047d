"""The plan of a deep run: the parts of a question, and which of them need others."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Literal

# --- What has to come before what: the order of a plan's parts, and the faults that it can have.


def order(needs: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """Gives the names so that each stands behind those that it needs, else as they were given.

    ``needs`` maps each name to the names that have to come before it.

    Raises:
        ValueError: a name is needed that is not there, or several need each other in a circle; the
            text names them.
    """
    for name, before in needs.items():
        if missing := [each for each in before if each not in needs]:
            raise ValueError(f"{name} needs {missing[0]}, which is not there")
    sorter = TopologicalSorter(needs)
    try:
        sorter.prepare()
    except CycleError as error:
        circle = " -> ".join(reversed(error.args[1]))
        raise ValueError(f"these need each other in a circle: {circle}") from None
    given = {name: place for place, name in enumerate(needs)}
    ordered: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=given.__getitem__)
        ordered += ready
        sorter.done(*ready)
    return tuple(ordered)


def ready(
    needs: Mapping[str, Collection[str]], begun: Collection[str], done: Collection[str]
) -> tuple[str, ...]:
    """Gives the names that may begin now: not begun yet, and all that they need is done."""
    return tuple(
        name
        for name, before in needs.items()
        if name not in begun and all(each in done for each in before)
    )


SubtaskKind = Literal["look_up", "reason", "compute", "simulate"]
"""Who works on a part: the web and the documents, the swarm, code that computes, code that simulates."""

SUBTASK_KINDS: tuple[SubtaskKind, ...] = ("look_up", "reason", "compute", "simulate")

PlanOrigin = Literal["model", "fallback", "template", "person"]


@dataclass(frozen=True, slots=True)
class Subtask:
    """One part of a plan; ``needs`` are the ids of the parts whose results it builds on."""

    id: str
    question: str
    kind: SubtaskKind = "reason"
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts in the order in which they were named.

    ``origin`` says who made it; ``note`` why it is not the model's own, or what was mended.
    """

    subtasks: tuple[Subtask, ...]
    origin: PlanOrigin = "model"
    note: str = ""

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the parts that each part needs."""
        return {each.id: each.needs for each in self.subtasks}

    def check(self) -> None:
        """Raises `ValueError`, in words for a person, where this is no plan.

        A plan has at least one part, each with a name of its own and a question, and no circle.
        """
        if not self.subtasks:
            raise ValueError("the plan has no part")
        names = [each.id for each in self.subtasks]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"two parts are called {twice}")
        if empty := next((each.id for each in self.subtasks if not each.question.strip()), ""):
            raise ValueError(f"part {empty} asks nothing")
        order(self.needs)


ReviewPlan = Callable[[Plan], Awaitable[Plan]]
"""Shows a plan to the person before it runs, and gives it back as they want it."""
