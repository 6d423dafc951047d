"""The rows of the reasoning panel: nodes, their text, filtering, and functions that build rows.

Rows are built for single events, for evidence and for the plan, whose rows follow its parts live.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from desktop_agent.core.events import (
    ApprovalAsked,
    ApprovalGiven,
    EvidenceFound,
    PlanMade,
    RunFinished,
    SearchAttempt,
    SleepEnded,
    SleepStarted,
    StepFinished,
    StepStarted,
    StepStatus,
    TaskStarted,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.plan import Subtask
from desktop_agent.core.research import Source
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence, reasoning
from desktop_agent.frontends.ui.wording import plan as plan_words
from desktop_agent.frontends.ui.wording.evidence import tr
from desktop_agent.frontends.ui.wording.labels import product
from desktop_agent.frontends.ui.wording.plan import PartState

# --- Row


@dataclass(slots=True, eq=False)
class ReasoningNode:
    """One row. ``detail`` is shown on the right, and ``body`` is a longer text that can be folded.

    Any row may have a longer text, such as the arguments and the result of a tool; if it is a
    ``diff``, that text is the new version of ``before``. ``code`` is Python code shown before that
    text. ``mark`` is a second icon, and ``tip`` is the full text if it is longer than the title.
    """

    title: str
    icon: str = "step"
    colour: ColourName = "muted"
    detail: str = ""
    url: str = ""
    kind: Literal["row", "body", "diff"] = "row"
    mark: str = ""
    tip: str = ""
    code: str = ""
    folded: bool = False
    parent: "ReasoningNode | None" = None
    children: list["ReasoningNode"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    before: str = ""
    row: int = 0
    """The row's position among its siblings."""

    @property
    def body(self) -> str:
        """The longer text of the row."""
        return "".join(self.pieces)


# --- Rows as plain text


def outline(node: ReasoningNode) -> str:
    """Return a node and all nodes below it, with two spaces per level, without the root."""
    lines: list[str] = []
    waiting = [(node, 0)]
    while waiting:
        each, depth = waiting.pop()
        below = depth + 1
        if each.kind != "row":
            lines += ["  " * depth + line for line in each.body.strip().splitlines()]
        elif each.title and each.code:
            lines.append("  " * depth + _headed(each))
            lines += ["  " * below + line for line in each.code.splitlines()]
        elif each.title:
            lines.append("  " * depth + _headed(each))
        else:
            below = depth
        waiting.extend((child, below) for child in reversed(each.children))
    return "\n".join(lines)


def full_text(node: ReasoningNode) -> str:
    """Return the longer text of a row, or else its line and the lines below it."""
    if node.code:
        return node.code + node.body
    if node.pieces:
        return node.body
    bodies = [child for child in node.children if child.kind == "body"]
    return bodies[0].body if len(node.children) == 1 and bodies else outline(node)


def _headed(node: ReasoningNode) -> str:
    return f"{node.title} ({node.detail})" if node.detail else node.title


# --- Filter by words


def matching(root: ReasoningNode, words: str) -> dict[int, list[ReasoningNode]]:
    """Return the visible children, keyed by node id.

    If a row contains all of ``words``, everything below it is visible.
    """
    wanted = words.casefold().split()
    order: list[ReasoningNode] = []
    waiting = list(root.children)
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(node.children)
    hits = {id(node) for node in order if _holds(node, wanted)}
    below: set[int] = set()
    for node in reversed(order):  # children come before their parents
        if (id(node) in hits or id(node) in below) and node.parent is not None:
            below.add(id(node.parent))
    kept = hits | below
    shown: dict[int, list[ReasoningNode]] = {}
    whole: set[int] = set()
    for node in (root, *order):  # and here after them
        if id(node) in hits or id(node.parent) in whole:
            whole.add(id(node))
        if id(node) in whole:
            shown[id(node)] = node.children
        else:
            shown[id(node)] = [child for child in node.children if id(child) in kept]
    return shown


def _holds(node: ReasoningNode, wanted: list[str]) -> bool:
    head = f"{node.title} {node.detail} {node.url}".casefold()
    if all(word in head for word in wanted):
        return True
    if not (node.pieces or node.code):
        return False
    text = f"{head} {node.code} {node.body}".casefold()
    return all(word in text for word in wanted)


# --- Rows for single events

_TOOL_ICONS = {
    "web_search": "search",
    "web_fetch": "page",
    "flag_discovery": "discovery",
    "sleep": "sleep",
    "start_research": "runs",
}


def end_node(event: RunFinished) -> ReasoningNode:
    """Return the row for a run that ended without an answer."""
    match event.status:
        case "failed":
            return ReasoningNode(localized(event.error), "failed", "error")
        case "stopped":
            return ReasoningNode(reasoning.fixed("stopped"), "stop", "warn")
    return ReasoningNode(reasoning.fixed("not_answered"), "warning", "warn")


