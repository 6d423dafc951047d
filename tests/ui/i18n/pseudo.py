"""A language that is English in brackets, and a walk that finds what is shown without them."""

import re
from collections.abc import Iterator
from html import unescape

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTableView,
    QTextEdit,
    QToolButton,
    QTreeView,
    QWidget,
)

from desktop_agent.frontends.ui.widgets.labels import ElidedLabel

BEGIN, END = "⟦", "⟧"
_ROLES = Qt.ItemDataRole
_SAID = (
    _ROLES.DisplayRole,
    _ROLES.ToolTipRole,
    _ROLES.AccessibleTextRole,
    _ROLES.AccessibleDescriptionRole,
)
_ROWS_MOST = 60
_WORD = re.compile(r"[^\W\d_]{2,}")


class Bracketed(QTranslator):
    """Puts every text that is translated into brackets, ours and Qt's."""

    def translate(
        self, _context: str, text: str, _comment: str | None = None, _number: int = -1
    ) -> str:
        return f"{BEGIN}{text}{END}"

    def isEmpty(self) -> bool:  # noqa: N802 - Qt asks for it by this name
        return False


def unbracketed(text: str) -> str:
    """Return the parts of a text outside all brackets."""
    outside, depth = [], 0
    for letter in unescape(re.sub(r"<(style).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)):
        depth += (letter == BEGIN) - (letter == END)
        if depth == 0 and letter != END:
            outside.append(letter)
    return "".join(outside)


def untranslated(root: QWidget, data: re.Pattern[str]) -> list[str]:
    """Return the texts of visible widgets, with their places, that have words outside brackets.

    ``data`` matches what is not to be translated.
    """
    left = []
    for place, text in _texts(root):
        rest = data.sub(" ", unbracketed(text))
        if _WORD.search(rest):
            left.append(f"{place}: {text!r} leaves {' '.join(rest.split())!r}")
    return sorted(set(left))


def texts(root: QWidget) -> list[str]:
    return [text for _, text in _texts(root)]


def _texts(root: QWidget) -> Iterator[tuple[str, str]]:
    for widget in (root, *root.findChildren(QWidget)):
        if widget is not root and not widget.isVisibleTo(root):
            continue
        if widget.objectName().startswith("qt_"):
            continue
        kind = type(widget).__name__
        for what, text in _said(widget):
            if text:
                yield f"{kind}.{what}", text
        for action in widget.actions():
            yield f"{kind}.action", action.text()


def _said(widget: QWidget) -> Iterator[tuple[str, str]]:
    yield "toolTip", widget.toolTip()
    yield "accessibleName", widget.accessibleName()
    yield "accessibleDescription", widget.accessibleDescription()
    match widget:
        case ElidedLabel():
            yield "text", widget.accessibleName()  # what is shown may be cut anywhere
        case QLabel() | QAbstractButton() | QAbstractSpinBox():
            yield "text", widget.text()
        case QGroupBox():
            yield "title", widget.title()
        case QLineEdit() | QPlainTextEdit() | QTextEdit():
            yield "placeholder", widget.placeholderText()
        case QTabBar() | QComboBox():
            yield from _of_choices(widget)
        case QAbstractItemView() if widget.model() is not None:
            yield from _of_view(widget, widget.model())
    menu = widget.menu() if isinstance(widget, QToolButton | QPushButton) else None
    for action in menu.actions() if menu is not None else ():
        yield "menu.action", action.text()


def _of_choices(widget: QTabBar | QComboBox) -> Iterator[tuple[str, str]]:
    for at in range(widget.count()):
        if isinstance(widget, QTabBar):
            yield "tab", widget.tabText(at)
            yield "tabToolTip", widget.tabToolTip(at)
        else:
            yield "item", widget.itemText(at)
            tip = widget.itemData(at, Qt.ItemDataRole.ToolTipRole)
            yield "itemToolTip", tip if isinstance(tip, str) else ""


def _of_view(view: QAbstractItemView, model: QAbstractItemModel) -> Iterator[tuple[str, str]]:
    shows_header = isinstance(view, QTableView) or (
        isinstance(view, QTreeView) and not view.isHeaderHidden()
    )
    for column in range(model.columnCount()) if shows_header else ():
        head = model.headerData(column, Qt.Orientation.Horizontal)
        yield "header", head if isinstance(head, str) else ""
    yield from _of_rows(model, QModelIndex())


def _of_rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[tuple[str, str]]:
    for row in range(min(model.rowCount(parent), _ROWS_MOST)):
        # a list model has one column, and keeps the method that says so to itself
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in _SAID:
                value = index.data(role)
                yield f"item role {role.value}", value if isinstance(value, str) else ""
        yield from _of_rows(model, model.index(row, 0, parent))
