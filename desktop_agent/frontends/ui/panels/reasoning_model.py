"""The rows of the reasoning panel, built from a run's events, and their Qt model.

Steps are nested by ``parent_id``. A step that works on a part of the plan is shown below that
part's row. Tool calls, thinking and text are below their step, and search attempts and pages below
their tool call.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, Qt

from desktop_agent.core import events
from desktop_agent.core.plan import Subtask
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.widgets.list_view import ROW, Index
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import reasoning
from desktop_agent.frontends.ui.wording.labels import label, product, translated
from desktop_agent.frontends.ui.wording.reasoning import tr

_fixed = partial(label, "Reasoning", "fixed")
_evidence = partial(QCoreApplication.translate, "Evidence")
_approvals = partial(QCoreApplication.translate, "Approvals")
_plan = partial(QCoreApplication.translate, "Plan")

# --- Row


@dataclass(slots=True, eq=False)
class ReasoningNode:
    """A row of the panel; ``detail`` is shown at its right end.

    Longer text, such as a tool's arguments and result, is stored in ``pieces``. A ``body`` node has
    only such text. ``row`` is the node's position among its siblings.
    """

    title: str
    icon: str = "step"
    colour: ColourName = "muted"
    detail: str = ""
    url: str = ""
    kind: Literal["row", "body"] = "row"
    folded: bool = False
    parent: "ReasoningNode | None" = None
    children: list["ReasoningNode"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    row: int = 0

    @property
    def body(self) -> str:
        return "".join(self.pieces)


def outline(node: ReasoningNode, depth: int = 0) -> Iterator[str]:
    """Yield the lines of a node and its descendants, indented by two spaces per level."""
    if node.kind == "body":
        yield from ("  " * depth + line for line in node.body.strip().splitlines())
    elif node.title:
        detail = f" ({node.detail})" if node.detail else ""
        yield "  " * depth + node.title + detail
        depth += 1
    for child in node.children:
        yield from outline(child, depth)


def full_text(node: ReasoningNode) -> str:
    """Return the long text of a row or its only child, or an outline if neither has any."""
    source = text_source(node)
    return source.body if source is not None else "\n".join(outline(node))


def text_source(node: ReasoningNode) -> ReasoningNode | None:
    """Return the node that holds a row's long text, which may still grow, or None."""
    if node.pieces:
        return node
    alone = len(node.children) == 1 and node.children[0].kind == "body"
    return node.children[0] if alone else None


# --- Qt model

_NOWHERE = QModelIndex()
_MOST_SHOWN = 400
"""Maximum number of characters of a long text shown in its row; the details show all of it."""


