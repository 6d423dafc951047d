"""Telling the person that a run has ended or waits for them, where they do not see it themselves."""

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.core.events import Event, PlanMade, RunFinished, RunStarted
from desktop_agent.core.settings import BackgroundSettings
from desktop_agent.core.short_line import clipped
from desktop_agent.core.waiting_events import ApprovalAsked
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.runs import words

_GATHER_MS = 600
"""What ends within this time is told together: twenty messages in a row are read by nobody."""
_CHARS_MOST = 120


def _tr(text: str) -> str:
    return QCoreApplication.translate("Notifier", text)


class Face(Protocol):
    """Where the person is, and where they can be told something."""

    def sees(self, run: KnownRun) -> bool:
        """Whether they have the run before their eyes."""

    def is_away(self) -> bool:
        """Whether the window is not the one that they work in."""

    def tell(self, title: str, text: str, act: Callable[[], object]) -> None:
        """Tells it; ``act`` is what a click does."""

    def show_chat(self) -> None:
        """Opens the chat."""

    def show_run(self, run: KnownRun) -> None:
        """Opens a run."""

    def show_runs(self) -> None:
        """Opens the list of runs."""


class Notifier(QObject):
    """Follows runs; what is told at the same time becomes one message.

    `follow` takes the runs in the background, `happened` the events of the one in the chat.
    """

    def __init__(
        self,
        settings: Callable[[], BackgroundSettings],
        face: Face,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._began = time.monotonic()
        self._question = ""
        self._settings = settings
        self._face = face
        self._waiting: dict[str, KnownRun] = {}
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(_GATHER_MS)
        self._due.timeout.connect(self._tell)

    def follow(self, runs: KnownRuns) -> None:
        """Tells of these from now on."""
        runs.turned.connect(self._turned)

    def happened(self, event: Event) -> None:
        """Tells of the run in the chat: that a long one has ended, or that it waits for the person."""
        settings = self._settings()
        if isinstance(event, RunStarted):
            self._began, self._question = time.monotonic(), event.question
        if not (settings.notify and self._face.is_away()):
            return
        if isinstance(event, RunFinished):
            if event.status != "stopped" and self._lasted >= settings.notify_after_s:
                self._say(_ends().get(event.status, _ends()["answered"]))
        elif isinstance(event, ApprovalAsked) or (isinstance(event, PlanMade) and event.proposed):
            self._say(_ends()["asking"])

    @property
    def _lasted(self) -> float:
        return time.monotonic() - self._began

    def _say(self, title: str) -> None:
        self._face.tell(
            title, clipped(words.line(self._question), _CHARS_MOST), self._face.show_chat
        )

    def _turned(self, run: KnownRun, _left: str) -> None:
        if self._is_worth_telling(run):
            self._waiting[run.run_id] = run
            self._due.start()
        else:
            self._waiting.pop(run.run_id, None)  # it goes on again already

    def _is_worth_telling(self, run: KnownRun) -> bool:
        settings = self._settings()
        if not settings.notify or (run.state != "asking" and run.state not in ENDED):
            return False
        return run.state != "stopped"  # which was the person's own doing

    def _tell(self) -> None:
        runs = [each for each in self._waiting.values() if not self._face.sees(each)]
        self._waiting.clear()
        if len(runs) == 1:
            (run,) = runs
            title = _ends().get(run.state, _ends()["answered"])
            text = clipped(words.line(run.question), _CHARS_MOST)
            self._face.tell(title, text, lambda: self._face.show_run(run))
        elif runs:
            asking = sum(each.state == "asking" for each in runs)
            ended = len(runs) - asking
            parts = [_tr("{0} runs have ended").format(ended)] if ended > 1 else []
            parts += [_tr("1 run has ended")] if ended == 1 else []
            parts += [_tr("{0} wait for you").format(asking)] if asking > 1 else []
            parts += [_tr("1 waits for you")] if asking == 1 else []
            text = "\n".join(words.line(each.question) for each in runs[:3])
            self._face.tell(" · ".join(parts), text, self._face.show_runs)


def _ends() -> dict[str, str]:
    return {
        "asking": _tr("A run waits for you"),
        "answered": _tr("A run has ended"),
        "insufficient": _tr("A run has ended without enough evidence"),
        "failed": _tr("A run has failed"),
    }
