"""What a row of the reasoning panel has to say, in full; it grows with the row."""

import time
from collections.abc import Iterator

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QGuiApplication, QTextCharFormat
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from desktop_agent.ui.markdown.text_styles import TextStyles
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.panel.node_text import full_text
from desktop_agent.ui.panel.plain_text import PlainText
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.word_diff import word_diff

_SLICE_S = 0.006


class NodeDetail(QFrame):
    """Shows one node's text, wrapped; ``closed`` asks to be put away."""

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("nodeDetail")
        self._theme = theme
        self._node: Node | None = None
        self._grown = 0
        self._writing: Iterator[tuple[str, QTextCharFormat | None]] = iter(())
        self._soon = QTimer(self)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._write_more)
        self._title = ElidedLabel()
        self._title.setObjectName("section")
        self.text = PlainText()
        self.text.setAccessibleName(self.tr("Details"))
        copy = self._button("copy", self.tr("Copy all of this"))
        copy.clicked.connect(self._copy)
        close = self._button("cross", self.tr("Close the details (Esc)"))
        close.clicked.connect(self.closed)
        row = QHBoxLayout()
        row.setContentsMargins(14, 4, 8, 0)
        row.addWidget(self._title, 1)
        row.addWidget(copy)
        row.addWidget(close)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(row)
        lines.addWidget(self.text, 1)
        theme.changed.connect(self._again)

    def show_node(self, node: Node) -> None:
        """Shows another node."""
        if node.kind == "body" and node.parent is not None:
            self._title.show_text(node.parent.title)
        else:
            self._title.show_text(node.title)
        source = _growing(node)
        self._node, self._grown = node, len(source.pieces) if source is not None else 0
        self._soon.stop()
        if node.kind == "diff" or node.code:
            self.text.show_text("")
            self._writing = self._changes(node) if node.kind == "diff" else self._code(node)
            self._soon.start()
        else:
            self.text.show_text(full_text(node))

    def grow(self) -> None:
        """Adds what the node has got since; the rest stays as it is."""
        source = _growing(self._node) if self._node is not None else None
        if self._soon.isActive():
            return  # what is being written comes first
        if source is not None and len(source.pieces) > self._grown:
            self.text.add("".join(source.pieces[self._grown :]))
            self._grown = len(source.pieces)

    def _write_more(self) -> None:
        until = time.perf_counter() + _SLICE_S
        while time.perf_counter() < until:
            text, form = next(self._writing, ("", None))
            if not text:
                self._soon.stop()
                return
            self.text.add(text, form, follow=False)

    def _changes(self, node: Node) -> Iterator[tuple[str, QTextCharFormat | None]]:
        colours = self._theme.colours
        looks = {
            "added": (colours.ok, colours.ok_soft),
            "removed": (colours.error, colours.error_soft),
        }
        for change, words in word_diff(node.before.strip(), node.body.strip()):
            form = QTextCharFormat()
            if change in looks:
                fore, back = looks[change]
                form.setForeground(QBrush(QColor(fore)))
                form.setBackground(QBrush(QColor(back)))
                form.setFontStrikeOut(change == "removed")
            yield words, form

    def _code(self, node: Node) -> Iterator[tuple[str, QTextCharFormat | None]]:
        from desktop_agent.ui.markdown.code_highlight import highlighted

        styles = TextStyles(self._theme.colours, self._theme.font, self._theme.mono)
        for text, form in highlighted(node.code, "python", styles):
            yield text, form or styles.code
        yield from ((piece, None) for piece in node.pieces[: self._grown])

    def _again(self) -> None:
        if self._node is not None and (self._node.kind == "diff" or self._node.code):
            self.show_node(self._node)

    def _copy(self) -> None:
        if self._node is not None:
            QGuiApplication.clipboard().setText(full_text(self._node))

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme.bind_icon(button, icon, side=16)
        return button


def _growing(node: Node) -> Node | None:
    """Gives the node whose pieces are shown, or None where it is an outline."""
    if node.kind == "diff":
        return None
    if node.pieces:
        return node
    alone = len(node.children) == 1 and node.children[0].kind == "body"
    return node.children[0] if alone else None
