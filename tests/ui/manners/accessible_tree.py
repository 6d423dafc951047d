"""What a screen reader finds: a walk over the accessibility tree of a window."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

_ROLES = QAccessible.Role
ACTIONABLE = frozenset(
    {
        _ROLES.Button,
        _ROLES.ButtonMenu,
        _ROLES.ButtonDropDown,
        _ROLES.CheckBox,
        _ROLES.RadioButton,
        _ROLES.ComboBox,
        _ROLES.EditableText,
        _ROLES.SpinBox,
        _ROLES.Slider,
        _ROLES.Dial,
        _ROLES.Link,
        _ROLES.List,
        _ROLES.ListItem,
        _ROLES.Tree,
        _ROLES.TreeItem,
        _ROLES.Table,
        _ROLES.PageTab,
        _ROLES.MenuItem,
        _ROLES.HotkeyField,
    }
)
"""Roles of what one acts on; it must have a name even where only a mouse gets there."""
_ITEMS = frozenset({_ROLES.List, _ROLES.Tree, _ROLES.Table})
_INSIDE_OTHERS = ("qt_spinbox_lineedit", "ScrollLeftButton", "ScrollRightButton")
"""Parts that Qt puts into a control; the control itself has the name."""
_HOLDS_OTHERS = "qt_scrollarea_viewport"
"""What scrolls is in it; it is nothing to go to itself."""
_ITEMS_MOST = 30


@dataclass(frozen=True)
class Found:
    """A control as a screen reader sees it."""

    role: str
    name: str
    description: str
    where: str
    """Classes and object names from the window down."""


def controls(window: QWidget) -> list[Found]:
    top = QAccessible.queryAccessibleInterface(window)
    assert top is not None
    return list(_walk(top, type(window).__name__))


def nameless(window: QWidget) -> list[Found]:
    return [each for each in controls(window) if not each.name.strip()]


def _walk(node: QAccessibleInterface, where: str) -> Iterator[Found]:
    for place in range(_count(node)):
        child = node.child(place)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        thing = child.object()
        if thing is not None and thing.objectName() in _INSIDE_OTHERS:
            continue
        kind = type(thing).__name__ if thing is not None else "item"
        named = thing.objectName() if thing is not None else ""
        below = f"{where} > {kind}" + (f"#{named}" if named else "")
        if named != _HOLDS_OTHERS and _matters(child):
            texts = QAccessible.Text
            yield Found(
                child.role().name, child.text(texts.Name), child.text(texts.Description), below
            )
        yield from _walk(child, below)


def _count(node: QAccessibleInterface) -> int:
    count = node.childCount()
    return min(count, _ITEMS_MOST) if node.role() in _ITEMS else count


def _matters(node: QAccessibleInterface) -> bool:
    if node.role() == _ROLES.Pane or (node.object() is None and node.state().disabled):
        return False
    thing = node.object()
    if isinstance(thing, QWidget) and not thing.isVisible():
        return False
    goes_there = bool(node.state().focusable) and isinstance(thing, QWidget)
    return node.role() in ACTIONABLE or goes_there
