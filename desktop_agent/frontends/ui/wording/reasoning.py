"""Strings for the reasoning panel and for tool approvals."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import RunStarted, StepStarted, Verdict
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence, plan
from desktop_agent.frontends.ui.wording.labels import label
from desktop_agent.frontends.ui.wording.strategies import step_title, strategies

# --- Tool approvals


def asked() -> str:
    """Return the title of an approval request."""
    return QCoreApplication.translate("Approvals", "Asked you whether it may be called")


def given(answer: str) -> tuple[str, ColourName]:
    """Return the label and colour of an answer to an approval request."""
    tr = partial(QCoreApplication.translate, "Approvals")
    known: dict[str, tuple[str, ColourName]] = {
        "once": (tr("Allowed this once"), "ok"),
        "always": (tr("Always allowed"), "ok"),
        "never": (tr("Never allowed"), "warn"),
        "declined": (tr("Not allowed this time"), "warn"),
    }
    return known.get(answer, (answer, "muted"))


tr = partial(QCoreApplication.translate, "Reasoning")
AGENT_ICONS: Mapping[str, str] = {
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
VERDICT_ICONS: Mapping[str, str] = {"consulter": "critique", "swarm": "model"}
OUTCOME_ICONS: Mapping[str, tuple[str, ColourName]] = {
    "ok": ("ok", "ok"),
    "no_results": ("empty", "warn"),
    "skipped": ("skipped", "faint"),
    "rate_limited": ("clock", "warn"),
    "blocked": ("failed", "warn"),
}


def count(name: str, number: int) -> str:
    """Format a count with its noun, such as ``3 pages``; ``name`` is a key in ``labels.toml``."""
    return label("Reasoning", "one" if number == 1 else "many", name).format(f"{number:,}")


searches, pages = partial(count, "searches"), partial(count, "pages")
model_calls, requests = partial(count, "model_calls"), partial(count, "requests")
hosts, token_count = partial(count, "hosts"), partial(count, "tokens")
chars = partial(count, "characters")


def sources(number: int) -> str:
    """Format a source count, or return "" if it is 0."""
    return count("sources", number) if number else ""


def outcome(name: str, results: int) -> str:
    """Describe how a search attempt ended."""
    if name == "ok":
        return count("results", results)
    return label("Reasoning", "outcome", name, name)


def strategy(name: str) -> str:
    """Return the title for a run that uses the given strategy."""
    return tr("Strategy: {0}").format(strategy_name(name))


def strategy_name(name: str) -> str:
    """Return a strategy's display name, or ``name`` itself if the strategy is unknown."""
    return next((each.title for each in strategies() if each.name == name), name)


def about(started: RunStarted | None, *more: str) -> str:
    """Join a run's strategy, its model and ``more`` with `` · ``, omitting empty parts."""
    own = (strategy_name(started.strategy), started.model) if started is not None else ()
    return " · ".join(part for part in (*own, *more) if part)


def step(event: StepStarted) -> str:
    """Return the title of a step, preceded by its agent's display name if it has an agent."""
    who, title = label("Reasoning", "agent", event.agent, ""), step_title(event.title)
    return f"{who} · {title}" if who else title


