"""Strings for citation marks, evidence and verdicts."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.citations import MARKS
from desktop_agent.core.events import Verdict
from desktop_agent.core.research import Mark
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import label

MARK_ICONS: Mapping[Mark, tuple[str, ColourName]] = {
    "supported": ("ok", "ok"),
    "partly": ("partly", "warn"),
    "contradicted": ("failed", "error"),
    "unconfirmed": ("unchecked", "muted"),
}


tr = partial(QCoreApplication.translate, "Evidence")


def mark(name: Mark) -> str:
    """Return the capitalized label of a mark."""
    return label("Evidence", "mark", name)


def mark_meaning(name: Mark) -> str:
    """Return a sentence that explains a mark."""
    return label("Evidence", "mark_meaning", name)


def counted(name: Mark, count: int) -> str:
    """Format the number of sentences with a mark, such as ``3 supported``."""
    return label("Evidence", "counted", name).format(count)


def struck() -> str:
    """Return the label for a statement that was removed from an answer."""
    return tr("Struck out")


def intent(name: str) -> str:
    """Return the label of an intent, which says what kind of answer a question asks for."""
    return label("Evidence", "intent", name, name)


def grounding(event: Verdict) -> str:
    """Describe whether the answer agrees with the extracted evidence."""
    otherwise = tr("Agrees with the evidence") if event.ok else tr("Disagrees with the evidence")
    return label("Evidence", "grounding", str(event.details.get("action")), otherwise)


def grounding_details(event: Verdict) -> str:
    """Return the value that grounding checked and the reason, or why the answer was replaced."""
    value, reason = _text(event.details, "value"), _text(event.details, "reason")
    if event.details.get("action") == "replaced":
        told = tr("The model contradicted the evidence")
        return f"{told}: {reason}" if reason else f"{told}."
    return " · ".join(part for part in (value, reason) if part)


def claims(event: Verdict) -> str:
    """Summarize the citation check as the number of cited sentences with each mark."""
    counts = ((name, event.details.get(name)) for name in MARKS)
    parts = [counted(name, count) for name, count in counts if isinstance(count, int) and count]
    if isinstance(struck_out := event.details.get("struck"), int) and struck_out:
        parts.append(tr("{0} struck out").format(struck_out))
    return tr("Citations: {0}").format(" · ".join(parts) if parts else tr("none to check"))


def support(counts: object) -> str:
    """Summarize the reviewer's verdicts on cited sentences; return "" if there are none."""
    if not isinstance(counts, Mapping):
        return ""
    forms = {
        "supported": tr("{0} supported"),
        "contradicted": tr("{0} contradicted"),
        "not stated": tr("{0} not stated"),
        "discarded": tr("{0} without proof"),
    }
    told = [form.format(counts[name]) for name, form in forms.items() if counts.get(name)]
    return tr("Statements compared with their sources: {0}").format(", ".join(told)) if told else ""


def verifier(event: Verdict) -> str:
    """Summarize the verifier's decision, including the round if known."""
    told = tr("enough found") if event.ok else tr("more is needed")
    number = event.details.get("round")
    if not isinstance(number, int):
        return tr("Verifier: {0}").format(told)
    return tr("Verifier, round {0}: {1}").format(number, told)


def points(event: Verdict) -> Iterator[str]:
    """Yield sentences with the details of a verdict by the verifier, grounding or claims check."""
    said = {name: _text(event.details, name) for name in ("value", "reason", "note", "query")}
    if event.by == "verifier" and event.details.get("said") == "":
        yield tr("No verdict; counted as “no”.")
    if event.by == "grounding" and event.details.get("action") == "replaced":
        yield tr("The model contradicted the evidence.")
    if said["value"]:
        yield tr("Extracted from the sources: {0}").format(said["value"])
    yield from (localized(said[name]) for name in ("reason", "note") if said[name])
    if said["query"]:
        yield tr("Next search: “{0}”").format(said["query"])


def sureness(confidence: object) -> str:
    """Format a confidence in [0, 1] as a percentage; return "" if it is not a number."""
    return f"{confidence:.0%}" if isinstance(confidence, int | float) else ""


def _text(details: Mapping[str, Any], name: str) -> str:
    value = details.get(name)
    return value.strip() if isinstance(value, str) else ""
