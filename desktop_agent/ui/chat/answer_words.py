"""What is said about an answer as a whole: its state, and why no source stands behind it."""

from PySide6.QtCore import QCoreApplication

from desktop_agent.ui.turn import Turn


def label_of(turn: Turn) -> tuple[str, str]:
    """Gives a few words on what the text is, and their tone; nothing for a sound answer."""
    finished = turn.finished
    if finished is not None and finished.status == "stopped":
        # who stops a run gives no reason; what broke it off does
        return (
            QCoreApplication.translate("AssistantMessage", "Interrupted")
            if finished.error
            else QCoreApplication.translate("AssistantMessage", "Stopped")
        ), "warn"
    if finished is not None and finished.status == "insufficient":
        return QCoreApplication.translate("AssistantMessage", "Insufficient evidence"), "warn"
    return (
        QCoreApplication.translate("AssistantMessage", "Draft") if turn.shown_is_draft else ""
    ), ""


def memory_warning(turn: Turn) -> str:
    """Says why no source stands behind the answer; small talk and writing need none."""
    strategy = turn.started.strategy if turn.started is not None else ""
    if strategy == "evidence":
        return ""
    if turn.search_failed:
        return QCoreApplication.translate(
            "AssistantMessage",
            "Web search failed. This answer comes from the model's own knowledge and is not "
            "checked against any source.",
        )
    if turn.attempts or strategy not in ("", "quick"):
        return QCoreApplication.translate(
            "AssistantMessage",
            "No source was found. This answer comes from the model's own knowledge and is not "
            "checked.",
        )
    return ""
