"""Announce messages to screen readers."""

import re

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QWidget

from desktop_agent.core.citations import CITATION
from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.core.markdown import plain_text
from desktop_agent.core.sentences import spans
from desktop_agent.core.text import short_line
from desktop_agent.frontends.ui.widgets.translation import localized

_SENTENCE_MOST = 240


def announce(widget: QWidget, text: str, *, polite: bool = True) -> None:
    """Announce a message to a screen reader, interrupting other speech unless ``polite``."""
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    levels = QAccessible.AnnouncementPoliteness
    event.setPoliteness(levels.Polite if polite else levels.Assertive)
    QAccessible.updateAccessibility(event)


def alert(widget: QWidget) -> None:
    """Make screen readers announce the widget's accessible name as an alert."""
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))


class AnswerAnnouncer(QObject):
    """Announces the outcome of runs to screen readers. Connect ``History.happened`` to `tell`."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._answers: dict[int, AnswerGiven] = {}

    def tell(self, index: int, event: object) -> None:
        """Handle an event of the turn at ``index`` in the history."""
        if isinstance(event, AnswerGiven):
            self._answers[index] = event
        elif isinstance(event, RunFinished):
            self._ended(self._answers.pop(index, None), event)

    def _ended(self, answer: AnswerGiven | None, end: RunFinished) -> None:
        if end.status == "failed":
            text = self.tr("Couldn't answer the question: {0} {1}")
            text = text.format(localized(end.error), localized(end.remedy)).strip()
        elif end.status == "insufficient":
            text = self.tr("Not enough evidence. {0}").format(_told(answer)).strip()
        elif end.status == "stopped":
            text = self.tr("Stopped.")
        else:
            text = f"{self._ready(answer)} {localized(end.error)}".strip()
        announce(self._window, text, polite=end.status != "failed")

    def _ready(self, answer: AnswerGiven | None) -> str:
        count = len(answer.sources) if answer else 0
        several = self.tr("1 source") if count == 1 else self.tr("{0} sources").format(count)
        sources = several if count else self.tr("No sources")
        return self.tr("Answer ready: {0} {1}.").format(_told(answer), sources)


def _told(answer: AnswerGiven | None) -> str:
    return first_sentence(answer.text) if answer else ""


def first_sentence(markdown: str) -> str:
    """Return the first sentence of an answer, without markup or citations, for reading aloud."""
    text = plain_text(CITATION.sub("", markdown[: 4 * _SENTENCE_MOST]))
    words = re.sub(r"\s+(?=[.,;:!?]|$)", "", " ".join(text.split()))
    start, end = next(spans(words, 0, len(words)), (0, 0))
    return short_line(words[start:end], _SENTENCE_MOST)
