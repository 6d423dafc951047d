"""What is seen before anything was added: what the page is for, and how to begin."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_agent.ui.knowledge.words import tr
from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.theme import Theme

_WIDTH = 46
"""How wide the text is at most, in points of the font times this."""


class EmptyState(QScrollArea):
    """``add_folder`` and ``add_files`` are its buttons."""

    add_folder = Signal()
    add_files = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._heading = self._text(tr("Ask your own documents"), "heading")
        self._about = self._text(
            tr(
                "Add folders with your papers, notes and reports. They can then be searched here, "
                "by words and by meaning, and answers can quote them with page and heading. "
                "Files stay where they are, and what changes in them is noticed."
            ),
            "muted",
        )
        self._formats = self._text(
            tr(
                "PDF, Word, PowerPoint, Excel, EPUB, Markdown, text, HTML, e-mail, notebooks and "
                "code. You can also drop them here."
            ),
            "hint",
        )
        self.privacy = self._text("", "meta")
        self.folder = QPushButton(tr("Add a folder…"))
        self.folder.setObjectName("primary")
        self.folder.clicked.connect(self.add_folder)
        theme.bind_icon(self.folder, "folder", "on_accent", side=16)
        self.files = QPushButton(tr("Add files…"))
        self.files.clicked.connect(self.add_files)
        theme.bind_icon(self.files, "page", "muted", side=16)
        self._lay_out()
        theme.changed.connect(self._fit)

    def show_privacy(self, text: str) -> None:
        """Says who gets to see the documents."""
        self.privacy.setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self.folder)
        buttons.addWidget(self.files)
        buttons.addStretch(1)
        page = QWidget()
        page.setObjectName("page")
        lines = QVBoxLayout(page)
        lines.setContentsMargins(0, 8, 0, 24)
        lines.setSpacing(10)
        lines.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        lines.addWidget(IconLabel(self._theme, "knowledge", "accent", 40), 0, centre)
        for part in (self._heading, self._about, self._formats):
            lines.addWidget(part, 0, centre)
        lines.addSpacing(8)
        lines.addLayout(buttons)
        lines.addSpacing(8)
        lines.addWidget(self.privacy, 0, centre)
        lines.addStretch(3)
        self.setWidget(page)
        self._fit()

    def _fit(self) -> None:
        width = min(round(_WIDTH * self._theme.points), self.viewport().width())
        for part in (self._heading, self._about, self._formats, self.privacy):
            part.ensurePolished()
            part.setFixedSize(width, max(0, part.heightForWidth(width)))

    def _text(self, text: str, name: str) -> QLabel:
        label = QLabel(text)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return label
