"""The plan of a run in the reasoning panel: a row for each part, which follows the part live."""

from collections.abc import Callable
from dataclasses import dataclass

from desktop_agent.core.events import PlanMade, StepFinished, StepStarted, StepStatus
from desktop_agent.core.plan import Subtask
from desktop_agent.ui import plan_words, words
from desktop_agent.ui.localized import localized
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.plan_words import PartState

_ENDS: dict[StepStatus, PartState] = {
    "ok": "done",
    "failed": "failed",
    "stopped": "cut",
    "skipped": "left",
}


@dataclass(slots=True)
class _Part:
    """A part, its row, how far it is; ``took_s`` are seconds of work so far."""

    subtask: Subtask
    node: Node
    state: PartState = "waiting"
    took_s: float = 0.0


class PlanBranch:
    """Keeps the rows of the newest plan; ``add``, ``remove`` and ``changed`` are the tree's own."""

    def __init__(
        self,
        add: Callable[[Node], Node],
        below: Callable[[Node, Node], Node],
        remove: Callable[[Node], None],
        changed: Callable[[Node], None],
    ) -> None:
        self._add_top = add
        self._add = below
        self._remove = remove
        self._changed = changed
        self._plan: Node | None = None
        self._parts: dict[str, _Part] = {}
        self._steps: dict[str, tuple[_Part, float]] = {}

    def show(self, event: PlanMade) -> None:
        """Takes a plan instead of the one before; parts that have begun keep what is below them."""
        title = plan_words.plan_title(event.title, proposed=event.proposed)
        if self._plan is None:
            self._plan = self._add_top(Node(title, "group", "accent"))
        plan = self._plan
        plan.title = title
        begun = {name: part for name, part in self._parts.items() if part.node.children}
        kept = {id(part.node) for part in begun.values()}
        for node in [each for each in plan.children if id(each) not in kept]:
            self._remove(node)
        if event.plan.note:
            self._add(plan, Node(localized(event.plan.note), "info"))
        self._parts = {
            each.id: begun.get(each.id) or self._begin(each) for each in event.plan.subtasks
        }
        for each in event.plan.subtasks:
            self._parts[each.id].subtask = each
            self._show_part(self._parts[each.id])
        self._count()

    def step_started(self, event: StepStarted) -> Node | None:
        """Gives the row of the part that a step carries out; None where it carries out none."""
        part = self._parts.get(event.part) if event.part else None
        if part is None:
            return None
        self._steps[event.step_id] = part, event.t
        self._turn(part, "running")
        return part.node

    def step_finished(self, event: StepFinished) -> bool:
        """Takes the end of a part's step; False where the step is none."""
        if event.step_id not in self._steps:
            return False
        part, began = self._steps.pop(event.step_id)
        part.took_s += max(0.0, event.t - began)
        if event.summary:
            look = plan_words.STATE_LOOKS[_ENDS[event.status]]
            self._add(part.node, Node(localized(event.summary), *look))
        if not any(other is part for other, _began in self._steps.values()):
            self._turn(part, _ENDS[event.status])
        return True

    def holds(self, node: Node) -> bool:
        """Tells whether a row is that of a part."""
        return any(part.node is node for part in self._parts.values())

    def run_finished(self) -> None:
        """Says of parts that have not ended that nothing more comes of them."""
        for part in self._parts.values():
            if part.state in ("waiting", "running"):
                self._turn(part, "cut" if part.state == "running" else "left")

    # --- rows

    def _begin(self, subtask: Subtask) -> _Part:
        assert self._plan is not None
        node = Node("", folded=True)  # the plan is to be seen as a whole
        return _Part(subtask, self._add(self._plan, node))

    def _turn(self, part: _Part, state: PartState) -> None:
        part.state = state
        self._show_part(part)
        self._count()

    def _show_part(self, part: _Part) -> None:
        task, node = part.subtask, part.node
        told = plan_words.state(part.state)
        took = words.ms(part.took_s * 1000) if part.took_s else ""
        before = plan_words.after(task.needs)
        node.icon, node.colour = plan_words.STATE_LOOKS[part.state]
        node.mark = plan_words.KIND_ICONS[task.kind]
        node.title = f"{task.id} · {task.question}"
        node.detail = {"waiting": before, "running": told, "left": told}.get(part.state, took)
        facts = (plan_words.kind(task.kind), before, told, took)
        node.tip = f"{task.question}\n{' · '.join(fact for fact in facts if fact)}"
        self._changed(node)

    def _count(self) -> None:
        if self._plan is not None:
            done = sum(part.state == "done" for part in self._parts.values())
            self._plan.detail = plan_words.parts_done(done, len(self._parts))
            self._changed(self._plan)
