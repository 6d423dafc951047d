"""Strings for the parts of a plan and the checks of a deep run."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import Verdict
from desktop_agent.core.plan import SubtaskKind
from desktop_agent.core.text import short_line
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import label

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
KIND_ICONS: Mapping[SubtaskKind, str] = {
    "look_up": "search",
    "reason": "thinking",
    "compute": "tool",
    "simulate": "replay",
}


tr = partial(QCoreApplication.translate, "Plan")


def kind(name: SubtaskKind) -> str:
    """Return the label for a kind of part."""
    return label("Plan", "kind", name)


def kind_tip(name: SubtaskKind) -> str:
    """Return a tooltip that explains how parts of the given kind are processed."""
    return label("Plan", "kind_tip", name)


def state(name: PartState) -> str:
    """Return the label of a part's state."""
    return label("Plan", "state", name)


def after(needs: tuple[str, ...]) -> str:
    """Format the names of the parts that a part waits for, or return "" if there are none."""
    return tr("after {0}").format(", ".join(needs)) if needs else ""


def parts_done(done: int, count: int) -> str:
    """Format the progress of a plan, such as ``2 of 5 parts``."""
    if count == 1:
        return tr("{0} of 1 part").format(done)
    return tr("{0} of {1} parts").format(done, count)


def plan_title(template: str, *, proposed: bool) -> str:
    """Return the title of a plan, given the title of its template or "" if it has none."""
    name = tr("Plan: {0}").format(template) if template else tr("Plan")
    return tr("{0} · waits for you").format(name) if proposed else name


# --- Verdicts


def swarm(event: Verdict) -> str:
    """Summarize whether several models, or several samples of one model, agree."""
    value = _text(event.details, "value") or _text(event.details, "text")
    if not event.ok:
        return tr("Swarm: they disagree")
    return tr("Swarm: {0}").format(_one_line(value)) if value else tr("Swarm: they agree")


def swarm_points(event: Verdict) -> Iterator[str]:
    """Yield each member's answer, the number of members that agree, the margin, and any notes."""
    said = event.details
    for name, answer in _answers(said):
        yield f"{name}: {_one_line(answer) or tr('no answer')}"
    votes, answered = _count(said, "votes"), _count(said, "answered")
    counted = ""
    if votes is not None and answered is not None:
        counted = f"{votes} of {answered} answers agree."  # the note may begin with the same words
        yield tr("{0} of {1} answers agree").format(votes, answered)
    margin = said.get("margin")
    if isinstance(margin, int | float) and not isinstance(margin, bool):
        yield tr("Lead over the next answer: {0}").format(f"{margin:.0%}")
    rounds = _count(said, "rounds") or _count(said, "round")
    if rounds is not None and rounds > 1:
        yield tr("They were shown each other's answers once")
    if note := _text(said, "note").removeprefix(counted).strip():
        yield localized(note)


def numeric(event: Verdict) -> str:
    """Summarize whether recalculating a number confirmed it."""
    if event.details.get("agreed", event.ok) is None:
        return tr("Recalculation: could not be checked")
    return tr("Recalculation: ok") if event.ok else tr("Recalculation: another value")


def numeric_points(event: Verdict) -> Iterator[str]:
    """Yield the original, recomputed and final values, whether code was run, and notes."""
    said = event.details
    candidate, anew, value = (_text(said, name) for name in ("candidate", "recomputed", "value"))
    if candidate:
        yield tr("Was: {0}").format(_one_line(candidate))
    if anew:
        yield tr("Computed anew: {0}").format(_one_line(anew))
    if value and value not in (candidate, anew):
        yield tr("Used: {0}").format(_one_line(value))
    if isinstance(said.get("code_ran"), bool):
        yield tr("By code that ran") if said["code_ran"] else tr("Without code that ran")
    if note := _text(said, "note"):
        yield localized(note)


def _answers(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each member's name and answer, stored as a mapping or as a list of mappings."""
    answers = said.get("answers", said.get("members"))
    if isinstance(answers, Mapping):
        yield from ((str(name), str(answer)) for name, answer in answers.items())
    for each in answers if isinstance(answers, list | tuple) else ():
        if isinstance(each, Mapping):
            names = ("member", "name", "model")
            texts = ("value", "answer", "text", "error")
            yield _first(each, names) or "?", localized(_first(each, texts))


def _first(said: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text for name in names if (text := _text(said, name))), "")


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value.strip() if isinstance(value, str) else ""


def _count(said: Mapping[str, Any], name: str) -> int | None:
    value = said.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _one_line(text: str) -> str:
    return short_line(text, 200)
