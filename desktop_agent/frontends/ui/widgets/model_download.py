"""Suggested models, model downloads, and a view of a download's progress."""

import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop_agent.core.errors import Offline
from desktop_agent.core.models import SEARCH_MODEL, PullProgress
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import Said, heading
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Operation, Progress, Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.system.resources import toml_resource

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Suggested models, from the list shipped with the program

_SPARE = 0.9
"""Factor applied to required memory, because a system with 8 GB often reports a little less."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested model from Ollama's library.

    ``memory_bytes`` is the recommended memory of the machine. ``use`` is the keyword in
    ``models.toml`` for the model's purpose.
    """

    name: str
    size_bytes: int
    memory_bytes: int
    use: str
    capabilities: tuple[str, ...]

    def fits(self, memory: int) -> bool:
        """Return whether the model can run in ``memory`` bytes, or True if it is 0 (unknown)."""
        return not memory or memory >= self.memory_bytes * _SPARE


def recommended(memory: int) -> str:
    """Return the name of the best suggestion that answers quickly in ``memory`` bytes."""
    quick = [each for each in suggestions() if each.use in ("small", "everyday")]
    fit = [each for each in quick if each.fits(memory)] or quick[:1]
    return max(fit, key=lambda each: (each.use == "everyday", each.memory_bytes)).name


@cache
def suggestions() -> tuple[Suggestion, ...]:
    """Return all suggested models, smallest first."""
    return tuple(
        Suggestion(
            each["name"],
            round(each["size_gb"] * 1e9),
            round(each["memory_gb"] * 2**30),
            each["use"],
            tuple(each["capabilities"]),
        )
        for each in toml_resource("models.toml")["model"]
    )


# --- Download progress, speed and remaining time

_LEAST_S = 1.0


