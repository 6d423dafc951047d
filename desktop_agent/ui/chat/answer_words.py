"""What is said about an answer as a whole: its state, and why no source stands behind it."""

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import TextDelta, ThinkingDelta
from desktop_agent.ui.localized import localized
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
    if finished is not None and finished.cause == "model" and turn.text:
        return (
            QCoreApplication.translate("AssistantMessage", "Stopped: the model failed")
            if finished.status == "failed"
            else QCoreApplication.translate("AssistantMessage", "Not reviewed")
        ), "warn"
    return (
        QCoreApplication.translate("AssistantMessage", "Draft") if turn.shown_is_draft else ""
    ), ""


def what_failed(turn: Turn) -> str:
    """Say what a model's failure did to the answer; empty where the failure itself says it all."""
    finished = turn.finished
    if finished is None or finished.cause != "model":
        return ""
    if finished.status == "answered":
        return QCoreApplication.translate(
            "AssistantMessage", "The model stopped answering before this answer was reviewed."
        )
    if any(isinstance(event, TextDelta | ThinkingDelta) for event in turn.events):
        return QCoreApplication.translate("AssistantMessage", "The model stopped answering.")
    return ""


def no_model(turn: Turn) -> str:
    """Say why an answer is made of quotes where a model was wanted."""
    started = turn.started
    # only ``auto`` gives a reason for evidence, which is that no model is available
    if started is None or started.strategy != "evidence" or not started.strategy_reason:
        return ""
    reason = localized(started.strategy_reason)
    return QCoreApplication.translate(
        "AssistantMessage", "{0} These are quotes from the sources."
    ).format(reason[:1].upper() + reason[1:])


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