class ReasoningModel(QAbstractItemModel):
    """A Qt model of a run's rows; its indexes hold the ids of their nodes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.clear()

    def clear(self) -> None:
        self.beginResetModel()
        self.root = ReasoningNode("")
        self._nodes: dict[int, ReasoningNode] = {}
        self._news: dict[int, ReasoningNode] = {}
        self._builder = _Builder(self)
        self.endResetModel()

    def apply(self, event: events.Event) -> None:
        """Apply an event. Changes to existing rows are shown only after `catch_up`."""
        self._builder.apply(event)

    def catch_up(self) -> None:
        """Notify the views once for each changed row."""
        news, self._news = self._news, {}
        for node in news.values():
            index = self.index_of(node)
            self.dataChanged.emit(index, index)

    @property
    def count(self) -> int:
        return len(self._nodes)

    def node(self, index: Index) -> ReasoningNode:
        """Return the node at an index, or the root if the index is invalid."""
        return self._nodes[index.internalId()] if index.isValid() else self.root

    def index_of(self, node: ReasoningNode) -> QModelIndex:
        return QModelIndex() if node.parent is None else self.createIndex(node.row, 0, id(node))

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        children = self.node(parent).children
        if column or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, id(children[row]))

    def parent(self, child: Index | None = None) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent
        above = self.node(child).parent if child is not None else None
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return len(self.node(parent).children)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: ARG002 - Qt's signature
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self.node(index)
        match role:
            case _ if role == ROW:
                return node
            case Qt.ItemDataRole.DisplayRole:
                return node.title if node.kind != "body" else end_of(node)
            case Qt.ItemDataRole.ToolTipRole:
                return node.url or node.title or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{node.title} {node.detail}".strip() or end_of(node)
        return None

    # --- Changes

    def add(self, parent: ReasoningNode, node: ReasoningNode) -> ReasoningNode:
        """Append ``node`` and its descendants to the children of ``parent``; return ``node``."""
        below, node.children = node.children, []
        node.parent, node.row = parent, len(parent.children)
        self.beginInsertRows(self.index_of(parent), node.row, node.row)
        parent.children.append(node)
        self._nodes[id(node)] = node
        self.endInsertRows()
        for child in below:
            self.add(node, child)
        return node

    def remove(self, node: ReasoningNode) -> None:
        """Remove a row that has no children."""
        parent = node.parent
        assert parent is not None
        self.beginRemoveRows(self.index_of(parent), node.row, node.row)
        del parent.children[node.row]
        for row, sibling in enumerate(parent.children):
            sibling.row = row
        node.parent = None
        del self._nodes[id(node)]
        self._news.pop(id(node), None)
        self.endRemoveRows()

    def tell(self, node: ReasoningNode) -> None:
        """Mark a row for repainting at the next `catch_up`."""
        self._news[id(node)] = node


def end_of(node: ReasoningNode) -> str:
    """Return the end of a node's text on one line."""
    text = " ".join("".join(node.pieces[-_MOST_SHOWN:]).split())
    return text if len(text) <= _MOST_SHOWN else "… " + text[-_MOST_SHOWN:]


# --- Evidence


def evidence_node(event: events.EvidenceFound) -> ReasoningNode:
    """Return a row for the evidence, with the intent, candidates and notes as its children."""
    found = event.extracted_answer
    if found:
        node = ReasoningNode(_evidence("Evidence: {0}").format(found), "evidence", "ok")
        node.detail = _percent(event.confidence)
    elif event.sufficient and event.passages:
        node = ReasoningNode(_evidence("Evidence: quotes only"), "evidence", "accent")
    else:
        node = ReasoningNode(_fixed("insufficient"), "evidence", "warn")
    intent = label("Evidence", "intent", event.intent, event.intent)
    wanted = " · ".join(part for part in (intent, event.entity) if part)
    node.children.append(ReasoningNode(_evidence("Looking for: {0}").format(wanted), "info"))
    candidates = [_candidate(each, found) for each in event.candidates]
    if candidates:
        count = str(len(candidates))
        group = ReasoningNode(
            _evidence("Candidates"), "discovery", detail=count, children=candidates
        )
        node.children.append(group)
    node.children += [ReasoningNode(localized(note), "info") for note in event.notes]
    return node


def _candidate(candidate: Mapping[str, Any], answer: str) -> ReasoningNode:
    value = str(candidate.get("value", ""))
    chosen = bool(answer) and value == answer
    node = ReasoningNode(value, "ok" if chosen else "empty", "ok" if chosen else "muted")
    node.detail = _percent(candidate.get("confidence"))
    domains = candidate.get("domains")
    if isinstance(domains, list | tuple) and domains:
        said = _evidence("According to {0}").format(", ".join(str(each) for each in domains))
        node.children.append(ReasoningNode(said, "network"))
    if candidate.get("why"):
        node.children.append(ReasoningNode(localized(str(candidate["why"])), "info"))
    return node


def _percent(confidence: object) -> str:
    return f"{confidence:.0%}" if isinstance(confidence, int | float) else ""


# --- Plan

PartState = Literal["waiting", "running", "done", "failed", "cut", "left"]
"""The state of a part; ``cut`` parts timed out or were stopped, and ``left`` parts never began."""

