"""Downloads of models: one at a time, the others wait their turn; all who show them share these."""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from desktop_agent.core.errors import AgentError, Offline
from desktop_agent.core.pull_meter import PullMeter
from desktop_agent.ui.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app import Session

_SHOWN_EVERY_MS = 100

DownloadState = Literal["queued", "running", "stopped", "failed", "done"]


@dataclass(slots=True)
class Download:
    """One model that is or was being loaded; ``error`` says why it failed."""

    name: str
    meter: PullMeter
    state: DownloadState = "queued"
    error: AgentError | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def active(self) -> bool:
        """Whether it is loading or waits for its turn."""
        return self.state in ("queued", "running")


class Downloads(QObject):
    """Begins, stops and resumes downloads.

    ``changed`` brings the name of one whose state or progress changed, at most ten times a second
    for progress. ``finished`` brings the name of a model that is now installed. ``removed`` brings
    the name of one that is no longer listed.
    """

    changed = Signal(str)
    finished = Signal(str)
    removed = Signal(str)

    def __init__(
        self,
        session: "Session",
        tasks: Tasks,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks
        self._clock = clock
        self._known: dict[str, Download] = {}
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(_SHOWN_EVERY_MS)
        self._due.timeout.connect(self._show_running)

    def all(self) -> tuple[Download, ...]:
        """Gives what is listed, in the order it was asked for."""
        return tuple(self._known.values())

    def get(self, name: str) -> Download | None:
        """Gives the download of a model, if there is one."""
        return self._known.get(name)

    def start(self, name: str) -> None:
        """Asks for a model; one that was stopped or failed goes on where it was."""
        name = name.strip()
        there = self._known.get(name)
        if not name or (there is not None and there.active):
            return
        if there is None:
            self._known[name] = Download(name, PullMeter(self._clock))
        else:
            there.meter = PullMeter(self._clock)
            there.state, there.error = "queued", None
        self.changed.emit(name)
        self._next()

    def stop(self, name: str) -> None:
        """Breaks a download off, or takes it out of the queue; what is loaded is kept by Ollama."""
        download = self._known.get(name)
        if download is None or not download.active:
            return
        if download.task is not None:
            # cancelled and not just left: only that unwinds the HTTP client's own generators
            download.task.cancel()
            download.task = None
        download.state = "stopped"
        self.changed.emit(name)
        self._next()

    def remove(self, name: str) -> None:
        """Takes one that has ended off the list."""
        download = self._known.get(name)
        if download is not None and not download.active:
            del self._known[name]
            self.removed.emit(name)

    def _next(self) -> None:
        if any(each.state == "running" for each in self._known.values()):
            return
        waiting = next((each for each in self._known.values() if each.state == "queued"), None)
        if waiting is None:
            return
        waiting.state = "running"
        waiting.task = self._tasks.start(
            self._load(waiting),
            lambda _none: self._ended(waiting, None),
            lambda error: self._ended(waiting, error),
        )
        self.changed.emit(waiting.name)

    async def _load(self, download: Download) -> None:
        if self._session.settings.network.offline:
            # Ollama is on this machine, but it would go to its library on the internet
            raise Offline(
                QCoreApplication.translate("Downloads", "The network is switched off."),
                QCoreApplication.translate("Downloads", "Switch it on to download a model."),
            )
        async with aclosing(self._session.models.pull(download.name)) as steps:
            async for step in steps:
                download.meter.add(step)
                if not self._due.isActive():
                    self._due.start()

    def _ended(self, download: Download, error: AgentError | None) -> None:
        if download.state != "running":
            return
        download.task = None
        download.error = error
        download.state = "done" if error is None else "failed"
        self.changed.emit(download.name)
        if error is None:
            self.finished.emit(download.name)
        self._next()

    def _show_running(self) -> None:
        for download in self.all():
            if download.state == "running":
                self.changed.emit(download.name)
