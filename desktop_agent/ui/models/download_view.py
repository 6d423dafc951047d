"""One download: a bar, how fast and how long, and the button that stops it or goes on."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.models.downloads import Download, Downloads
from desktop_agent.ui.models.words import progress_text
from desktop_agent.ui.theme import Theme

_STEPS = 1000


class DownloadView(QWidget):
    """Follows the download of ``name`` in ``downloads`` while it lives; Escape stops it."""

    def __init__(self, theme: Theme, downloads: Downloads, name: str) -> None:
        super().__init__()
        self.name = name
        self._downloads = downloads
        title = QLabel(name)
        title.setObjectName("section")
        title.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(self.tr("Download of {0}").format(name))
        self.told = QLabel()
        self.told.setObjectName("hint")
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._switch)
        self.dismiss = QToolButton()
        self.dismiss.setToolTip(self.tr("Take this off the list"))
        self.dismiss.setAccessibleName(self.tr("Take {0} off the list").format(name))
        self.dismiss.clicked.connect(lambda: downloads.remove(name))
        theme.bind_icon(self.dismiss, "cross", side=14)
        lines = QVBoxLayout()
        lines.setSpacing(5)
        lines.addWidget(title)
        lines.addWidget(self.bar)
        lines.addWidget(self.told)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addLayout(lines, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.dismiss, 0, Qt.AlignmentFlag.AlignVCenter)
        downloads.changed.connect(self._changed)
        self._changed(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape stops the download."""
        download = self._downloads.get(self.name)
        if event.key() == Qt.Key.Key_Escape and download is not None and download.active:
            self._downloads.stop(self.name)
        else:
            super().keyPressEvent(event)

    def _changed(self, name: str) -> None:
        download = self._downloads.get(self.name)
        if name != self.name or download is None:
            return
        self._show_bar(download)
        self.told.setText(progress_text(download))
        tone = "error" if download.state == "failed" else ""
        if self.told.property("tone") != tone:
            self.told.setProperty("tone", tone)
            self.told.style().polish(self.told)
        self._show_buttons(download)

    def _show_bar(self, download: Download) -> None:
        meter = download.meter
        known = meter.total > 0
        busy = download.state == "running" and not known
        self.bar.setRange(0, 0 if busy else _STEPS)
        if not busy:
            share = meter.completed / meter.total if known else 0
            self.bar.setValue(_STEPS if download.state == "done" else round(_STEPS * share))
        self.bar.setVisible(download.state != "done")

    def _show_buttons(self, download: Download) -> None:
        text, tip = {
            "queued": (self.tr("Stop"), self.tr("Take {0} out of the queue")),
            "running": (self.tr("Stop"), self.tr("Stop loading {0} (Esc)")),
            "stopped": (self.tr("Resume"), self.tr("Go on loading {0} where it was")),
            "failed": (self.tr("Try again"), self.tr("Go on loading {0} where it was")),
            "done": ("", ""),
        }[download.state]
        if self.button.text() != text:
            self.button.setText(text)
            self.button.setToolTip(tip.format(self.name))
            self.button.setAccessibleName(f"{text}: {self.name}")
        self.button.setVisible(bool(text))
        self.dismiss.setVisible(not download.active)

    def _switch(self) -> None:
        download = self._downloads.get(self.name)
        if download is not None and download.active:
            self._downloads.stop(self.name)
        else:
            self._downloads.start(self.name)