_STATE_LOOKS: Mapping[PartState, tuple[str, ColourName]] = {
    "waiting": ("clock", "faint"),
    "running": ("play", "accent"),
    "done": ("ok", "ok"),
    "failed": ("failed", "error"),
    "cut": ("trimmed", "warn"),
    "left": ("skipped", "faint"),
}


@dataclass(slots=True)
class _Part:
    """A part of the plan, with the ids of the steps working on it."""

    subtask: Subtask
    node: ReasoningNode
    state: PartState = "waiting"
    steps: set[str] = field(default_factory=set)


class _Plan:
    """The rows of the latest plan."""

    def __init__(self, model: ReasoningModel) -> None:
        self._model = model
        self._row: ReasoningNode | None = None
        self._parts: dict[str, _Part] = {}

    def show(self, event: events.PlanMade) -> None:
        """Replace the previous plan; parts that have begun keep their rows."""
        if self._row is None:
            self._row = self._model.add(self._model.root, ReasoningNode("", "group", "accent"))
        row = self._row
        name = _plan("Plan: {0}").format(event.title) if event.title else _plan("Plan")
        row.title = _plan("{0} · waiting for you").format(name) if event.proposed else name
        begun = {name: part for name, part in self._parts.items() if part.node.children}
        kept = [part.node for part in begun.values()]
        for node in [each for each in row.children if each not in kept]:
            self._model.remove(node)
        if event.plan.note:
            self._model.add(row, ReasoningNode(localized(event.plan.note), "info"))
        self._parts = {}
        for task in event.plan.subtasks:
            part = begun.get(task.id) or _Part(task, self._model.add(row, ReasoningNode("")))
            part.subtask = task
            self._parts[task.id] = part
            self._turn(part, part.state)

    def step_started(self, event: events.StepStarted) -> ReasoningNode | None:
        """Mark a step's part as running and return its row, or None for a step without a part."""
        part = self._parts.get(event.part) if event.part else None
        if part is None:
            return None
        part.steps.add(event.step_id)
        self._turn(part, "running")
        return part.node

    def step_finished(self, event: events.StepFinished) -> bool:
        """Record the end of a step; return False if the step works on no part of the plan."""
        part = next((each for each in self._parts.values() if event.step_id in each.steps), None)
        if part is None:
            return False
        part.steps.remove(event.step_id)
        state = _ENDS[event.status]
        if event.summary:
            look = _STATE_LOOKS[state]
            self._model.add(part.node, ReasoningNode(localized(event.summary), *look))
        if not part.steps:
            self._turn(part, state)
        return True

    def holds(self, node: ReasoningNode) -> bool:
        return any(part.node is node for part in self._parts.values())

    def run_finished(self) -> None:
        """Mark unfinished parts as cut short if they have begun, and as not started otherwise."""
        for part in self._parts.values():
            if part.state in ("waiting", "running"):
                self._turn(part, "cut" if part.state == "running" else "left")

    def _turn(self, part: _Part, state: PartState) -> None:
        part.state = state
        task, node = part.subtask, part.node
        node.icon, node.colour = _STATE_LOOKS[state]
        node.title = f"{task.id} · {task.question}"
        node.detail = label("Plan", "state", state)
        if state == "waiting" and task.needs:
            after = _plan("after {0}").format(", ".join(task.needs))
            node.detail = f"{node.detail} · {after}"
        self._model.tell(node)
        assert self._row is not None
        done, count = sum(part.state == "done" for part in self._parts.values()), len(self._parts)
        said = _plan("{0} of 1 part") if count == 1 else _plan("{0} of {1} parts")
        self._row.detail = said.format(done, count)
        self._model.tell(self._row)


_ENDS: dict[events.StepStatus, PartState] = {
    "ok": "done",
    "failed": "failed",
    "stopped": "cut",
    "skipped": "left",
}

# --- Rows of events that need no other row

_VERDICT_ICONS: Mapping[str, str] = {"consulter": "critique", "swarm": "model"}


