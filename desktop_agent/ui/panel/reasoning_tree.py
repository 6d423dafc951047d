"""The work of a run as a tree: events in, nodes out. Knows no widgets and no Qt.

Steps nest by their ``parent_id``, those that carry out a part of the plan under its row; tools,
thinking and text lie under their step; search attempts and pages under the tool that caused them;
network use is one group with a row a host.
"""

from collections.abc import Callable
from typing import Any

from desktop_agent.core.events import (
    AnswerGiven,
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
    StepFinished,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.waiting_events import (
    ApprovalAsked,
    ApprovalGiven,
    SleepEnded,
    SleepStarted,
    TaskStarted,
)
from desktop_agent.ui import words
from desktop_agent.ui.localized import localized
from desktop_agent.ui.panel import event_nodes
from desktop_agent.ui.panel.evidence_node import evidence_node
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.panel.plan_branch import PlanBranch
from desktop_agent.ui.theme import ColourName


class ReasoningTree:
    """Builds the tree; ``inserting`` and the like tell a model what happens to it.

    ``inserting(parent)`` comes before a node is added as its parent's last child, ``removing(node)``
    before one is taken out with all below it.
    """

    def __init__(
        self,
        inserting: Callable[[Node], None],
        inserted: Callable[[Node], None],
        changed: Callable[[Node], None],
        removing: Callable[[Node], None] = lambda _node: None,
        removed: Callable[[Node], None] = lambda _node: None,
    ) -> None:
        self.root = Node("")
        self._inserting = inserting
        self._inserted = inserted
        self._removing = removing
        self._removed = removed
        self._changed = changed
        self._steps: dict[str, Node] = {}
        self._begun: dict[str, float] = {}
        self._tools: dict[str, tuple[ToolStarted, Node]] = {}
        self._bodies: dict[tuple[str, str], Node] = {}
        self._hosts: dict[str, tuple[Node, list[int]]] = {}
        self._network: Node | None = None
        self._plan = PlanBranch(
            lambda node: self._add(self.root, node), self._add, self._remove, changed
        )
        self._preamble = words.fixed("preamble")
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
        """Takes the next event."""
        self._readers.get(type(event), self._plain)(event)

    def _step_started(self, event: StepStarted) -> None:
        part = self._plan.step_started(event)
        if part is not None:
            self._step = self._steps[event.step_id] = part
            return
        parent = self._steps.get(event.parent_id, self.root)
        node = Node(words.step(event), words.AGENT_ICONS.get(event.agent, "step"))
        self._step = self._steps[event.step_id] = self._add(parent, node)
        self._begun[event.step_id] = event.t

    def _search_attempt(self, event: SearchAttempt) -> None:
        self._add(
            self._tool_for("web_search", "query", event.query, event.step_id),
            event_nodes.attempt_node(event),
        )

    def _page_read(self, event: PageRead) -> None:
        node = Node(event.title or event.final_url, "page", detail=words.chars(event.chars))
        node.url = event.final_url
        self._add(self._tool_for("web_fetch", "url", event.url, event.step_id), node)

    def _notice(self, event: Notice) -> None:
        warns = event.level == "warning"
        node = Node(event.text, "warning" if warns else "info", "warn" if warns else "muted")
        self._add(self._steps.get(event.step_id, self._step), node)

    def _plain(self, event: Event) -> None:
        """Events that are one row at the top."""
        match event:
            case RunStarted():
                node = Node(words.strategy(event.strategy), "info", detail=event.model)
                self._add(self.root, node)
                if event.strategy_reason:
                    self._add(node, Node(localized(event.strategy_reason), "info"))
            case SearchFailed():
                self._add(self.root, Node(words.fixed("search_failed"), "warning", "warn"))
            case EvidenceFound():
                self._graft(self._steps.get(event.step_id, self._step), evidence_node(event))
            case DiscoveryFlagged():
                self._add(self.root, Node(event.title, "discovery", "accent", url=event.url))
            case SleepStarted() | SleepEnded() | TaskStarted():
                self._graft(self.root, event_nodes.waiting_node(event))
            case AnswerGiven():
                self._answer(event)

    def _run_finished(self, event: RunFinished) -> None:
        self._plan.run_finished()
        if event.status != "answered":
            self._add(self.root, event_nodes.end_node(event))

    def _answer(self, event: AnswerGiven) -> None:
        node = Node(words.fixed("answer"), "ok", "ok", words.sources(len(event.sources)))
        node.pieces = [event.text]
        self._add(self.root, node)
        drafts = [body for (_, channel), body in self._bodies.items() if channel == "draft"]
        said = [each for each in drafts if each.parent and each.parent.title != self._preamble]
        draft = said[-1].body.strip() if said else ""
        if draft and draft != event.text.strip():
            diff = Node(words.fixed("diff"), "diff", kind="diff", before=draft, pieces=[event.text])
            self._add(node, diff)

    def _add(self, parent: Node, node: Node) -> Node:
        node.parent, node.row = parent, len(parent.children)
        self._inserting(parent)
        parent.children.append(node)
        self._inserted(node)
        return node

    def _remove(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        self._removing(node)
        del parent.children[node.row]
        for row, sibling in enumerate(parent.children[node.row :], node.row):
            sibling.row = row
        node.parent = None
        self._removed(node)

    def _graft(self, parent: Node, node: Node) -> None:
        """Adds a node that was built with its children, one by one: a model is told of each."""
        children, node.children = node.children, []
        self._add(parent, node)
        for child in children:
            self._graft(node, child)

    def _text(self, event: TextDelta | ThinkingDelta) -> None:
        thinking = isinstance(event, ThinkingDelta)
        key = (event.step_id, "thinking" if thinking else event.channel)
        body = self._bodies.get(key)
        if body is None:
            title, icon = words.body_title(key[1])
            head = Node(title, icon, folded=True)
            self._add(self._steps.get(event.step_id, self.root), head)
            body = self._add(head, Node("", kind="body"))
            self._bodies[key] = body
        body.pieces.append(event.text)
        body.size += len(event.text)
        assert body.parent is not None
        body.parent.detail = words.chars(body.size)
        self._changed(body.parent)
        self._changed(body)

    def _step_finished(self, event: StepFinished) -> None:
        node = self._steps.get(event.step_id)
        if node is None or self._plan.step_finished(event):
            return
        if event.status == "failed":
            node.icon, node.colour = "failed", "error"
            if event.summary:
                self._add(node, Node(localized(event.summary), "failed", "error"))
        elif event.status == "stopped":
            node.icon, node.colour = "stop", "warn"
        took = event.t - self._begun[event.step_id]
        if took > 0:
            node.detail = words.ms(took * 1000)
        self._changed(node)

    def _tool_started(self, event: ToolStarted) -> None:
        node = event_nodes.tool_node(event)
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
        node.detail = words.ms(event.ms)
        if event.summary:
            node.pieces.append(f"\n\n→ {localized(event.summary)}")
        if not event.ok:
            node.colour = "error"
        if event.summary and not (event.ok and node.children):
            look: tuple[str, ColourName] = ("ok", "ok") if event.ok else ("failed", "error")
            self._add(node, Node(localized(event.summary), *look))
        self._changed(node)

    def _approval(self, event: ApprovalAsked | ApprovalGiven) -> None:
        _, call = self._tools.get(event.call_id, (None, self._step))
        self._add(call, event_nodes.approval_node(event))

    def _tool_for(self, tool: str, argument: str, value: str, step_id: str) -> Node:
        """Finds the call of a step that an event belongs to, else the step: they work side by side."""
        step = last = self._steps.get(step_id, self._step)
        for started, node in reversed(self._tools.values()):
            if started.tool == tool and (not step_id or started.step_id == step_id):
                if started.arguments.get(argument) == value:
                    return node
                last = node if last is step else last
        return last

    def _model_call(self, event: ModelCall) -> None:
        step = self._steps.get(event.step_id, self._step)
        title = f"{event.model} · {words.tokens(event.prompt_tokens, event.completion_tokens)}"
        self._add(step, Node(title, "model", detail=words.ms(event.ms)))
        if step is not self.root and not self._plan.holds(step):
            step.detail = words.ms(event.ms)
            self._changed(step)

    def _network_use(self, event: Network) -> None:
        if self._network is None:
            self._network = self._add(
                self.root, Node(words.fixed("network"), "network", folded=True)
            )
        if event.host not in self._hosts:
            node = self._add(self._network, Node(event.host, "online"))
            self._hosts[event.host] = (node, [0, 0])
        node, sums = self._hosts[event.host]
        sums[0] += event.bytes_sent
        sums[1] += event.bytes_received
        node.title = (
            f"{event.host} · {words.purpose(event.purpose)}" if event.purpose else event.host
        )
        node.detail = words.traffic(*sums)
        self._network.detail = words.hosts(len(self._hosts))
        self._changed(node)
        self._changed(self._network)

    def _verdict(self, event: Verdict) -> None:
        self._graft(self._steps.get(event.step_id, self.root), event_nodes.verdict_node(event))

    def _context_trimmed(self, event: ContextTrimmed) -> None:
        detail = f"{event.tokens_before:,} → {event.tokens_after:,}"
        node = Node(words.fixed("trimmed"), "trimmed", "warn", detail)
        self._add(self._steps.get(event.step_id, self._step), node)
        for removed in event.removed:
            self._add(node, Node(removed, "step"))
