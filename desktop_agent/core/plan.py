"""The plan of a deep run: the parts of a question and their dependencies."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from typing import Literal

from desktop_agent.core.text import clipped, short_line

# --- Dependency order


def order(needs: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """Sort names topologically; independent names keep their order.

    ``needs`` maps each name to the names that must come before it. Raise `ValueError`, with the
    names involved, if one is missing or there is a cycle.
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


SubtaskKind = Literal["look_up", "reason", "compute", "simulate"]
"""How a part is answered: by a search, by the swarm's reasoning, a calculation or a simulation."""

SUBTASK_KINDS: tuple[SubtaskKind, ...] = ("look_up", "reason", "compute", "simulate")
IN_CODE: tuple[SubtaskKind, ...] = ("compute", "simulate")

_LONGEST_SUMMARY = 120

PlanOrigin = Literal["model", "fallback", "template", "person"]


@dataclass(frozen=True, slots=True)
class Subtask:
    """One part of a plan; ``needs`` are the IDs of the parts whose results it uses."""

    id: str
    question: str
    kind: SubtaskKind = "reason"
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan, with its parts in their original order.

    ``origin`` says who made the plan. ``note`` explains any departure from the model's proposal.
    """

    subtasks: tuple[Subtask, ...]
    origin: PlanOrigin = "model"
    note: str = ""

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {each.id: each.needs for each in self.subtasks}

    def check(self) -> None:
        """Raise `ValueError` with a readable message unless the plan is valid.

        A valid plan has at least one part. Each part has a unique ID and a question, and its
        dependencies exist and form no cycle.
        """
        if not self.subtasks:
            raise ValueError("the plan has no part")
        names = [each.id for each in self.subtasks]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"two parts are called {twice}")
        if empty := next((each.id for each in self.subtasks if not each.question.strip()), ""):
            raise ValueError(f"part {empty} asks nothing")
        order(self.needs)

    def merged(self, key: Callable[[Subtask], object]) -> "Plan":
        """Return this plan with each question asked only once. The plan must be valid.

        Of the parts with the same ``key``, only the first in dependency order is kept; parts that
        depended on the others depend on that part instead.
        """
        parts = {each.id: each for each in self.subtasks}
        first: dict[object, str] = {}
        kept = {name: first.setdefault(key(parts[name]), name) for name in order(self.needs)}
        place = list(kept)
        subtasks = []
        for part in self.subtasks:
            if kept[part.id] == part.id:
                question = part.question
                for name, other in kept.items():
                    question = question.replace(f"{{{name}}}", f"{{{other}}}")
                needs = dict.fromkeys(kept[need] for need in part.needs)
                before = place[: place.index(part.id)]
                earlier = tuple(need for need in needs if need in before)
                subtasks.append(replace(part, question=question, needs=earlier))
        return replace(self, subtasks=tuple(subtasks))


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a part of a plan or of a node of a template.

    ``value`` is the bare value stated in ``text``, or "" if there is none. ``note`` is a remark for
    the user. ``question`` is the part's question with earlier results filled in; nodes have none.
    ``computed`` is True if code or a solver computed the value. ``fault`` is the error found by a
    verification, or "".
    """

    text: str
    value: str = ""
    note: str = ""
    question: str = ""
    computed: bool = False
    fault: str = ""

    @property
    def summary(self) -> str:
        if self.value and not self.fault:
            return clipped(self.value, _LONGEST_SUMMARY)
        return short_line(self.fault or self.text, _LONGEST_SUMMARY)


ReviewPlan = Callable[[Plan], Awaitable[Plan]]
"""Shows a plan to the user before it runs, and returns the plan that the user approved."""
