"""Strings for steps, plans, verdicts and tool approvals."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import RunStarted, StepStarted, Verdict
from desktop_agent.core.plan import SubtaskKind
from desktop_agent.core.text import short_line
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence
from desktop_agent.frontends.ui.wording.labels import label, step_title, strategies

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


requests = partial(count, "requests")
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
    """Return the title for a run in the given mode."""
    return tr("Mode: {0}").format(strategy_name(name))


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
            return tr("Save a discovery: {0}").format(arguments.get("title", ""))
        case "run_python":
            return tr("Run code")
    listed = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    return f"{tool}({listed})"


def call(tool: str, arguments: Mapping[str, Any]) -> str:
    """Format a tool call with one argument per line, or only its code if it runs code."""
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


def body_title(channel: str) -> tuple[str, str]:
    """Return the title and icon of a text channel, such as ``thinking``."""
    return {
        "thinking": (tr("Thinking"), "thinking"),
        "draft": (tr("Draft"), "draft"),
        "critique": (tr("Reviewer's notes"), "critique"),
        "final": (tr("Answer"), "draft"),
    }.get(channel, (tr("Text"), "draft"))


# --- Tool approvals

_approvals = partial(QCoreApplication.translate, "Approvals")


def asked() -> str:
    """Return the title of an approval request."""
    return _approvals("Asked for your permission")


def given(answer: str) -> tuple[str, ColourName]:
    """Return the label and colour of an answer to an approval request."""
    known: dict[str, tuple[str, ColourName]] = {
        "once": (_approvals("Allowed once"), "ok"),
        "always": (_approvals("Always allowed"), "ok"),
        "never": (_approvals("Never allowed"), "warn"),
        "declined": (_approvals("Not allowed this time"), "warn"),
    }
    return known.get(answer, (answer, "muted"))


# --- Plans

PartState = Literal["waiting", "running", "done", "failed", "cut", "left"]
"""The state of a part; ``cut`` parts timed out or were stopped, and ``left`` parts never began."""

STATE_LOOKS: Mapping[PartState, tuple[str, ColourName]] = {
    "waiting": ("clock", "faint"),
    "running": ("play", "accent"),
    "done": ("ok", "ok"),
    "failed": ("failed", "error"),
    "cut": ("trimmed", "warn"),
    "left": ("skipped", "faint"),
}
_plan = partial(QCoreApplication.translate, "Plan")


def kind(name: SubtaskKind) -> str:
    """Return the label for a kind of part."""
    return label("Plan", "kind", name)


def part_state(name: PartState) -> str:
    """Return the label of a part's state."""
    return label("Plan", "state", name)


def after(needs: tuple[str, ...]) -> str:
    """Format the names of the parts that a part waits for, or return "" if there are none."""
    return _plan("after {0}").format(", ".join(needs)) if needs else ""


def parts_done(done: int, count: int) -> str:
    """Format the progress of a plan, such as ``2 of 5 parts``."""
    if count == 1:
        return _plan("{0} of 1 part").format(done)
    return _plan("{0} of {1} parts").format(done, count)


def plan_title(template: str, *, proposed: bool) -> str:
    """Return the title of a plan, given the title of its template or "" if it has none."""
    name = _plan("Plan: {0}").format(template) if template else _plan("Plan")
    return _plan("{0} · waiting for you").format(name) if proposed else name


# --- Verdicts


def verdict(event: Verdict) -> str:
    """Summarize a verdict in one line."""
    told = {
        "consulter": _critique,
        "numeric": _numeric,
        "swarm": _swarm,
        "verifier": evidence.verifier,
        "grounding": evidence.grounding,
        "claims": evidence.claims,
    }
    return told[event.by](event)


def verdict_colour(event: Verdict) -> ColourName:
    """Return the colour of a verdict: the warning colour if anything was found."""
    found = any(event.details.get(name) for name in ("missing", "faults"))
    return "warn" if found or not event.ok else "muted" if event.details.get("skipped") else "ok"


def verdict_points(event: Verdict) -> list[str]:
    """Return the details of a verdict as sentences."""
    told = {
        "consulter": _critique_points,
        "numeric": _numeric_points,
        "swarm": _swarm_points,
        "verifier": evidence.points,
        "grounding": evidence.points,
        "claims": evidence.points,
    }
    return list(told[event.by](event))


def _critique(event: Verdict) -> str:
    if reason := event.details.get("skipped"):
        return tr("Not reviewed: {0}").format(localized(str(reason)))
    if not event.ok:
        return tr("Reviewed: needs changes")
    remarks = event.details.get("missing") or event.details.get("faults")
    return tr("Reviewed with comments, no changes") if remarks else tr("Reviewed, no changes")


def _critique_points(event: Verdict) -> Iterator[str]:
    forms = {"missing": tr("Missing: {0}"), "faults": tr("Mistake: {0}"), "note": "{0}"}
    for name, value in event.details.items():
        if name == "support":
            yield from filter(None, [evidence.support(value)])
        if name in ("verdict", "support", "skipped", "follow_ups") or not value:
            continue
        values = value if isinstance(value, list | tuple) else [value]
        form = forms.get(name, f"{name}: {{0}}")
        yield from (form.format(localized(str(each))) for each in values)


def _swarm(event: Verdict) -> str:
    value = _text(event.details, "value")
    if not event.ok:
        return _plan("Panel of models: no agreement")
    return _plan("Panel of models: {0}").format(value or _plan("agreement"))


def _swarm_points(event: Verdict) -> Iterator[str]:
    """Yield each model's answer, the number of answers that agree, and any notes."""
    said = event.details
    for each in said.get("answers", ()):
        answer = _text(each, "value") or localized(_text(each, "error"))
        yield f"{_text(each, 'model') or '?'}: {answer or _plan('no answer')}"
    votes, answered = _text(said, "votes"), _text(said, "answered")
    if votes and answered:
        yield _plan("{0} of {1} answers agree").format(votes, answered)
    if note := _text(said, "note").removeprefix(f"{votes} of {answered} answers agree.").strip():
        yield localized(note)


def _numeric(event: Verdict) -> str:
    if event.details.get("agreed", event.ok) is None:
        return _plan("Recalculation: not possible")
    return (
        _plan("Recalculation: same result")
        if event.ok
        else _plan("Recalculation: different result")
    )


def _numeric_points(event: Verdict) -> Iterator[str]:
    said = event.details
    if candidate := _text(said, "candidate"):
        yield _plan("Before: {0}").format(candidate)
    if anew := _text(said, "recomputed"):
        yield _plan("Recalculated: {0}").format(anew)
    if note := _text(said, "note"):
        yield localized(note)


def _text(said: Mapping[str, Any], name: str) -> str:
    """Return text or a number as one line, or "" if it is missing."""
    value = said.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return short_line(str(value), 200) if is_number or isinstance(value, str) else ""


# --- Numbers


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


def fixed(name: str) -> str:
    """Return the fixed title that has the given name in ``labels.toml``."""
    return label("Reasoning", "fixed", name)