def tool_title(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the title of a tool call, such as ``Read example.org``."""
    match tool:
        case "web_search":
            return tr("Search “{0}”").format(arguments.get("query", ""))
        case "web_fetch":
            return tr("Read {0}").format(host_of(str(arguments.get("url", ""))))
        case "flag_discovery":
            return tr("Keep a discovery: {0}").format(arguments.get("title", ""))
        case "run_python":
            return tr("Run code: {0}").format(_last_line(str(arguments.get("code", ""))))
    listed = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    return f"{tool}({listed})"


def _last_line(code: str) -> str:
    """Return the last line that is not blank or a comment; it usually prints the result."""
    lines = [line.strip() for line in code.splitlines()]
    return next((line for line in reversed(lines) if line and not line.startswith("#")), "…")


def call(tool: str, arguments: Mapping[str, Any]) -> str:
    """Format a tool call with one argument per line."""
    lines = [f"  {name}: {_value(value)}" for name, value in arguments.items()]
    return "\n".join([tool, *lines])


def _value(value: object) -> str:
    if isinstance(value, str):
        return value.replace("\n", "\n    ")
    try:
        return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    except (TypeError, ValueError):
        return str(value)


def body_title(channel: str) -> tuple[str, str]:
    """Return the title and icon of a text channel, such as ``thinking``."""
    return {
        "thinking": (tr("Thinking"), "thinking"),
        "draft": (tr("Draft"), "draft"),
        "critique": (tr("Critique, as it was written"), "critique"),
        "final": (tr("Answer"), "draft"),
    }.get(channel, (tr("Text"), "draft"))


def verdict(event: Verdict) -> str:
    """Summarize a verdict in one line."""
    if event.by == "consulter":
        return _critique(event)
    told = {
        "numeric": plan.numeric,
        "swarm": plan.swarm,
        "verifier": evidence.verifier,
        "grounding": evidence.grounding,
        "claims": evidence.claims,
    }
    return told[event.by](event)


def _critique(event: Verdict) -> str:
    if reason := event.details.get("skipped"):
        return tr("Not reviewed: {0}").format(localized(str(reason)))
    if not event.ok:
        return tr("Critique: revise")
    remarks = event.details.get("missing") or event.details.get("faults")
    return tr("Critique: remarks, the draft stands") if remarks else tr("Critique: ok")


def verdict_colour(event: Verdict) -> ColourName:
    """Return the colour of a verdict, which is that of a warning if anything was found."""
    found = any(event.details.get(name) for name in ("missing", "faults"))
    return "warn" if found or not event.ok else "muted" if event.details.get("skipped") else "ok"


def verdict_points(event: Verdict) -> list[str]:
    """Return the details of a verdict as sentences."""
    if event.by in ("verifier", "grounding", "claims"):
        return list(evidence.points(event))
    if event.by in ("swarm", "numeric"):
        told = plan.swarm_points if event.by == "swarm" else plan.numeric_points
        return list(told(event))
    forms = {"missing": tr("Missing: {0}"), "faults": tr("Fault: {0}"), "note": "{0}"}
    points: list[str] = []
    for name, value in event.details.items():
        if name == "support":
            points += filter(None, [evidence.support(value)])
        if name in ("verdict", "support", "skipped", "follow_ups") or not value:
            continue
        values = value if isinstance(value, list | tuple) else [value]
        form = forms.get(name, f"{name}: {{0}}")
        points += [form.format(localized(str(each))) for each in values]
    return points


def ms(milliseconds: float) -> str:
    """Format a duration, such as ``412 ms``, ``8.2 s`` or ``2 min 5 s``."""
    if milliseconds < 1000:
        return tr("{0} ms").format(round(milliseconds))
    seconds = milliseconds / 1000
    if seconds < 60:
        return tr("{0} s").format(f"{seconds:.1f}")
    return tr("{0} min {1} s").format(int(seconds // 60), int(seconds % 60))


def tokens(prompt: int, completion: int) -> str:
    """Format prompt and completion token counts."""
    return tr("{0} → {1} tokens").format(f"{prompt:,}", f"{completion:,}")


def traffic(sent: int, received: int) -> str:
    """Format the number of bytes sent and received."""
    return f"↑ {size(sent)}  ↓ {size(received)}"


def size(number: int) -> str:
    """Format a byte count, such as ``812 B``, ``4.2 kB`` or ``1.3 MB``."""
    if number < 1024:
        return f"{number} B"
    if number < 1024 * 1024:
        return f"{number / 1024:.1f} kB"
    return f"{number / 1024 / 1024:.1f} MB"


def purpose(name: str) -> str:
    """Return the label for a connection's purpose."""
    return {"search": tr("search"), "page": tr("page"), "model": tr("model")}.get(name, name)


def fixed(name: str) -> str:
    """Return the fixed title that has the given name in ``labels.toml``."""
    return label("Reasoning", "fixed", name)