class PullMeter:
    """The progress of a model download, summed over all layers.

    The total grows as layers are reported. Bytes from an earlier download count as completed but do
    not affect the speed.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._layers: dict[str, tuple[int, int]] = {}
        self._began: float | None = None
        self._loaded = 0

    def add(self, step: PullProgress) -> None:
        if not step.total:
            return
        layer = step.layer or step.status
        before = self._layers.get(layer)
        done = min(step.completed, step.total)
        if before is not None:
            done = max(done, before[0])  # a retried part is reported from its beginning
            self._loaded += done - before[0]
        self._layers[layer] = (done, step.total)
        if self._began is None:
            self._began = self._clock()

    @property
    def completed(self) -> int:
        return sum(done for done, _ in self._layers.values())

    @property
    def total(self) -> int:
        return sum(total for _, total in self._layers.values())

    @property
    def speed(self) -> float | None:
        """The average speed in bytes per second, or None during the first second."""
        if self._began is None or (spent := self._clock() - self._began) < _LEAST_S:
            return None
        return self._loaded / spent

    @property
    def eta_s(self) -> float | None:
        """The estimated seconds left, or None if the speed is 0 or unknown."""
        speed = self.speed
        return None if not speed else (self.total - self.completed) / speed


class Download(Operation[None]):
    """A download of a model."""

    def __init__(self, name: str, tasks: Tasks, parent: QObject) -> None:
        super().__init__(tasks, parent)
        self.name = name
        self.meter = PullMeter()

    def begin(self, session: "Session") -> None:
        """Start the download, or resume it if it was stopped or has failed."""

        async def load(progress: Progress) -> None:
            if session.settings.network.offline:
                # a local Ollama would still download from the internet
                tr = partial(QCoreApplication.translate, "Downloads")
                raise Offline(
                    tr("The network is switched off."), tr("Switch it on to download a model.")
                )
            async with aclosing(session.models.pull(self.name)) as steps:
                async for step in steps:
                    self.meter.add(step)
                    progress(self.meter.completed, self.meter.total)

        if not self.active:
            self.meter = PullMeter()
            self.start(load)


class Downloads(QObject):
    """The model downloads.

    All signals carry a model's name. ``changed`` is emitted when a download progresses or changes
    state, ``finished`` when a model has been installed, and ``removed`` when a download is no
    longer listed.
    """

    changed = Signal(str)
    finished = Signal(str)
    removed = Signal(str)

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks
        self._known: dict[str, Download] = {}

    def all(self) -> tuple[Download, ...]:
        """Return the listed downloads, oldest first."""
        return tuple(self._known.values())

    def get(self, name: str) -> Download | None:
        return self._known.get(name)

    def start(self, name: str) -> None:
        """Download a model, or resume the download if it was stopped or has failed."""
        name = name.strip()
        if name and name not in self._known:
            download = Download(name, self._tasks, self)
            download.changed.connect(partial(self._changed, download))
            self._known[name] = download
        if name:
            self._known[name].begin(self._session)

    def remove(self, name: str) -> None:
        download = self._known.get(name)
        if download is not None and not download.active:
            del self._known[name]
            download.deleteLater()
            self.removed.emit(name)

    def _changed(self, download: Download) -> None:
        self.changed.emit(download.name)
        if download.state == "done":
            self.finished.emit(download.name)


# --- Texts for sizes, times and uses


_tr = partial(QCoreApplication.translate, "Models")


def bytes_text(count: float) -> str:
    """Format a byte count, such as ``2.6 GB`` or ``274 MB``."""
    if count >= 1e9:
        return _tr("{0:.1f} GB").format(count / 1e9)
    if count >= 1e6:
        return _tr("{0:.0f} MB").format(count / 1e6)
    return _tr("{0:.0f} kB").format(max(count / 1e3, 1 if count else 0))


def duration_text(seconds: float) -> str:
    """Format a remaining time, such as ``40 s left`` or ``1 h 5 min left``."""
    if seconds < 60:
        return _tr("{0} s left").format(max(1, round(seconds)))
    minutes = round(seconds / 60)
    if minutes < 60:
        return _tr("{0} min left").format(minutes)
    hours, minutes = divmod(minutes, 60)
    return _tr("{0} h {1} min left").format(hours, minutes)


def progress_text(download: Download) -> str:
    """Return the status text of a download."""
    meter = download.meter
    match download.state:
        case "stopped":
            return _tr("Stopped. Resume at any time.")
        case "failed":
            return localized_error(download.error)
        case "done":
            return _tr("Installed")
    if not meter.total:
        return _tr("Connecting…") if download.name == SEARCH_MODEL else _tr("Asking Ollama…")
    if meter.completed >= meter.total:
        return _tr("Verifying…")
    parts = [_tr("{0} of {1}").format(bytes_text(meter.completed), bytes_text(meter.total))]
    speed, eta = meter.speed, meter.eta_s
    if speed is not None:
        parts.append(_tr("{0}/s").format(bytes_text(speed)))
    if eta is not None:
        parts.append(duration_text(eta))
    return " · ".join(parts)


# --- Progress bar with a button to stop or resume

_STEPS = 1000


class DownloadView(QWidget):
    """Shows the download called ``name`` while it is listed in ``downloads``. Escape stops it.

    If ``title`` is given, it replaces the name in accessibility labels, and no heading is shown.
    """

    def __init__(self, theme: Theme, downloads: Downloads, name: str = "", title: str = "") -> None:
        super().__init__()
        self._downloads = downloads
        self._fixed_title = title
        self._head = heading("", "section")
        self._head.setTextFormat(Qt.TextFormat.PlainText)
        self._head.setHidden(bool(title))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.told = Said("hint")
        self.button = push_button("", self._press)
        tip = self.tr("Dismiss")
        self.dismiss = icon_button(theme, "cross", tip, self._dismiss, tip=tip, side=14)
        centre = Qt.AlignmentFlag.AlignVCenter
        lines = vbox(self._head, self.bar, self.told, spacing=5)
        buttons = ((self.button, 0, centre), (self.dismiss, 0, centre))
        hbox((lines, 1), *buttons, parent=self, spacing=8)
        for signal in (downloads.changed, downloads.removed):
            signal.connect(self._changed)
        self.follow(name)

    def follow(self, name: str) -> None:
        """Show the download of another model."""
        self.name = name
        self._title = self._fixed_title or name
        self._head.setText(name)
        self.bar.setAccessibleName(self.tr("Download of {0}").format(self._title))
        self.dismiss.setAccessibleName(self.tr("Dismiss {0}").format(self._title))
        self._changed(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        download = self._downloads.get(self.name)
        if event.key() == Qt.Key.Key_Escape and download is not None and download.active:
            download.stop()
        else:
            super().keyPressEvent(event)

    def _press(self) -> None:
        download = self._downloads.get(self.name)
        if download is not None and download.active:
            download.stop()
        else:
            self._downloads.start(self.name)

    def _dismiss(self) -> None:
        self._downloads.remove(self.name)

    def _changed(self, name: str) -> None:
        if name != self.name:
            return
        download = self._downloads.get(name)
        if download is None:
            self.hide()
            return
        if self.parentWidget() is not None:
            self.show()
        meter = download.meter
        self.bar.setRange(0, 0 if download.active and not meter.total else _STEPS)
        self.bar.setValue(_STEPS * meter.completed // max(meter.total, 1))
        self.bar.setVisible(download.state != "done")
        tone = "error" if download.state == "failed" else ""
        self.told.say(progress_text(download), tone)
        self._show_buttons(download)

    def _show_buttons(self, download: Download) -> None:
        text, tip = {
            "stopped": (self.tr("Resume"), self.tr("Resume downloading {0}")),
            "failed": (self.tr("Try again"), self.tr("Resume downloading {0}")),
            "done": ("", ""),
        }.get(download.state, (self.tr("Stop"), self.tr("Stop downloading {0} (Esc)")))
        if self.button.text() != text:
            self.button.setText(text)
            self.button.setToolTip(tip.format(self._title))
            self.button.setAccessibleName(f"{text}: {self._title}")
        self.button.setVisible(bool(text))
        self.button.setEnabled(download.state != "stopping")
        self.dismiss.setVisible(not download.active)