def run_row(event: events.Event) -> ReasoningNode | None:
    """Return a row for an event about the run as a whole, or None for other events."""
    match event:
        case events.RunStarted(strategy=strategy, strategy_reason=reason):
            why = [ReasoningNode(localized(reason), "info")] if reason else []
            title = tr("Mode: {0}").format(reasoning.strategy_name(strategy))
            return ReasoningNode(title, "info", detail=event.model, children=why)
        case events.TaskStarted():
            title, asked = _fixed("task_started"), [ReasoningNode(event.question)]
            return ReasoningNode(title, "runs", detail=event.task_id, children=asked)
        case events.SleepStarted(by_person=by_person, reason=reason):
            title = _fixed("paused" if by_person else "sleeping")
            title = f"{title}: {reason}" if reason else title
            most = reasoning.ms(event.seconds * 1000) if event.mode == "timer" else ""
            return ReasoningNode(title, "pause" if by_person else "sleep", detail=most)
        case events.SleepEnded():
            title = f"{_fixed('woke')}: {localized(event.reason)}"
            return ReasoningNode(title, "play", detail=reasoning.ms(event.slept_s * 1000))
        case events.SearchFailed():
            return ReasoningNode(_fixed("search_failed"), "warning", "warn")
        case events.DiscoveryFlagged():
            return ReasoningNode(event.title, "discovery", "accent", url=event.url)
        case events.AnswerGiven():
            title, number = _fixed("answer"), len(event.sources)
            counted = reasoning.count("sources", number) if number else ""
            return ReasoningNode(title, "ok", "ok", counted, pieces=[event.text])
    return None


def step_row(event: events.Event) -> ReasoningNode | None:
    """Return a row to show below a step, or None if the event needs none."""
    match event:
        case events.EvidenceFound(preliminary=False):  # it includes the preliminary evidence
            return evidence_node(event)
        case events.Verdict():
            icon = _VERDICT_ICONS.get(event.by, "verifier")
            title, points = reasoning.verdict(event)
            colour, below = reasoning.verdict_colour(event), list(map(ReasoningNode, points))
            return ReasoningNode(title, icon, colour, children=below)
        case events.Notice(text=text, level="warning"):
            return ReasoningNode(localized(text), "warning", "warn")
        case events.Notice(text=text):
            return ReasoningNode(localized(text), "info")
        case events.ContextTrimmed():
            detail = f"{event.tokens_before:,} → {event.tokens_after:,}"
            removed = [ReasoningNode(each) for each in event.removed]
            title = _fixed("trimmed")
            return ReasoningNode(title, "trimmed", "warn", detail, children=removed)
    return None


# --- Rows from events

_AGENT_ICONS: Mapping[str, str] = {
    "main": "step",
    "consulter": "critique",
    "evidence": "evidence",
    "verifier": "verifier",
    "searcher": "search",
    "answerer": "draft",
    "claims": "verifier",
    "grounding": "verifier",
    "supervisor": "group",
    "swarm": "model",
    "researcher": "tool",
    "numeric": "verifier",
    "template": "group",
}
_OUTCOME_ICONS: Mapping[str, tuple[str, ColourName]] = {
    "ok": ("ok", "ok"),
    "no_results": ("empty", "warn"),
    "skipped": ("skipped", "faint"),
    "rate_limited": ("clock", "warn"),
    "blocked": ("failed", "warn"),
}
_TOOL_ICONS = {
    "web_search": "search",
    "web_fetch": "page",
    "flag_discovery": "discovery",
    "sleep": "sleep",
    "start_research": "runs",
}


