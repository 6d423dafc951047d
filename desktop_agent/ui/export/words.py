"""What an export says around the text itself; all of it can be translated."""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from desktop_agent.ui.export.exported import ExportedSource, ExportedTurn
from desktop_agent.ui.localized import localized
from desktop_agent.ui.words import strategy_name


def tr(text: str) -> str:
    """Translates within this context."""
    return QCoreApplication.translate("Export", text)


def title_of(title: str) -> str:
    """Gives the title in one line, or what stands in its place."""
    return " ".join(title.split()) or tr("Untitled conversation")


def moment(iso: str) -> str:
    """Return a moment of ISO 8601 as a day and a time here; what is no moment stays as it is."""
    when = QDateTime.fromString(iso, Qt.DateFormat.ISODate)
    if not when.isValid():
        return iso
    return QLocale().toString(when.toLocalTime(), tr("d MMM yyyy, hh:mm"))


def about_turn(turn: ExportedTurn) -> str:
    """Says in a line when and by what a question was answered."""
    tokens = turn.usage.prompt_tokens + turn.usage.completion_tokens
    parts = [
        moment(turn.asked) if turn.asked else "",
        strategy_name(turn.strategy) if turn.strategy else "",
        turn.model,
        tr("{0} s").format(f"{turn.seconds:.1f}") if turn.seconds else "",
        tr("{0} tokens").format(f"{tokens:,}") if tokens else "",
    ]
    return " · ".join(part for part in parts if part)


def note_on(turn: ExportedTurn) -> str:
    """Says what a reader must know before the answer; empty for one that is whole."""
    said = {
        "running": tr("Partial answer: it was still being written."),
        "interrupted": tr("Partial answer: the program ended before it was finished."),
        "failed": tr("The run failed."),
    }.get(turn.status, "")
    if turn.status == "stopped" and not turn.partial:
        said = tr("The run was stopped.")
    if turn.status == "failed" and turn.error:
        said = tr("The run failed: {0}").format(turn.error)
    if turn.status == "failed" and turn.error and turn.partial and turn.answer:
        said = tr("Partial answer: the model failed. {0}").format(turn.error)
    if turn.status == "answered" and turn.error:
        said = tr("Not reviewed to the end: the model failed. {0}").format(turn.error)
    return said


def verdict_on(turn: ExportedTurn) -> str:
    """Return the verdict on an answer in one line."""
    return " · ".join(localized(phrase) for phrase in turn.verdict)


def about_source(source: ExportedSource) -> str:
    """Says in a line when a source was read, and the hash of what was kept."""
    if not source.read:
        return tr("only its snippet was seen")
    parts = [
        tr("read {0}").format(moment(source.fetched)) if source.fetched else tr("read"),
        tr("snapshot {0}").format(source.snapshot) if source.snapshot else "",
    ]
    return " · ".join(part for part in parts if part)
