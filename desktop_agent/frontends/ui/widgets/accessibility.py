"""Tells screen readers what happens away from the keyboard: that an answer is there, or is not."""

import re
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from desktop_agent.core.citations import CITATION
from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.frontends.ui.widgets.translation import localized

# --- Pages and parts of them that know where the keyboard belongs.


@runtime_checkable
class KeyboardFocusTarget(Protocol):
    """A page that knows where the keyboard belongs in it; in others it is at the page itself."""

    def enter(self) -> None:
        """Takes the keyboard."""


_MARKUP = re.compile(
    r"^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+|[*_`~|]|!?\[(?=[^\]]*\]\()|\]\([^)]*\)"
)
_SENTENCE = re.compile(r"(?s).+?[.!?](?=\s|$)|.+?[\u3002\uff01\uff1f]|.+")
_SENTENCE_MOST = 240


def announce(widget: QWidget, text: str, *, polite: bool = True) -> None:
    """Has the text read out; polite waits until what is read now has ended.

    Costs nothing while no screen reader listens.
    """
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    levels = QAccessible.AnnouncementPoliteness
    event.setPoliteness(levels.Polite if polite else levels.Assertive)
    QAccessible.updateAccessibility(event)


class AnswerAnnouncer(QObject):
    """Reads out how runs end, and not every word on the way.

    ``said`` brings each announcement. `tell` takes what ``History.happened`` brings.
    """

    said = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._answers: dict[int, AnswerGiven] = {}

    def tell(self, index: int, event: object) -> None:
        """Takes an event of the turn at an index; most are passed over."""
        if isinstance(event, AnswerGiven):
            self._answers[index] = event
        elif isinstance(event, RunFinished):
            self._ended(self._answers.pop(index, None), event)

    def _ended(self, answer: AnswerGiven | None, end: RunFinished) -> None:
        if end.status == "failed":
            text = (
                self.tr("The question failed: {0} {1}")
                .format(localized(end.error), localized(end.remedy))
                .strip()
            )
        elif end.status == "insufficient":
            text = self.tr("Insufficient evidence. {0}").format(_told(answer)).strip()
        elif end.status == "stopped":
            text = self.tr("Stopped.")
        else:
            text = f"{self._ready(answer)} {localized(end.error)}".strip()
        announce(self._window, text, polite=end.status != "failed")
        self.said.emit(text)

    def _ready(self, answer: AnswerGiven | None) -> str:
        count = len(answer.sources) if answer else 0
        if not count:
            sources = self.tr("No sources")
        elif count == 1:
            sources = self.tr("1 source")
        else:
            sources = self.tr("{0} sources").format(count)
        return self.tr("Answer ready: {0} {1}.").format(_told(answer), sources)


def _told(answer: AnswerGiven | None) -> str:
    return first_sentence(answer.text) if answer else ""


def first_sentence(markdown: str) -> str:
    """Gives how an answer begins, without markup and citations, as one reads it out."""
    text = CITATION.sub("", markdown[: 4 * _SENTENCE_MOST])
    lines = (_MARKUP.sub("", line).strip() for line in text.splitlines())
    words = " ".join(" ".join(line for line in lines if line).split())
    found = _SENTENCE.match(words)
    sentence = re.sub(r"\s+([.,;:!?])", r"\1", found[0]) if found else ""
    if len(sentence) <= _SENTENCE_MOST:
        return sentence
    return sentence[:_SENTENCE_MOST].rsplit(" ", 1)[0] + "…"
