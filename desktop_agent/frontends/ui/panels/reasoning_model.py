"""The rows of the reasoning panel, built from a run's events, and their Qt model.

Steps are nested by ``parent_id``. A step that works on a part of the plan is shown below the row of
that part. Tool calls, thinking and text are below their step, and search attempts and pages are
below their tool call. All network use is in one group, with a row for each host.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core import events
from desktop_agent.core.plan import Subtask
from desktop_agent.core.research import QuotedPassage, ShownHit, Source
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
    """A row of the panel.

    ``detail`` is shown at the right end of the row, and ``mark`` is a second icon. ``tip`` is the
    full text if it is longer than the title, and ``row`` is the position among the siblings.

    A longer text, such as a tool's arguments and result, is stored in ``pieces``. ``code`` is
    Python code that is shown before it. If ``kind`` is ``diff``, the text is the new version of
    ``before``.
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

    @property
    def body(self) -> str:
        return "".join(self.pieces)


# --- Rows as plain text


def outline(node: ReasoningNode) -> str:
    """Return the text of a node and its descendants, indented by two spaces per level."""
    lines: list[str] = []
    waiting = [(node, 0)]
    while waiting:
        each, depth = waiting.pop()
        below = depth + 1
        if each.kind != "row":
            lines += ["  " * depth + line for line in each.body.strip().splitlines()]
        elif each.title:
            detail = f" ({each.detail})" if each.detail else ""
            lines.append("  " * depth + each.title + detail)
            lines += ["  " * below + line for line in each.code.splitlines()]
        else:
            below = depth
        waiting.extend((child, below) for child in reversed(each.children))
    return "\n".join(lines)


def full_text(node: ReasoningNode) -> str:
    """Return the full text for a row.

    This is the row's code and long text if it has any. Otherwise, it is the text of the row's only
    child, or else an outline of the row.
    """
    if node.code:
        return node.code + node.body
    if node.pieces:
        return node.body
    bodies = [child for child in node.children if child.kind == "body"]
    return bodies[0].body if len(node.children) == 1 and bodies else outline(node)


# --- Filter by words


