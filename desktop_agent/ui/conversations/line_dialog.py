"""A small dialog that asks for one line of text."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget


class LineDialog(QDialog):
    """Asks ``question``; ``done`` gets the line when it is accepted. Show it with ``open()``."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        question: str,
        text: str,
        done: Callable[[str], object],
        *,
        may_be_empty: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(340)
        label = QLabel(question)
        label.setWordWrap(True)
        self.line = QLineEdit(text)
        self.line.setMaxLength(300)
        self.line.setAccessibleName(question)
        self.line.selectAll()
        label.setBuddy(self.line)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setObjectName("primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(20, 18, 20, 16)
        lines.setSpacing(10)
        lines.addWidget(label)
        lines.addWidget(self.line)
        lines.addSpacing(6)
        lines.addWidget(buttons)

        def told(now: str) -> None:
            ok.setEnabled(may_be_empty or bool(now.strip()))

        self.line.textChanged.connect(told)
        told(text)
        self.accepted.connect(lambda: done(self.line.text()))