class _Builder:
    """Builds a model's rows from the events of a run."""

    def __init__(self, model: ReasoningModel) -> None:
        self._model = model
        self._root = self._step = model.root
        self._steps: dict[str, ReasoningNode] = {}
        self._begun: dict[str, float] = {}
        self._tools: dict[str, tuple[events.ToolStarted, ReasoningNode]] = {}
        self._bodies: dict[tuple[str, str], ReasoningNode] = {}
        self._plan = _Plan(model)
        self._readers: dict[type[events.Event], Callable[[Any], object]] = {
            events.StepStarted: self._step_started,
            events.StepFinished: self._step_finished,
            events.TextDelta: self._text,
            events.ThinkingDelta: self._text,
            events.ToolStarted: self._tool_started,
            events.ToolFinished: self._tool_finished,
            events.ApprovalAsked: self._approval_asked,
            events.ApprovalGiven: self._approval_given,
            events.SearchAttempt: self._search_attempt,
            events.PageRead: self._page_read,
            events.ModelCall: self._model_call,
            events.PlanMade: self._plan.show,
            events.RunFinished: self._run_finished,
        }

    def apply(self, event: events.Event) -> None:
        read = self._readers.get(type(event))
        if read is not None:
            read(event)
        elif (row := run_row(event)) is not None:
            self._model.add(self._root, row)
        elif (row := step_row(event)) is not None:
            usual = self._root if isinstance(event, events.Verdict) else self._step
            self._model.add(self._steps.get(getattr(event, "step_id", ""), usual), row)

    def _add(self, parent: ReasoningNode, title: str, *look: Any, **more: Any) -> ReasoningNode:
        return self._model.add(parent, ReasoningNode(title, *look, **more))

    # --- The run

    def _run_finished(self, event: events.RunFinished) -> None:
        self._plan.run_finished()
        match event.status:
            case "failed":
                self._add(self._root, localized(event.error), "failed", "error")
            case "stopped":
                self._add(self._root, _fixed("stopped"), "stop", "warn")
            case "insufficient":
                self._add(self._root, _fixed("not_answered"), "warning", "warn")

    def _step_started(self, event: events.StepStarted) -> None:
        node = self._plan.step_started(event)
        if node is None:
            parent = self._steps.get(event.parent_id, self._root)
            icon = _AGENT_ICONS.get(event.agent, "step")
            who, title = (
                label("Reasoning", "agent", event.agent, ""),
                translated("Steps", event.title),
            )
            node = self._add(parent, f"{who} · {title}" if who else title, icon)
            self._begun[event.step_id] = event.t
        self._step = self._steps[event.step_id] = node

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

    # --- Findings

    def _search_attempt(self, event: events.SearchAttempt) -> None:
        look = _OUTCOME_ICONS.get(event.outcome, ("failed", "error"))
        outcome = label("Reasoning", "outcome", event.outcome, event.outcome)
        if event.outcome == "ok":
            outcome = reasoning.count("results", event.results)
        parts = [product(event.engine), outcome]
        if event.detail and event.outcome != "ok":
            parts.append(localized(event.detail))
        tool = self._tool_for("web_search", "query", event.query, event.step_id)
        took = reasoning.ms(event.ms) if event.ms else ""
        hits = [
            ReasoningNode(each.title or each.url, "page", detail=host_of(each.url), url=each.url)
            for each in event.hits
        ]
        self._add(tool, " · ".join(parts), *look, took, folded=True, children=hits)

    def _page_read(self, event: events.PageRead) -> None:
        tool = self._tool_for("web_fetch", "url", event.url, event.step_id)
        title, chars = event.title or event.final_url, reasoning.chars(event.chars)
        self._add(tool, title, "page", detail=chars, url=event.final_url)

    # --- Texts, tools and model calls

    def _text(self, event: events.TextDelta | events.ThinkingDelta) -> None:
        thinking = isinstance(event, events.ThinkingDelta)
        key = (event.step_id, "thinking" if thinking else event.channel)
        body = self._bodies.get(key)
        if body is None:
            title, icon = _body_title(key[1])
            step = self._steps.get(event.step_id, self._root)
            body = self._add(self._add(step, title, icon, folded=True), "", kind="body")
            self._bodies[key] = body
        body.pieces.append(event.text)
        self._model.tell(body)

    def _tool_started(self, event: events.ToolStarted) -> None:
        node = ReasoningNode(
            _tool_title(event.tool, event.arguments),
            _TOOL_ICONS.get(event.tool, "tool"),
            url=str(event.arguments.get("url", "")),
            pieces=[_call(event.tool, event.arguments)],
        )
        self._model.add(self._steps.get(event.step_id, self._step), node)
        self._tools[event.call_id] = (event, node)
        for channel in ("draft", "final"):
            said = self._bodies.get((event.step_id, channel))
            if said is not None and said.parent is not None:
                said.parent.title = _fixed("preamble")
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
        self._add(call, _approvals("Asked for your permission"), "key", detail=event.server)

    def _approval_given(self, event: events.ApprovalGiven) -> None:
        _, call = self._tools.get(event.call_id, (None, self._step))
        title, colour = _given(event.answer)
        node = self._add(call, title, "ok" if colour == "ok" else "stop", colour)
        if event.reason:
            self._add(node, localized(event.reason))

    def _tool_for(self, tool: str, argument: str, value: str, step_id: str) -> ReasoningNode:
        """Return the row of the step's latest call to ``tool``, or of the step if there is none.

        Calls can run in parallel, so one whose ``argument`` equals ``value`` takes precedence.
        """
        step = last = self._steps.get(step_id, self._step)
        for started, node in reversed(self._tools.values()):
            if started.tool == tool and (not step_id or started.step_id == step_id):
                if started.arguments.get(argument) == value:
                    return node
                last = node if last is step else last
        return last

    def _model_call(self, event: events.ModelCall) -> None:
        step = self._steps.get(event.step_id, self._step)
        tokens = tr("{0} → {1} tokens").format(
            f"{event.prompt_tokens:,}", f"{event.completion_tokens:,}"
        )
        self._add(step, f"{event.model} · {tokens}", "model", detail=reasoning.ms(event.ms))
        if step is not self._root and not self._plan.holds(step):
            step.detail = reasoning.ms(event.ms)
            self._model.tell(step)


