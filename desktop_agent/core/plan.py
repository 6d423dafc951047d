"""The plan of a deep run: the parts of a question, and which of them need others."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from desktop_agent.core.dependencies import order

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
