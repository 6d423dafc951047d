"""Strings for runs, verdicts and numbers."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.citations import MARKS
from desktop_agent.core.events import RunStarted, Verdict
from desktop_agent.core.text import short_line
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import counted, label, strategies

tr = partial(QCoreApplication.translate, "Reasoning")
_evidence = partial(QCoreApplication.translate, "Evidence")


def count(name: str, number: int) -> str:
    """Format a count with its noun, such as ``3 pages``; ``name`` is a key in ``labels.toml``."""
    return label("Reasoning", "one" if number == 1 else "many", name).format(f"{number:,}")


requests = partial(count, "requests")
chars = partial(count, "characters")


def strategy_name(name: str) -> str:
    """Return a strategy's display name, or ``name`` itself if unknown."""
    return strategies().get(name, (name,))[0]


def about(started: RunStarted | None, *more: str) -> str:
    """Join a run's strategy, its model and ``more`` with `` · ``, omitting empty parts."""
    own = (strategy_name(started.strategy), started.model) if started is not None else ()
    return " · ".join(part for part in (*own, *more) if part)


part_kind = partial(label, "Plan", "kind")
"""Return the label for a kind of part of a plan."""

# --- Verdicts

_plan = partial(QCoreApplication.translate, "Plan")


def verdict(event: Verdict) -> tuple[str, list[str]]:
    """Return the summary of a verdict in one line, and its details as sentences."""
    summary, points = {
        "consulter": (_critique, _critique_points),
        "numeric": (_numeric, _numeric_points),
        "swarm": (_swarm, _swarm_points),
        "verifier": (_verifier, _evidence_points),
        "grounding": (_grounding, _evidence_points),
        "claims": (_claims, _evidence_points),
    }[event.by]
    return summary(event), list(points(event))


def verdict_colour(event: Verdict) -> ColourName:
    """Return the colour of a verdict, which is that of a warning if the check found anything."""
    found = any(event.details.get(name) for name in ("missing", "faults"))
    return "warn" if found or not event.ok else "muted" if event.details.get("skipped") else "ok"


def _critique(event: Verdict) -> str:
    if event.details.get("skipped"):
        return tr("Not reviewed")
    if not event.ok:
        return tr("Reviewed: needs changes")
    remarks = event.details.get("missing") or event.details.get("faults")
    return tr("Reviewed with comments, no changes") if remarks else tr("Reviewed, no changes")


def _critique_points(event: Verdict) -> Iterator[str]:
    forms = {
        "missing": tr("Missing: {0}"),
        "faults": tr("Mistake: {0}"),
        "note": "{0}",
        "skipped": "{0}",
    }
    for name, value in event.details.items():
        if name == "support":
            yield from filter(None, [_support(value)])
        if name in ("verdict", "support", "follow_ups") or not value:
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


def _grounding(event: Verdict) -> str:
    otherwise = (
        _evidence("Agrees with the evidence")
        if event.ok
        else _evidence("Disagrees with the evidence")
    )
    return label("Evidence", "grounding", str(event.details.get("action")), otherwise)


def _claims(event: Verdict) -> str:
    counts = ((name, event.details.get(name)) for name in MARKS)
    parts = [counted(name, count) for name, count in counts if isinstance(count, int) and count]
    if isinstance(struck_out := event.details.get("struck"), int) and struck_out:
        parts.append(_evidence("{0} struck out").format(struck_out))
    return _evidence("Citations: {0}").format(
        " · ".join(parts) if parts else _evidence("none to check")
    )


def _support(counts: object) -> str:
    """Summarize the reviewer's verdicts on cited sentences, or return "" if there are none."""
    if not isinstance(counts, Mapping):
        return ""
    forms = {
        "supported": _evidence("{0} supported"),
        "contradicted": _evidence("{0} contradicted"),
        "not stated": _evidence("{0} not stated"),
        "discarded": _evidence("{0} without proof"),
    }
    told = [form.format(counts[name]) for name, form in forms.items() if counts.get(name)]
    return (
        _evidence("Statements compared with their sources: {0}").format(", ".join(told))
        if told
        else ""
    )


def _verifier(event: Verdict) -> str:
    told = _evidence("enough found") if event.ok else _evidence("more is needed")
    number = event.details.get("round")
    if not isinstance(number, int):
        return _evidence("Verifier: {0}").format(told)
    return _evidence("Verifier, round {0}: {1}").format(number, told)


def _evidence_points(event: Verdict) -> Iterator[str]:
    said = {name: _text(event.details, name) for name in ("value", "reason", "note", "query")}
    if event.by == "verifier" and event.details.get("said") == "":
        yield _evidence("No verdict; counted as “no”.")
    if event.by == "grounding" and event.details.get("action") == "replaced":
        yield _evidence("The model contradicted the evidence.")
    if said["value"]:
        yield _evidence("Extracted from the sources: {0}").format(said["value"])
    yield from (localized(said[name]) for name in ("reason", "note") if said[name])
    if said["query"]:
        yield _evidence("Next search: “{0}”").format(said["query"])


def _text(said: Mapping[str, Any], name: str) -> str:
    """Return a string or number as one line, or "" if missing."""
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


def traffic(sent: int, received: int) -> str:
    """Format the numbers of bytes sent and received."""
    return f"↑ {size(sent)}  ↓ {size(received)}"


def size(number: int) -> str:
    """Format a byte count, such as ``812 B``, ``4.2 kB`` or ``1.3 MB``."""
    if number < 1024:
        return f"{number} B"
    if number < 1024 * 1024:
        return f"{number / 1024:.1f} kB"
    return f"{number / 1024 / 1024:.1f} MB"