# --- Titles of tool calls, texts and approvals


def _tool_title(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the title of a tool call, such as ``Read example.org``."""
    match tool:
        case "web_search":
            return tr("Search “{0}”").format(arguments.get("query", ""))
        case "web_fetch":
            return tr("Read {0}").format(host_of(str(arguments.get("url", ""))))
        case "flag_discovery":
            return tr("Save a discovery: {0}").format(arguments.get("title", ""))
        case "run_python":
            return tr("Run code")
    listed = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    return f"{tool}({listed})"


def _call(tool: str, arguments: Mapping[str, Any]) -> str:
    """Format a tool call with one argument per line, or just the code if it runs code."""
    if tool == "run_python" and "code" in arguments:
        return str(arguments["code"]).rstrip()
    lines = [f"  {name}: {_value(value)}" for name, value in arguments.items()]
    return "\n".join([tool, *lines])


def _value(value: object) -> str:
    if isinstance(value, str):
        return value.replace("\n", "\n    ")
    try:
        return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    except (TypeError, ValueError):
        return str(value)


def _body_title(channel: str) -> tuple[str, str]:
    """Return the title and icon of a text channel, such as ``thinking``."""
    return {
        "thinking": (tr("Thinking"), "thinking"),
        "draft": (tr("Draft"), "draft"),
        "critique": (tr("Reviewer's notes"), "critique"),
        "final": (tr("Answer"), "draft"),
    }.get(channel, (tr("Text"), "draft"))


def _given(answer: str) -> tuple[str, ColourName]:
    """Return the label and colour of an answer to an approval request."""
    known: dict[str, tuple[str, ColourName]] = {
        "once": (_approvals("Allowed once"), "ok"),
        "always": (_approvals("Always allowed"), "ok"),
        "never": (_approvals("Never allowed"), "warn"),
        "declined": (_approvals("Not allowed this time"), "warn"),
    }
    return known.get(answer, (answer, "muted"))
