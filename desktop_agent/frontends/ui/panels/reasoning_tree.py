"""The work of a run as a tree of nodes built from its events, and the tree's model for Qt's views.

Steps are nested by ``parent_id``, and steps that carry out a part of the plan are below the row of
that part. Tool calls, thinking and text are below their step; search attempts and pages are below
the tool call that caused them. Network use forms one group with a row per host.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.events import (
    AnswerGiven,
    ApprovalAsked,
    ApprovalGiven,
    ContextTrimmed,
    DiscoveryFlagged,
    Event,
    EvidenceFound,
    ModelCall,
    Network,
    Notice,
    PageRead,
    PlanMade,
    RunFinished,
    RunStarted,
    SearchAttempt,
    SearchFailed,
    SleepEnded,
    SleepStarted,
    StepFinished,
    StepStarted,
    TaskStarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    Verdict,
)
from desktop_agent.frontends.ui.panels import reasoning_nodes
from desktop_agent.frontends.ui.panels.reasoning_nodes import (
    PlanBranch,
    ReasoningNode,
    evidence_node,
    matching,
)
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import reasoning


class ReasoningTree:
    """Builds the tree without Qt and notifies a model of changes through callbacks.

    ``inserting(parent)`` is called before a node is appended to its parent's children, and
    ``removing(node)`` before a node is removed with all nodes below it.
    """

    def __init__(
        self,
        inserting: Callable[[ReasoningNode], None],
        inserted: Callable[[ReasoningNode], None],
        changed: Callable[[ReasoningNode], None],
        removing: Callable[[ReasoningNode], None] = lambda _node: None,
        removed: Callable[[ReasoningNode], None] = lambda _node: None,
    ) -> None:
        self.root = ReasoningNode("")
        self._inserting = inserting
        self._inserted = inserted
        self._removing = removing
        self._removed = removed
        self._changed = changed
        self._steps: dict[str, ReasoningNode] = {}
        self._begun: dict[str, float] = {}
        self._tools: dict[str, tuple[ToolStarted, ReasoningNode]] = {}
        self._bodies: dict[tuple[str, str], ReasoningNode] = {}
        self._hosts: dict[str, tuple[ReasoningNode, list[int]]] = {}
        self._network: ReasoningNode | None = None
        self._plan = PlanBranch(
            lambda node: self._add(self.root, node), self._add, self._remove, changed
        )
        self._preamble = reasoning.fixed("preamble")
        self._step = self.root
        self._readers: dict[type[Event], Callable[[Any], None]] = {
            StepStarted: self._step_started,
            StepFinished: self._step_finished,
            TextDelta: self._text,
            ThinkingDelta: self._text,
            ToolStarted: self._tool_started,
            ToolFinished: self._tool_finished,
            ApprovalAsked: self._approval,
            ApprovalGiven: self._approval,
            SearchAttempt: self._search_attempt,
            PageRead: self._page_read,
            ModelCall: self._model_call,
            Network: self._network_use,
            Verdict: self._verdict,
            ContextTrimmed: self._context_trimmed,
            Notice: self._notice,
            PlanMade: self._plan.show,
            RunFinished: self._run_finished,
        }

    def apply(self, event: Event) -> None:
        self._readers.get(type(event), self._plain)(event)

    def _step_started(self, event: StepStarted) -> None:
        part = self._plan.step_started(event)
        if part is not None:
            self._step = self._steps[event.step_id] = part
            return
        parent = self._steps.get(event.parent_id, self.root)
        node = ReasoningNode(reasoning.step(event), reasoning.AGENT_ICONS.get(event.agent, "step"))
        self._step = self._steps[event.step_id] = self._add(parent, node)
        self._begun[event.step_id] = event.t

    def _search_attempt(self, event: SearchAttempt) -> None:
        self._add(
            self._tool_for("web_search", "query", event.query, event.step_id),
            reasoning_nodes.attempt_node(event),
        )

    def _page_read(self, event: PageRead) -> None:
        node = ReasoningNode(
            event.title or event.final_url, "page", detail=reasoning.chars(event.chars)
        )
        node.url = event.final_url
        self._add(self._tool_for("web_fetch", "url", event.url, event.step_id), node)

    def _notice(self, event: Notice) -> None:
        warns = event.level == "warning"
        node = ReasoningNode(
            event.text, "warning" if warns else "info", "warn" if warns else "muted"
        )
        self._add(self._steps.get(event.step_id, self._step), node)

    def _plain(self, event: Event) -> None:
        """Add events that are shown as a single top-level row."""
        match event:
            case RunStarted():
                node = ReasoningNode(reasoning.strategy(event.strategy), "info", detail=event.model)
                self._add(self.root, node)
                if event.strategy_reason:
                    self._add(node, ReasoningNode(localized(event.strategy_reason), "info"))
            case SearchFailed():
                self._add(
                    self.root, ReasoningNode(reasoning.fixed("search_failed"), "warning", "warn")
                )
            case EvidenceFound():
                self._graft(self._steps.get(event.step_id, self._step), evidence_node(event))
            case DiscoveryFlagged():
                self._add(
                    self.root, ReasoningNode(event.title, "discovery", "accent", url=event.url)
                )
            case SleepStarted() | SleepEnded() | TaskStarted():
                self._graft(self.root, reasoning_nodes.waiting_node(event))
            case AnswerGiven():
                self._answer(event)

    def _run_finished(self, event: RunFinished) -> None:
        self._plan.run_finished()
        if event.status != "answered":
            self._add(self.root, reasoning_nodes.end_node(event))

    def _answer(self, event: AnswerGiven) -> None:
        node = ReasoningNode(
            reasoning.fixed("answer"), "ok", "ok", reasoning.sources(len(event.sources))
        )
        node.pieces = [event.text]
        self._add(self.root, node)
        drafts = [body for (_, channel), body in self._bodies.items() if channel == "draft"]
        said = [each for each in drafts if each.parent and each.parent.title != self._preamble]
        draft = said[-1].body.strip() if said else ""
        if draft and draft != event.text.strip():
            diff = ReasoningNode(
                reasoning.fixed("diff"), "diff", kind="diff", before=draft, pieces=[event.text]
            )
            self._add(node, diff)

    def _add(self, parent: ReasoningNode, node: ReasoningNode) -> ReasoningNode:
        node.parent, node.row = parent, len(parent.children)
        self._inserting(parent)
        parent.children.append(node)
        self._inserted(node)
        return node

    def _remove(self, node: ReasoningNode) -> None:
        parent = node.parent
        assert parent is not None
        self._removing(node)
        del parent.children[node.row]
        for row, sibling in enumerate(parent.children[node.row :], node.row):
            sibling.row = row
        node.parent = None
        self._removed(node)

    def _graft(self, parent: ReasoningNode, node: ReasoningNode) -> None:
        """Add a prebuilt node and its children one by one, to notify the model of each."""
        children, node.children = node.children, []
        self._add(parent, node)
        for child in children:
            self._graft(node, child)

    def _text(self, event: TextDelta | ThinkingDelta) -> None:
        thinking = isinstance(event, ThinkingDelta)
        key = (event.step_id, "thinking" if thinking else event.channel)
        body = self._bodies.get(key)
        if body is None:
            title, icon = reasoning.body_title(key[1])
            head = ReasoningNode(title, icon, folded=True)
            self._add(self._steps.get(event.step_id, self.root), head)
            body = self._add(head, ReasoningNode("", kind="body"))
            self._bodies[key] = body
        body.pieces.append(event.text)
        body.size += len(event.text)
        assert body.parent is not None
        body.parent.detail = reasoning.chars(body.size)
        self._changed(body.parent)
        self._changed(body)

    def _step_finished(self, event: StepFinished) -> None:
        node = self._steps.get(event.step_id)
        if node is None or self._plan.step_finished(event):
            return
        if event.status == "failed":
            node.icon, node.colour = "failed", "error"
            if event.summary:
                self._add(node, ReasoningNode(localized(event.summary), "failed", "error"))
        elif event.status == "stopped":
            node.icon, node.colour = "stop", "warn"
        took = event.t - self._begun[event.step_id]
        if took > 0:
            node.detail = reasoning.ms(took * 1000)
        self._changed(node)

    def _tool_started(self, event: ToolStarted) -> None:
        node = reasoning_nodes.tool_node(event)
        self._add(self._steps.get(event.step_id, self._step), node)
        self._tools[event.call_id] = (event, node)
        for channel in ("draft", "final"):
            said = self._bodies.get((event.step_id, channel))
            if said is not None and said.parent is not None:
                said.parent.title = self._preamble
                self._changed(said.parent)

    def _tool_finished(self, event: ToolFinished) -> None:
        if event.call_id not in self._tools:
            return
        node = self._tools[event.call_id][1]
        node.detail = reasoning.ms(event.ms)
        if event.summary:
            node.pieces.append(f"\n\n→ {localized(event.summary)}")
        if not event.ok:
            node.colour = "error"
        if event.summary and not (event.ok and node.children):
            look: tuple[str, ColourName] = ("ok", "ok") if event.ok else ("failed", "error")
            self._add(node, ReasoningNode(localized(event.summary), *look))
        self._changed(node)

    def _approval(self, event: ApprovalAsked | ApprovalGiven) -> None:
        _, call = self._tools.get(event.call_id, (None, self._step))
        self._add(call, reasoning_nodes.approval_node(event))

    def _tool_for(self, tool: str, argument: str, value: str, step_id: str) -> ReasoningNode:
        """Return the tool call that an event belongs to, or else its step.

        Several calls of a step can run in parallel.
        """
        step = last = self._steps.get(step_id, self._step)
        for started, node in reversed(self._tools.values()):
            if started.tool == tool and (not step_id or started.step_id == step_id):
                if started.arguments.get(argument) == value:
                    return node
                last = node if last is step else last
        return last

    def _model_call(self, event: ModelCall) -> None:
        step = self._steps.get(event.step_id, self._step)
        title = f"{event.model} · {reasoning.tokens(event.prompt_tokens, event.completion_tokens)}"
        self._add(step, ReasoningNode(title, "model", detail=reasoning.ms(event.ms)))
        if step is not self.root and not self._plan.holds(step):
            step.detail = reasoning.ms(event.ms)
            self._changed(step)

    def _network_use(self, event: Network) -> None:
        if self._network is None:
            self._network = self._add(
                self.root, ReasoningNode(reasoning.fixed("network"), "network", folded=True)
            )
        if event.host not in self._hosts:
            node = self._add(self._network, ReasoningNode(event.host, "online"))
            self._hosts[event.host] = (node, [0, 0])
        node, sums = self._hosts[event.host]
        sums[0] += event.bytes_sent
        sums[1] += event.bytes_received
        node.title = (
            f"{event.host} · {reasoning.purpose(event.purpose)}" if event.purpose else event.host
        )
        node.detail = reasoning.traffic(*sums)
        self._network.detail = reasoning.hosts(len(self._hosts))
        self._changed(node)
        self._changed(self._network)

    def _verdict(self, event: Verdict) -> None:
        self._graft(self._steps.get(event.step_id, self.root), reasoning_nodes.verdict_node(event))

    def _context_trimmed(self, event: ContextTrimmed) -> None:
        detail = f"{event.tokens_before:,} → {event.tokens_after:,}"
        node = ReasoningNode(reasoning.fixed("trimmed"), "trimmed", "warn", detail)
        self._add(self._steps.get(event.step_id, self._step), node)
        for removed in event.removed:
            self._add(node, ReasoningNode(removed, "step"))


# --- Qt model

Index = QModelIndex | QPersistentModelIndex
NODE = Qt.ItemDataRole.UserRole.value
"""Item data role of the node, used by the delegate."""
_NOWHERE = QModelIndex()
_MOST_SHOWN = 400
"""Maximum number of characters of a long text shown in its row; the details show all of it."""


class ReasoningModel(QAbstractItemModel):
    """Follows a run. An index contains its node's number, never a pointer to a Python object."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: dict[int, ReasoningNode] = {}
        self._shown: dict[int, list[ReasoningNode]] | None = None
        self._rows: dict[int, int] = {}
        self._words = ""
        self._news: dict[int, ReasoningNode] = {}
        self._tree = self._new_tree()

    def look_for(self, words: str) -> None:
        """Show only rows that contain all of ``words``, with their ancestors and descendants."""
        self._words = words.strip()
        self._filter()

    def catch_up(self) -> None:
        """Notify the views once of each changed row, and filter again if needed."""
        news, self._news = self._news, {}
        for node in news.values():
            index = self.index_of(node)
            if index.isValid():
                self.dataChanged.emit(index, index)
        if self._shown is not None and self._stale:
            self._filter()

    @property
    def count(self) -> int:
        """Number of rows, including those that are filtered out."""
        return len(self._nodes)

    @property
    def root(self) -> ReasoningNode:
        """The root of all rows."""
        return self._tree.root

    _stale = False

    def _filter(self) -> None:
        self.beginResetModel()
        self._stale = False
        self._shown = matching(self._tree.root, self._words) if self._words else None
        self._rows = {}
        for children in (self._shown or {}).values():
            self._rows.update((id(child), row) for row, child in enumerate(children))
        self.endResetModel()

    def _children(self, node: ReasoningNode) -> list[ReasoningNode]:
        return node.children if self._shown is None else self._shown.get(id(node), [])

    def clear(self) -> None:
        """Reset for another run."""
        self.beginResetModel()
        self._nodes = {}
        self._news = {}
        self._shown = {} if self._words else None
        self._tree = self._new_tree()
        self.endResetModel()

    def apply(self, event: Event) -> None:
        """Apply an event. Existing rows are repainted only after `catch_up`."""
        self._tree.apply(event)

    def node(self, index: Index) -> ReasoningNode:
        """Return the node of an index, or the root if the index is invalid."""
        return self._nodes[index.internalId()] if index.isValid() else self._tree.root

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

    def _new_tree(self) -> ReasoningTree:
        return ReasoningTree(
            self._inserting, self._inserted, self._changed, self._removing, self._removed
        )

    def _inserting(self, parent: ReasoningNode) -> None:
        if self._shown is None:
            row = len(parent.children)
            self.beginInsertRows(self.index_of(parent), row, row)

    def _inserted(self, node: ReasoningNode) -> None:
        self._nodes[id(node)] = node
        if self._shown is None:
            self.endInsertRows()
        else:
            self._stale = True

    def _removing(self, node: ReasoningNode) -> None:
        if self._shown is None:
            parent = node.parent
            assert parent is not None
            self.beginRemoveRows(self.index_of(parent), node.row, node.row)

    def _removed(self, node: ReasoningNode) -> None:
        waiting = [node]
        while waiting:
            each = waiting.pop()
            del self._nodes[id(each)]
            self._news.pop(id(each), None)
            waiting += each.children
        if self._shown is None:
            self.endRemoveRows()
        else:
            self._filter()  # a view must not ask for a row that is gone

    def _changed(self, node: ReasoningNode) -> None:
        self._news[id(node)] = node
        self._stale = self._shown is not None


def _end_of(node: ReasoningNode) -> str:
    """Return the end of a growing text on one line."""
    end = "".join(node.pieces[-_MOST_SHOWN:]) if node.size > _MOST_SHOWN else node.body
    text = " ".join(end.split())
    return text if len(text) <= _MOST_SHOWN else "… " + text[-_MOST_SHOWN:]
