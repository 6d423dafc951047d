"""Copying the code of a block: a button that comes with the mouse, and the block's text."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent, QTextBlock
from PySide6.QtWidgets import QTextBrowser, QToolButton

from desktop_agent.ui.markdown.text_styles import CODE_LANGUAGE, CODE_PADDING, CODE_RUN
from desktop_agent.ui.theme import Theme


class CodeCopy(QObject):
    """Offers to copy the block of code under the mouse, and names its language."""

    def __init__(self, theme: Theme, view: QTextBrowser) -> None:
        super().__init__(view)
        self._view = view
        self._first: QTextBlock | None = None
        self._button = button = QToolButton(view.viewport())
        button.setObjectName("copyCode")
        button.setToolTip(self.tr("Copy this code (also in the context menu)"))
        button.setAccessibleName(self.tr("Copy code"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.hide()
        button.clicked.connect(self._copy)
        theme.bind_icon(button, "copy", side=14)
        view.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if not event.buttons():
                self._offer(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave:
            self._button.hide()
        return False

    def first_line_at(self, at: QPoint) -> QTextBlock | None:
        """Gives the first line of the block of code at a point of the viewport."""
        block = self._view.cursorForPosition(at).block()
        run = run_of(block)
        box = self._view.document().documentLayout().blockBoundingRect(block)
        if not run or not box.top() - CODE_PADDING <= at.y() <= box.bottom() + CODE_PADDING:
            return None
        if self._first is not None and self._first.isValid() and run_of(self._first) == run:
            return self._first
        while run_of(block.previous()) == run:
            block = block.previous()
        self._first = block
        return block

    def _offer(self, at: QPoint) -> None:
        first = self.first_line_at(at)
        if first is None:
            self._button.hide()
            return
        layout = self._view.document().documentLayout()
        top = layout.blockBoundingRect(first).top() - CODE_PADDING
        self._button.setText(str(first.blockFormat().property(CODE_LANGUAGE) or ""))
        self._button.adjustSize()
        right = self._view.viewport().width() - self._button.width() - 6
        self._button.move(right, round(top + 6))
        self._button.show()

    def _copy(self) -> None:
        if self._first is not None and self._first.isValid():
            copy_run(self._first)


def run_of(block: QTextBlock) -> int:
    """Gives the number of the run of code that a line belongs to; 0 where it is none."""
    return block.blockFormat().intProperty(CODE_RUN) if block.isValid() else 0


def copy_run(first: QTextBlock) -> None:
    """Puts the code that begins with this line on the clipboard."""
    QGuiApplication.clipboard().setText("\n".join(_lines(first)))


def _lines(block: QTextBlock) -> Iterator[str]:
    run = run_of(block)
    while run and run_of(block) == run:
        yield block.text()
        block = block.next()