def attempt_node(event: SearchAttempt) -> ReasoningNode:
    """Return the row for a request to a search engine."""
    icon, colour = reasoning.OUTCOME_ICONS.get(event.outcome, ("failed", "error"))
    said = reasoning.outcome(event.outcome, event.results)
    parts = [product(event.engine), said]
    if event.detail and event.outcome != "ok":
        parts.append(localized(event.detail))
    return ReasoningNode(
        " · ".join(parts), icon, colour, reasoning.ms(event.ms) if event.ms else ""
    )


def tool_node(event: ToolStarted) -> ReasoningNode:
    """Return the row for a tool call with its full arguments; code is highlighted as such."""
    node = ReasoningNode(
        reasoning.tool_title(event.tool, event.arguments), _TOOL_ICONS.get(event.tool, "tool")
    )
    node.url = str(event.arguments.get("url", ""))
    code = event.arguments.get("code")
    if event.tool == "run_python" and isinstance(code, str):
        node.code = code.rstrip()
    else:
        node.pieces = [reasoning.call(event.tool, event.arguments)]
    return node


def approval_node(event: ApprovalAsked | ApprovalGiven) -> ReasoningNode:
    """Return the row for an approval request, or for its decision."""
    if isinstance(event, ApprovalAsked):
        return ReasoningNode(reasoning.asked(), "key", detail=event.server)
    title, colour = reasoning.given(event.answer)
    node = ReasoningNode(title, "ok" if colour == "ok" else "stop", colour)
    if event.reason:
        node.children = [ReasoningNode(localized(event.reason), "step")]
    return node


def waiting_node(event: SleepStarted | SleepEnded | TaskStarted) -> ReasoningNode:
    """Return the row for a run that sleeps, resumes, or starts a task."""
    match event:
        case TaskStarted():
            node = ReasoningNode(reasoning.fixed("task_started"), "runs", detail=event.task_id)
            node.children = [ReasoningNode(event.question, "step")]
            return node
        case SleepStarted():
            title = reasoning.fixed("paused" if event.by_person else "sleeping")
            icon = "pause" if event.by_person else "sleep"
            most = reasoning.ms(event.seconds * 1000) if event.mode == "timer" else ""
            return ReasoningNode(
                f"{title}: {event.reason}" if event.reason else title, icon, detail=most
            )
    woke = f"{reasoning.fixed('woke')}: {localized(event.reason)}"
    return ReasoningNode(woke, "play", detail=reasoning.ms(event.slept_s * 1000))


def verdict_node(event: Verdict) -> ReasoningNode:
    """Return the row for a verdict, with its points below."""
    icon = reasoning.VERDICT_ICONS.get(event.by, "verifier")
    node = ReasoningNode(reasoning.verdict(event), icon, "ok" if event.ok else "warn")
    node.children = [ReasoningNode(point, "step") for point in reasoning.verdict_points(event)]
    return node


# --- Evidence


def evidence_node(event: EvidenceFound) -> ReasoningNode:
    """Return the row for the evidence: the parsed question, candidates, sources and notes."""
    found = event.extracted_answer
    if found:
        node = ReasoningNode(tr("Evidence: {0}").format(found), "evidence", "ok")
        node.detail = evidence.sureness(event.confidence)
    elif event.sufficient and event.passages:
        node = ReasoningNode(tr("Evidence: passages, no single value"), "evidence", "accent")
    else:
        node = ReasoningNode(reasoning.fixed("insufficient"), "evidence", "warn")
    node.children = list(_parts(event))
    return node


def _parts(event: EvidenceFound) -> Iterator[ReasoningNode]:
    yield ReasoningNode(tr("Asked for: {0}").format(evidence.intent(event.intent)), "info")
    if event.entity:
        yield ReasoningNode(tr("About: {0}").format(event.entity), "info")
    if event.candidates:
        candidates = ReasoningNode(tr("Candidates"), "discovery", detail=str(len(event.candidates)))
        candidates.children = [
            _candidate(each, event.extracted_answer) for each in event.candidates
        ]
        yield candidates
    if event.passages:
        passages = ReasoningNode(
            tr("Passages"), "page", detail=str(len(event.passages)), folded=True
        )
        for each in event.passages:
            title = f"[{each.source}] {each.heading}".strip()
            passages.children.append(_text_node(title, each.text))
        yield passages
    if event.sources:
        sources = ReasoningNode(tr("Sources"), "page", detail=str(len(event.sources)), folded=True)
        sources.children = [_source(each) for each in event.sources]
        yield sources
    for note in event.notes:
        yield ReasoningNode(localized(note), "info")


