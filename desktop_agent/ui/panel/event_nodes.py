"""Rows of the reasoning panel that are made of one event each."""

from desktop_agent.core.events import RunFinished, SearchAttempt, ToolStarted, Verdict
from desktop_agent.core.waiting_events import (
    ApprovalAsked,
    ApprovalGiven,
    SleepEnded,
    SleepStarted,
    TaskStarted,
)
from desktop_agent.ui import approval_words, words
from desktop_agent.ui.localized import localized
from desktop_agent.ui.panel.node import Node

_TOOL_ICONS = {
    "web_search": "search",
    "web_fetch": "page",
    "flag_discovery": "discovery",
    "sleep": "sleep",
    "start_research": "runs",
}


def end_node(event: RunFinished) -> Node:
    """One row for a run that did not end with an answer."""
    match event.status:
        case "failed":
            return Node(localized(event.error), "failed", "error")
        case "stopped":
            return Node(words.fixed("stopped"), "stop", "warn")
    return Node(words.fixed("not_answered"), "warning", "warn")


def attempt_node(event: SearchAttempt) -> Node:
    """One row for one request to one engine."""
    icon, colour = words.OUTCOME_ICONS.get(event.outcome, ("failed", "error"))
    said = words.outcome(event.outcome, event.results)
    parts = [words.engine(event.engine), said]
    if event.detail and event.outcome != "ok":
        parts.append(localized(event.detail))
    return Node(" · ".join(parts), icon, colour, words.ms(event.ms) if event.ms else "")


def tool_node(event: ToolStarted) -> Node:
    """One row for a call of a tool, with its arguments at length; code stands as code."""
    node = Node(words.tool_title(event.tool, event.arguments), _TOOL_ICONS.get(event.tool, "tool"))
    node.url = str(event.arguments.get("url", ""))
    code = event.arguments.get("code")
    if event.tool == "run_python" and isinstance(code, str):
        node.code = code.rstrip()
    else:
        node.pieces = [words.call(event.tool, event.arguments)]
    return node


def approval_node(event: ApprovalAsked | ApprovalGiven) -> Node:
    """One row for a call that had to ask, or for what was decided of it."""
    if isinstance(event, ApprovalAsked):
        return Node(approval_words.asked(), "key", detail=event.server)
    title, colour = approval_words.given(event.answer)
    node = Node(title, "ok" if colour == "ok" else "stop", colour)
    if event.reason:
        node.children = [Node(localized(event.reason), "step")]
    return node


def waiting_node(event: SleepStarted | SleepEnded | TaskStarted) -> Node:
    """One row for a run that begins to wait, goes on, or has others work for it."""
    match event:
        case TaskStarted():
            node = Node(words.fixed("task_started"), "runs", detail=event.task_id)
            node.children = [Node(event.question, "step")]
            return node
        case SleepStarted():
            title = words.fixed("paused" if event.by_person else "sleeping")
            icon = "pause" if event.by_person else "sleep"
            most = words.ms(event.seconds * 1000) if event.mode == "timer" else ""
            return Node(f"{title}: {event.reason}" if event.reason else title, icon, detail=most)
    woke = f"{words.fixed('woke')}: {localized(event.reason)}"
    return Node(woke, "play", detail=words.ms(event.slept_s * 1000))


def verdict_node(event: Verdict) -> Node:
    """One row for what a judge said, with its points below."""
    icon = words.VERDICT_ICONS.get(event.by, "verifier")
    node = Node(words.verdict(event), icon, "ok" if event.ok else "warn")
    node.children = [Node(point, "step") for point in words.verdict_points(event)]
    return node