def matching(root: ReasoningNode, words: str) -> dict[int, list[ReasoningNode]]:
    """Return the visible children of each node, keyed by the node's ``id()``.

    A row is visible if the row itself, an ancestor or a descendant contains all of ``words``.
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
    for node in reversed(order):  # children before their parents
        if (id(node) in hits or id(node) in below) and node.parent is not None:
            below.add(id(node.parent))
    kept = hits | below
    shown: dict[int, list[ReasoningNode]] = {}
    whole: set[int] = set()
    for node in (root, *order):  # children after their parents
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


# --- Evidence


def evidence_node(event: events.EvidenceFound) -> ReasoningNode:
    """Return a row for the evidence, with the findings as its children."""
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


def _intent_node(event: events.EvidenceFound) -> ReasoningNode:
    """Return a row that says what kind of answer is searched for, and about what."""
    node = ReasoningNode(tr("Asked for: {0}").format(evidence.intent(event.intent)), "info")
    if event.entity:
        node.children = [ReasoningNode(tr("About: {0}").format(event.entity), "info")]
    return node


def _hit(hit: ShownHit) -> ReasoningNode:
    return ReasoningNode(hit.title or hit.url, "page", detail=host_of(hit.url), url=hit.url)


def _parts(event: events.EvidenceFound) -> Iterator[ReasoningNode]:
    if event.candidates:
        rows = [_candidate(each, event.extracted_answer) for each in event.candidates]
        yield _group(tr("Candidates"), "discovery", rows, folded=False)
    if event.passages:
        yield _group(tr("Passages"), "page", [_passage(each) for each in event.passages])
    if event.sources:
        yield _group(tr("Sources"), "page", [_source(each) for each in event.sources])
    for note in event.notes:
        yield ReasoningNode(localized(note), "info")


def _group(
    title: str, icon: str, rows: list[ReasoningNode], *, folded: bool = True
) -> ReasoningNode:
    count = str(len(rows))
    return ReasoningNode(title, icon, detail=count, folded=folded, children=rows)


def _candidate(candidate: Mapping[str, Any], answer: str) -> ReasoningNode:
    value = str(candidate.get("value", ""))
    chosen = bool(answer) and value == answer
    node = ReasoningNode(value, "ok" if chosen else "empty", "ok" if chosen else "muted")
    node.folded = not chosen
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


def _passage(passage: QuotedPassage) -> ReasoningNode:
    title = f"[{passage.source}] {passage.heading}".strip()
    text = passage.text
    body = ReasoningNode(title, kind="body", pieces=[text], size=len(text))
    return ReasoningNode(title, "draft", folded=True, children=[body])


_ENDS: dict[events.StepStatus, PartState] = {
    "ok": "done",
    "failed": "failed",
    "stopped": "cut",
    "skipped": "left",
}


@dataclass(slots=True)
class _Part:
    """A part of the plan, with its row.

    ``took_s`` is the total time in seconds that the steps working on this part have taken.
    """

    subtask: Subtask
    node: ReasoningNode
    state: PartState = "waiting"
    took_s: float = 0.0


class PlanBranch:
    """Adds the rows for the latest plan to ``model`` and keeps them up to date."""

    def __init__(self, model: "ReasoningModel") -> None:
        self._model = model
        self._plan: ReasoningNode | None = None
        self._parts: dict[str, _Part] = {}
        self._steps: dict[str, tuple[_Part, float]] = {}

    def show(self, event: events.PlanMade) -> None:
        """Show a new plan instead of the previous one; parts that have begun keep their rows."""
        title = plan_words.plan_title(event.title, proposed=event.proposed)
        if self._plan is None:
            self._plan = self._model.add(self._model.root, ReasoningNode(title, "group", "accent"))
        plan = self._plan
        plan.title = title
        begun = {name: part for name, part in self._parts.items() if part.node.children}
        kept = {id(part.node) for part in begun.values()}
        for node in [each for each in plan.children if id(each) not in kept]:
            self._model.remove(node)
        if event.plan.note:
            self._model.add(plan, ReasoningNode(localized(event.plan.note), "info"))
        self._parts = {
            each.id: begun.get(each.id) or self._begin(each) for each in event.plan.subtasks
        }
        for each in event.plan.subtasks:
            self._parts[each.id].subtask = each
            self._show_part(self._parts[each.id])
        self._count()

    def step_started(self, event: events.StepStarted) -> ReasoningNode | None:
        """Mark the plan part that a step works on as running, and return its row.

        Return None if the step does not work on a part of the plan.
        """
        part = self._parts.get(event.part) if event.part else None
        if part is None:
            return None
        self._steps[event.step_id] = part, event.t
        self._turn(part, "running")
        return part.node

    def step_finished(self, event: events.StepFinished) -> bool:
        """Record the end of a step; return False if the step did not work on a part of the plan."""
        if event.step_id not in self._steps:
            return False
        part, began = self._steps.pop(event.step_id)
        part.took_s += max(0.0, event.t - began)
        if event.summary:
            look = plan_words.STATE_LOOKS[_ENDS[event.status]]
            self._model.add(part.node, ReasoningNode(localized(event.summary), *look))
        if not any(other is part for other, _began in self._steps.values()):
            self._turn(part, _ENDS[event.status])
        return True

    def holds(self, node: ReasoningNode) -> bool:
        """Return whether ``node`` is the row of a part of the plan."""
        return any(part.node is node for part in self._parts.values())

    def run_finished(self) -> None:
        """Mark each unfinished part as cut short if it has begun, or else as not started."""
        for part in self._parts.values():
            if part.state in ("waiting", "running"):
                self._turn(part, "cut" if part.state == "running" else "left")

    # --- Rows

    def _begin(self, subtask: Subtask) -> _Part:
        assert self._plan is not None
        node = ReasoningNode("", folded=True)
        return _Part(subtask, self._model.add(self._plan, node))

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
        self._model.tell(node)

    def _count(self) -> None:
        if self._plan is not None:
            done = sum(part.state == "done" for part in self._parts.values())
            self._plan.detail = plan_words.parts_done(done, len(self._parts))
            self._model.tell(self._plan)


# --- Rows from events

_TOOL_ICONS = {
    "web_search": "search",
    "web_fetch": "page",
    "flag_discovery": "discovery",
    "sleep": "sleep",
    "start_research": "runs",
}


class ReasoningTree:
    """Builds a model's rows from the events of one run."""

    def __init__(self, model: "ReasoningModel") -> None:
        self._model = model
        self._root = model.root
        self._steps: dict[str, ReasoningNode] = {}
        self._begun: dict[str, float] = {}
        self._tools: dict[str, tuple[events.ToolStarted, ReasoningNode]] = {}
        self._bodies: dict[tuple[str, str], ReasoningNode] = {}
        self._hosts: dict[str, tuple[ReasoningNode, list[int]]] = {}
        self._network: ReasoningNode | None = None
        self._read: list[ReasoningNode] = []  # steps that show what was asked for
        self._plan = PlanBranch(model)
        self._preamble = reasoning.fixed("preamble")
        self._step = self._root
        self._readers: dict[type[events.Event], Callable[[Any], object]] = {
            events.RunStarted: self._run_started,
            events.StepStarted: self._step_started,
            events.StepFinished: self._step_finished,
            events.TextDelta: self._text,
            events.ThinkingDelta: self._text,
            events.ToolStarted: self._tool_started,
            events.ToolFinished: self._tool_finished,
            events.ApprovalAsked: self._approval_asked,
            events.ApprovalGiven: self._approval_given,
            events.SearchAttempt: self._search_attempt,
            events.SearchFailed: self._search_failed,
            events.PageRead: self._page_read,
            events.EvidenceFound: self._evidence,
            events.DiscoveryFlagged: self._discovery,
            events.ModelCall: self._model_call,
            events.Network: self._network_use,
            events.Verdict: self._verdict,
            events.ContextTrimmed: self._context_trimmed,
            events.Notice: self._notice,
            events.TaskStarted: self._task_started,
            events.SleepStarted: self._sleep_started,
            events.SleepEnded: self._sleep_ended,
            events.PlanMade: self._plan.show,
            events.AnswerGiven: self._answer,
            events.RunFinished: self._run_finished,
        }

    def apply(self, event: events.Event) -> None:
        read = self._readers.get(type(event))
        if read is not None:
            read(event)

    def _add(self, parent: ReasoningNode, title: str, *look: Any, **more: Any) -> ReasoningNode:
        """Create a `ReasoningNode` from the arguments and append it to ``parent``."""
        return self._model.add(parent, ReasoningNode(title, *look, **more))

    def _step_of(
        self, event: events.EvidenceFound | events.ModelCall | events.ContextTrimmed | events.Notice
    ) -> ReasoningNode:
        return self._steps.get(event.step_id, self._step)

    # --- The run

    def _run_started(self, event: events.RunStarted) -> None:
        node = self._add(self._root, reasoning.strategy(event.strategy), "info", detail=event.model)
        if event.strategy_reason:
            self._add(node, localized(event.strategy_reason), "info")

    def _run_finished(self, event: events.RunFinished) -> None:
        self._plan.run_finished()
        match event.status:
            case "failed":
                self._add(self._root, localized(event.error), "failed", "error")
            case "stopped":
                self._add(self._root, reasoning.fixed("stopped"), "stop", "warn")
            case "insufficient":
                self._add(self._root, reasoning.fixed("not_answered"), "warning", "warn")

    def _task_started(self, event: events.TaskStarted) -> None:
        title = reasoning.fixed("task_started")
        node = self._add(self._root, title, "runs", detail=event.task_id)
        self._add(node, event.question)

    def _sleep_started(self, event: events.SleepStarted) -> None:
        title = reasoning.fixed("paused" if event.by_person else "sleeping")
        title = f"{title}: {event.reason}" if event.reason else title
        most = reasoning.ms(event.seconds * 1000) if event.mode == "timer" else ""
        self._add(self._root, title, "pause" if event.by_person else "sleep", detail=most)

    def _sleep_ended(self, event: events.SleepEnded) -> None:
        woke = f"{reasoning.fixed('woke')}: {localized(event.reason)}"
        self._add(self._root, woke, "play", detail=reasoning.ms(event.slept_s * 1000))

    def _step_started(self, event: events.StepStarted) -> None:
        part = self._plan.step_started(event)
        if part is not None:
            self._step = self._steps[event.step_id] = part
            return
        parent = self._steps.get(event.parent_id, self._root)
        icon = reasoning.AGENT_ICONS.get(event.agent, "step")
        node = self._add(parent, reasoning.step(event), icon)
        self._step = self._steps[event.step_id] = node
        self._begun[event.step_id] = event.t

    # --- Findings

    def _search_attempt(self, event: events.SearchAttempt) -> None:
        icon, colour = reasoning.OUTCOME_ICONS.get(event.outcome, ("failed", "error"))
        said = reasoning.outcome(event.outcome, event.results)
        parts = [product(event.engine), said]
        if event.detail and event.outcome != "ok":
            parts.append(localized(event.detail))
        tool = self._tool_for("web_search", "query", event.query, event.step_id)
        took = reasoning.ms(event.ms) if event.ms else ""
        hits = [_hit(each) for each in event.hits]
        self._add(tool, " · ".join(parts), icon, colour, took, folded=True, children=hits)

    def _search_failed(self, _event: events.SearchFailed) -> None:
        self._add(self._root, reasoning.fixed("search_failed"), "warning", "warn")

    def _page_read(self, event: events.PageRead) -> None:
        tool = self._tool_for("web_fetch", "url", event.url, event.step_id)
        title, chars = event.title or event.final_url, reasoning.chars(event.chars)
        self._add(tool, title, "page", detail=chars, url=event.final_url)

    def _evidence(self, event: events.EvidenceFound) -> None:
        step = self._step_of(event)
        if step not in self._read:
            self._read.append(step)
            self._model.add(step, _intent_node(event), first=True)
        if not event.preliminary:  # the final evidence of the step includes it
            self._model.add(step, evidence_node(event))

    def _discovery(self, event: events.DiscoveryFlagged) -> None:
        self._add(self._root, event.title, "discovery", "accent", url=event.url)

    def _verdict(self, event: events.Verdict) -> None:
        icon = reasoning.VERDICT_ICONS.get(event.by, "verifier")
        step = self._steps.get(event.step_id, self._root)
        node = self._add(step, reasoning.verdict(event), icon, reasoning.verdict_colour(event))
        for point in reasoning.verdict_points(event):
            self._add(node, point)

    def _notice(self, event: events.Notice) -> None:
        look = ("warning", "warn") if event.level == "warning" else ("info", "muted")
        self._add(self._step_of(event), localized(event.text), *look)

    def _answer(self, event: events.AnswerGiven) -> None:
        title, counted = reasoning.fixed("answer"), reasoning.sources(len(event.sources))
        node = self._add(self._root, title, "ok", "ok", counted, pieces=[event.text])
        drafts = [body for (_, channel), body in self._bodies.items() if channel == "draft"]
        said = [each for each in drafts if each.parent and each.parent.title != self._preamble]
        draft = said[-1].body.strip() if said else ""
        if draft and draft != event.text.strip():
            title = reasoning.fixed("diff")
            self._add(node, title, "diff", kind="diff", before=draft, pieces=[event.text])

    # --- Steps, texts and tools

    def _text(self, event: events.TextDelta | events.ThinkingDelta) -> None:
        thinking = isinstance(event, events.ThinkingDelta)
        key = (event.step_id, "thinking" if thinking else event.channel)
        body = self._bodies.get(key)
        if body is None:
            title, icon = reasoning.body_title(key[1])
            step = self._steps.get(event.step_id, self._root)
            body = self._add(self._add(step, title, icon, folded=True), "", kind="body")
            self._bodies[key] = body
        body.pieces.append(event.text)
        body.size += len(event.text)
        assert body.parent is not None
        body.parent.detail = reasoning.chars(body.size)
        self._model.tell(body.parent)
        self._model.tell(body)

    def _step_finished(self, event: events.StepFinished) -> None:
        node = self._steps.get(event.step_id)
        if node is None or self._plan.step_finished(event):
            return
        if event.status == "failed":
            node.icon, node.colour = "failed", "error"
            if event.summary:
                self._add(node, localized(event.summary), "failed", "error")
        elif event.status == "stopped":
            node.icon, node.colour = "stop", "warn"
        took = event.t - self._begun[event.step_id]
        if took > 0:
            node.detail = reasoning.ms(took * 1000)
        self._model.tell(node)

    def _tool_started(self, event: events.ToolStarted) -> None:
        title = reasoning.tool_title(event.tool, event.arguments)
        node = ReasoningNode(title, _TOOL_ICONS.get(event.tool, "tool"))
        node.url = str(event.arguments.get("url", ""))
        code = event.arguments.get("code")
        if event.tool == "run_python" and isinstance(code, str):
            node.code = code.rstrip()
        else:
            node.pieces = [reasoning.call(event.tool, event.arguments)]
        self._model.add(self._steps.get(event.step_id, self._step), node)
        self._tools[event.call_id] = (event, node)
        for channel in ("draft", "final"):
            said = self._bodies.get((event.step_id, channel))
            if said is not None and said.parent is not None:
                said.parent.title = self._preamble
                self._model.tell(said.parent)

    def _tool_finished(self, event: events.ToolFinished) -> None:
        if event.call_id not in self._tools:
            return
        node = self._tools[event.call_id][1]
        node.detail = reasoning.ms(event.ms)
        if event.summary:
            node.pieces.append(f"\n\n→ {localized(event.summary)}")
        if not event.ok:
            node.colour = "error"
        if event.summary and not (event.ok and node.children):
            look = ("ok", "ok") if event.ok else ("failed", "error")
            self._add(node, localized(event.summary), *look)
        self._model.tell(node)

    def _approval_asked(self, event: events.ApprovalAsked) -> None:
        _, call = self._tools.get(event.call_id, (None, self._step))
        self._add(call, reasoning.asked(), "key", detail=event.server)

    def _approval_given(self, event: events.ApprovalGiven) -> None:
        _, call = self._tools.get(event.call_id, (None, self._step))
        title, colour = reasoning.given(event.answer)
        node = self._add(call, title, "ok" if colour == "ok" else "stop", colour)
        if event.reason:
            self._add(node, localized(event.reason))

    def _tool_for(self, tool: str, argument: str, value: str, step_id: str) -> ReasoningNode:
        """Return the row for the step's latest call to ``tool``, or for the step if there is none.

        Because the calls of a step can run in parallel, a call whose ``argument`` has the given
        value is preferred.
        """
        step = last = self._steps.get(step_id, self._step)
        for started, node in reversed(self._tools.values()):
            if started.tool == tool and (not step_id or started.step_id == step_id):
                if started.arguments.get(argument) == value:
                    return node
                last = node if last is step else last
        return last

    def _model_call(self, event: events.ModelCall) -> None:
        step = self._step_of(event)
        title = f"{event.model} · {reasoning.tokens(event.prompt_tokens, event.completion_tokens)}"
        self._add(step, title, "model", detail=reasoning.ms(event.ms))
        if step is not self._root and not self._plan.holds(step):
            step.detail = reasoning.ms(event.ms)
            self._model.tell(step)

    def _network_use(self, event: events.Network) -> None:
        if self._network is None:
            title = reasoning.fixed("network")
            self._network = self._add(self._root, title, "network", folded=True)
        if event.host not in self._hosts:
            node = self._add(self._network, event.host, "online")
            self._hosts[event.host] = (node, [0, 0])
        node, sums = self._hosts[event.host]
        sums[0] += event.bytes_sent
        sums[1] += event.bytes_received
        purpose = f" · {reasoning.purpose(event.purpose)}" if event.purpose else ""
        node.title = event.host + purpose
        node.detail = reasoning.traffic(*sums)
        self._network.detail = reasoning.hosts(len(self._hosts))
        self._model.tell(node)
        self._model.tell(self._network)

    def _context_trimmed(self, event: events.ContextTrimmed) -> None:
        detail = f"{event.tokens_before:,} → {event.tokens_after:,}"
        title = reasoning.fixed("trimmed")
        node = self._add(self._step_of(event), title, "trimmed", "warn", detail)
        for removed in event.removed:
            self._add(node, removed)


