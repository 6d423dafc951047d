"""How far the indexing is: a thin bar, a line of words, the file at work, and a button to hold it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QVBoxLayout, QWidget

from desktop_agent.core.knowledge import IngestProgress
from desktop_agent.ui.knowledge.words import progress_line, shown_path
from desktop_agent.ui.localized import localized
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.theme import Theme

_STEPS = 1000


class IngestBar(QWidget):
    """Is there only while something goes on or is held.

    ``pause_wanted`` brings True for holding the indexing, False for letting it go on.
    """

    pause_wanted = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._paused = False
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _STEPS)
        self._bar.setAccessibleName(self.tr("Indexing"))
        self.said = QLabel()
        self.said.setObjectName("meta")
        self.said.setTextFormat(self.said.textFormat().PlainText)
        self.current = ElidedLabel()
        self.current.setObjectName("hint")
        self.pause = QToolButton()
        self.pause.clicked.connect(lambda: self.pause_wanted.emit(not self._paused))
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.said)
        row.addWidget(self.current, 1)
        row.addWidget(self.pause)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self._bar)
        lines.addLayout(row)
        self._draw_pause()
        self.hide()

    def show_progress(self, progress: IngestProgress) -> None:
        """Shows how far it is; nothing at all while there is nothing to do."""
        self.setVisible(progress.state != "idle")
        if progress.state == "idle":
            return
        line = progress_line(progress)
        self.said.setText(line)
        self._bar.setValue(round(_STEPS * share(progress)))
        self._bar.setAccessibleDescription(line)
        note = localized(progress.note) if progress.state == "waiting" else ""
        self.current.show_text(note or shown_path(progress.current))
        self.current.setVisible(bool(note or progress.current) and progress.state != "paused")
        self.pause.setVisible(progress.state != "waiting")
        if self._paused != (progress.state == "paused"):
            self._paused = not self._paused
            self._draw_pause()

    def _draw_pause(self) -> None:
        said = self.tr("Go on indexing") if self._paused else self.tr("Pause the indexing")
        self.pause.setAccessibleName(said)
        self.pause.setToolTip(said)
        self._theme.bind_icon(self.pause, "play" if self._paused else "pause", side=16)


def share(progress: IngestProgress) -> float:
    """Gives how much of the phase that it is in is done, from 0 to 1."""
    embedding = progress.state == "embedding" or progress.done >= progress.total
    done = progress.embedded if embedding else progress.done
    whole = progress.to_embed if embedding else progress.total
    return min(1.0, done / whole) if whole else 0.0