def _candidate(candidate: Mapping[str, Any], answer: str) -> ReasoningNode:
    value = str(candidate.get("value", ""))
    chosen = bool(answer) and value == answer
    node = ReasoningNode(
        value, "ok" if chosen else "empty", "ok" if chosen else "muted", folded=not chosen
    )
    node.detail = evidence.sureness(candidate.get("confidence"))
    domains = candidate.get("domains")
    if isinstance(domains, list | tuple) and domains:
        said = tr("Said by {0}").format(", ".join(str(each) for each in domains))
        node.children.append(ReasoningNode(said, "network"))
    if candidate.get("why"):
        node.children.append(ReasoningNode(localized(str(candidate["why"])), "info"))
    return node


def _source(source: Source) -> ReasoningNode:
    title = f"[{source.number}] {source.title or source.url}"
    icon = "page" if source.read else "search"
    return ReasoningNode(title, icon, detail=host_of(source.url), url=source.url)


def _text_node(title: str, text: str) -> ReasoningNode:
    node = ReasoningNode(title, "draft", folded=True)
    node.children = [ReasoningNode(title, kind="body", pieces=[text], size=len(text))]
    return node


_ENDS: dict[StepStatus, PartState] = {
    "ok": "done",
    "failed": "failed",
    "stopped": "cut",
    "skipped": "left",
}


@dataclass(slots=True)
class _Part:
    """A part of the plan with its row and its state; ``took_s`` is the time worked in seconds."""

    subtask: Subtask
    node: ReasoningNode
    state: PartState = "waiting"
    took_s: float = 0.0


class PlanBranch:
    """Maintains the rows of the newest plan.

    ``add``, ``remove`` and ``changed`` are functions of the tree.
    """

    def __init__(
        self,
        add: Callable[[ReasoningNode], ReasoningNode],
        below: Callable[[ReasoningNode, ReasoningNode], ReasoningNode],
        remove: Callable[[ReasoningNode], None],
        changed: Callable[[ReasoningNode], None],
    ) -> None:
        self._add_top = add
        self._add = below
        self._remove = remove
        self._changed = changed
        self._plan: ReasoningNode | None = None
        self._parts: dict[str, _Part] = {}
        self._steps: dict[str, tuple[_Part, float]] = {}

    def show(self, event: PlanMade) -> None:
        """Show a plan in place of the previous one.

        Parts that have already begun keep their rows.
        """
        title = plan_words.plan_title(event.title, proposed=event.proposed)
        if self._plan is None:
            self._plan = self._add_top(ReasoningNode(title, "group", "accent"))
        plan = self._plan
        plan.title = title
        begun = {name: part for name, part in self._parts.items() if part.node.children}
        kept = {id(part.node) for part in begun.values()}
        for node in [each for each in plan.children if id(each) not in kept]:
            self._remove(node)
        if event.plan.note:
            self._add(plan, ReasoningNode(localized(event.plan.note), "info"))
        self._parts = {
            each.id: begun.get(each.id) or self._begin(each) for each in event.plan.subtasks
        }
        for each in event.plan.subtasks:
            self._parts[each.id].subtask = each
            self._show_part(self._parts[each.id])
        self._count()

    def step_started(self, event: StepStarted) -> ReasoningNode | None:
        """Return the row of the part that a step works on, or None if it works on no part."""
        part = self._parts.get(event.part) if event.part else None
        if part is None:
            return None
        self._steps[event.step_id] = part, event.t
        self._turn(part, "running")
        return part.node

    def step_finished(self, event: StepFinished) -> bool:
        """Record the end of a part's step; return False for any other step."""
        if event.step_id not in self._steps:
            return False
        part, began = self._steps.pop(event.step_id)
        part.took_s += max(0.0, event.t - began)
        if event.summary:
            look = plan_words.STATE_LOOKS[_ENDS[event.status]]
            self._add(part.node, ReasoningNode(localized(event.summary), *look))
        if not any(other is part for other, _began in self._steps.values()):
            self._turn(part, _ENDS[event.status])
        return True

    def holds(self, node: ReasoningNode) -> bool:
        """Return whether a row belongs to a part."""
        return any(part.node is node for part in self._parts.values())

    def run_finished(self) -> None:
        """Mark unfinished parts as cut short or never begun."""
        for part in self._parts.values():
            if part.state in ("waiting", "running"):
                self._turn(part, "cut" if part.state == "running" else "left")

    # --- Rows

    def _begin(self, subtask: Subtask) -> _Part:
        assert self._plan is not None
        node = ReasoningNode("", folded=True)  # the plan is to be seen as a whole
        return _Part(subtask, self._add(self._plan, node))

    def _turn(self, part: _Part, state: PartState) -> None:
        part.state = state
        self._show_part(part)
        self._count()

    def _show_part(self, part: _Part) -> None:
        task, node = part.subtask, part.node
        told = plan_words.state(part.state)
        took = reasoning.ms(part.took_s * 1000) if part.took_s else ""
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