# --- Qt model

Index = QModelIndex | QPersistentModelIndex
NODE = Qt.ItemDataRole.UserRole.value
"""Item data role of the node, used by the delegate."""
_NOWHERE = QModelIndex()
_MOST_SHOWN = 400
"""Maximum number of characters of a long text shown in its row; the details show all of it."""


class ReasoningModel(QAbstractItemModel):
    """A Qt model of a run's rows.

    Each index contains the id of its node rather than a pointer to a Python object.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: dict[int, ReasoningNode] = {}
        self._shown: dict[int, list[ReasoningNode]] | None = None
        self._rows: dict[int, int] = {}
        self._words = ""
        self._news: dict[int, ReasoningNode] = {}
        self._stale = False
        self.root = ReasoningNode("")
        self._tree = ReasoningTree(self)

    def look_for(self, words: str) -> None:
        self._words = words.strip()
        self._filter()

    def catch_up(self) -> None:
        """Notify the views once for each changed row, and filter the rows again if needed."""
        news, self._news = self._news, {}
        for node in news.values():
            index = self.index_of(node)
            if index.isValid():
                self.dataChanged.emit(index, index)
        if self._shown is not None and self._stale:
            self._filter()

    @property
    def count(self) -> int:
        """The number of rows, including those that are filtered out."""
        return len(self._nodes)

    def _filter(self) -> None:
        self.beginResetModel()
        self._stale = False
        self._shown = matching(self.root, self._words) if self._words else None
        self._rows = {}
        for children in (self._shown or {}).values():
            self._rows.update((id(child), row) for row, child in enumerate(children))
        self.endResetModel()

    def _children(self, node: ReasoningNode) -> list[ReasoningNode]:
        return node.children if self._shown is None else self._shown.get(id(node), [])

    def clear(self) -> None:
        self.beginResetModel()
        self._nodes = {}
        self._news = {}
        self._shown = {} if self._words else None
        self.root = ReasoningNode("")
        self._tree = ReasoningTree(self)
        self.endResetModel()

    def apply(self, event: events.Event) -> None:
        """Apply an event. Changes to existing rows are shown only after `catch_up`."""
        self._tree.apply(event)

    def node(self, index: Index) -> ReasoningNode:
        """Return the node at an index, or the root if the index is invalid."""
        return self._nodes[index.internalId()] if index.isValid() else self.root

    def index_of(self, node: ReasoningNode) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        row = node.row if self._shown is None else self._rows.get(id(node), -1)
        return self.createIndex(row, 0, id(node)) if row >= 0 else QModelIndex()

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        children = self._children(self.node(parent))
        if column or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, id(children[row]))

    def parent(self, child: Index | None = None) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent
        if child is None or not child.isValid():
            return QModelIndex()
        above = self.node(child).parent
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return len(self._children(self.node(parent)))

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: ARG002 - Qt's signature
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self.node(index)
        if role == NODE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return _end_of(node) if node.kind == "body" else node.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return node.tip or node.url or (node.title if node.kind == "row" else None)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = node.tip.replace("\n", ", ") or node.title
            return f"{said} {node.detail}".strip() if said else _end_of(node)
        return None

    # --- Changes by the tree

    def add(
        self, parent: ReasoningNode, node: ReasoningNode, *, first: bool = False
    ) -> ReasoningNode:
        """Append ``node`` and its descendants to the children of ``parent``; return ``node``.

        If ``first`` is True, ``node`` is put before the other children instead.
        """
        below, node.children = node.children, []
        node.parent, node.row = parent, 0 if first else len(parent.children)
        if self._shown is None:
            self.beginInsertRows(self.index_of(parent), node.row, node.row)
        for sibling in parent.children[node.row :]:
            sibling.row += 1
        parent.children.insert(node.row, node)
        self._nodes[id(node)] = node
        if self._shown is None:
            self.endInsertRows()
        else:
            self._stale = True
        for child in below:
            self.add(node, child)
        return node

    def remove(self, node: ReasoningNode) -> None:
        parent = node.parent
        assert parent is not None
        if self._shown is None:
            self.beginRemoveRows(self.index_of(parent), node.row, node.row)
        del parent.children[node.row]
        for place, sibling in enumerate(parent.children[node.row :], node.row):
            sibling.row = place
        node.parent = None
        waiting = [node]
        while waiting:
            each = waiting.pop()
            del self._nodes[id(each)]
            self._news.pop(id(each), None)
            waiting += each.children
        if self._shown is None:
            self.endRemoveRows()
        else:
            self._filter()  # at once: views must not request a removed row

    def tell(self, node: ReasoningNode) -> None:
        """Mark a row to be repainted at the next `catch_up`."""
        self._news[id(node)] = node
        self._stale = self._shown is not None


def _end_of(node: ReasoningNode) -> str:
    """Return the end of a node's text, which may still be growing, on one line."""
    end = "".join(node.pieces[-_MOST_SHOWN:]) if node.size > _MOST_SHOWN else node.body
    text = " ".join(end.split())
    return text if len(text) <= _MOST_SHOWN else "… " + text[-_MOST_SHOWN:]
