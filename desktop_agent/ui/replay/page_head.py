"""The top of the replay: the way back, what is played, and the files that runs are kept in."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.replay.words import tr
from desktop_agent.ui.theme import Theme


class ReplayHead(QWidget):
    """Its buttons are signals; who uses it says what they do."""

    back = Signal()
    open_file = Signal()
    export = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.leave = self._tool("back", tr("Back to the chat"), tr("Back to the chat (Esc)"))
        self.leave.clicked.connect(self.back)
        title = QLabel(tr("Replay"))
        title.setObjectName("heading")
        self.about = ElidedLabel()
        self.about.setObjectName("meta")
        self.open_button = self._tool("folder", tr("Open a recording…"))
        self.open_button.clicked.connect(self.open_file)
        self.export_button = self._tool("export", tr("Export this run…"))
        self.export_button.clicked.connect(self.export)
        self.export_button.setEnabled(False)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(self.about)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.leave)
        row.addSpacing(4)
        row.addLayout(texts, 1)
        row.addWidget(self.open_button)
        row.addWidget(self.export_button)

    def _tool(self, icon: str, text: str, tip: str = "") -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(text)
        button.setToolTip(tip or text)
        self._theme.bind_icon(button, icon)
        return button
