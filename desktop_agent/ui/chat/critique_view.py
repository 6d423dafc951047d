"""What became of a draft: the critique in a line, and the draft and the changes, folded away."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_agent.core.events import Verdict
from desktop_agent.ui.chat.diff_view import DiffView
from desktop_agent.ui.markdown.view import MarkdownView
from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.words import verdict_points


class CritiqueLine(QWidget):
    """The verdict of the consulter, with its points below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._icon = IconLabel(theme, "critique", "muted")
        self._text = QLabel()
        self._text.setObjectName("muted")
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 0, 0, 0)  # as the padding of the buttons and sources below it
        row.setSpacing(8)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)

    def show_verdict(self, verdict: Verdict) -> None:
        """Tells the verdict."""
        points = verdict_points(verdict)
        if verdict.ok:
            head = self.tr("Critique: ok, the draft stands")
        else:
            head = self.tr("Critique: revise")
        self._icon.show_icon("critique", "ok" if verdict.ok else "warn")
        self._text.setText("\n".join([head, *(f"• {point}" for point in points)]))
        self._text.setAccessibleName(self._text.text())


class DraftFold(QWidget):
    """The draft, and what changed from it to the answer; both start folded."""

    def __init__(self, theme: Theme, draft: str, answer: str) -> None:
        super().__init__()
        self._theme = theme
        self._texts = (draft, answer)
        self._shown: QWidget | None = None
        self._draft_button = self._toggle(
            self.tr("Show draft"), self.tr("The first text, before the critique")
        )
        self._diff_button = self._toggle(
            self.tr("Draft → Refined"), self.tr("What changed, word by word")
        )
        self._draft_button.toggled.connect(lambda on: self._switch(self._draft_button, on))
        self._diff_button.toggled.connect(lambda on: self._switch(self._diff_button, on))
        self._diff_button.setVisible(draft.strip() != answer.strip())  # else there is nothing in it
        self._box = QFrame()
        self._box.setObjectName("foldBox")
        self._inside = QVBoxLayout(self._box)
        self._inside.setContentsMargins(16, 12, 16, 12)
        self._box.hide()
        row = QHBoxLayout()
        row.setSpacing(4)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._draft_button)
        row.addWidget(self._diff_button)
        row.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(6)
        lines.addLayout(row)
        lines.addWidget(self._box)

    def show_changes(self) -> None:
        """Unfolds the word diff."""
        self._diff_button.setChecked(True)

    def _toggle(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName("flat")
        button.setCheckable(True)
        button.setToolTip(tip)
        button.setAccessibleDescription(tip)
        return button

    def _switch(self, button: QPushButton, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        other = self._diff_button if button is self._draft_button else self._draft_button
        if on:
            other.setChecked(False)
        if self._shown is not None:
            self._inside.removeWidget(self._shown)
            self._shown.deleteLater()
            self._shown = None
        if on:
            self._shown = self._view(button)
            self._inside.addWidget(self._shown)
        self._box.setVisible(on or other.isChecked())

    def _view(self, button: QPushButton) -> QWidget:
        if button is self._draft_button:
            draft = MarkdownView(self._theme)
            draft.show_markdown(self._texts[0])
            draft.setAccessibleName(self.tr("Draft"))
            return draft
        changes = DiffView(self._theme)
        changes.show_diff(*self._texts)
        changes.setAccessibleName(self.tr("Changes from the draft to the answer"))
        return changes
