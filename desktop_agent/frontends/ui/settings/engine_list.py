"""The list of search engines: which are asked, and in which order."""

from collections.abc import Sequence
from functools import partial
from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from desktop_agent.core.settings import EngineName
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.labels import labels, product

ENGINES: tuple[str, ...] = get_args(EngineName)


class EngineRow(QWidget):
    """A switch, the name of an engine, and buttons to move it up or down.

    ``switched`` and ``moved`` are emitted when the user acts; ``moved`` with -1 or 1.
    """

    switched = Signal()
    moved = Signal(int)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        title = product(name)
        self.switch = QCheckBox(title)
        self.switch.setObjectName("switch")
        self.switch.clicked.connect(self.switched)
        self.up = self._mover(theme, "up", self.tr("Move {0} up").format(title), -1)
        self.down = self._mover(theme, "down", self.tr("Move {0} down").format(title), 1)
        note = heading(labels("Engines")[name][0], "hint")
        line = hbox(self.switch, note, STRETCH, self.up, self.down, spacing=8)
        self._lines = vbox(line, parent=self, margins=(0, 4, 0, 4), spacing=6)

    def _mover(self, theme: Theme, icon: str, name: str, step: int) -> QWidget:
        keys = "Alt+Up" if step < 0 else "Alt+Down"
        act = own_action(self.switch, name, keys, lambda: self.moved.emit(step))
        return icon_button(theme, icon, name, act.trigger, tip=f"{name} ({keys})", side=14)

    def add_below(self, widget: QWidget) -> None:
        widget.setContentsMargins(46, 0, 0, 0)
        self._lines.addWidget(widget)


class EngineList(QWidget):
    """Switches for the search engines, those that are asked first at the top.

    ``edited`` is emitted with the names of the engines that are on, in order.
    """

    edited = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._lines = vbox(parent=self, spacing=0)
        self.rows = {name: EngineRow(theme, name) for name in ENGINES}
        for name, row in self.rows.items():
            row.switched.connect(self._changed)
            row.moved.connect(partial(self._move, name))
            self._lines.addWidget(row)

    @property
    def order(self) -> list[str]:
        """The names of all engines as they are listed."""
        return sorted(self.rows, key=lambda name: self._lines.indexOf(self.rows[name]))

    def show_entries(self, entries: Sequence[str]) -> None:
        """Show which engines are on. Without emitting ``edited``, list those first."""
        for name, row in self.rows.items():
            row.switch.setChecked(name in entries)
        on = [name for name in entries if name in self.rows]
        self._arrange([*on, *(name for name in self.order if name not in entries)])

    def _arrange(self, order: Sequence[str]) -> None:
        before: QWidget | None = None
        asked = sum(row.switch.isChecked() for row in self.rows.values())
        for place, name in enumerate(order):
            row = self.rows[name]
            self._lines.insertWidget(place, row)
            row.up.setEnabled(0 < place < asked)
            row.down.setEnabled(place + 1 < asked)
            for stop in (row.switch, row.up, row.down):
                if before is not None:
                    self.setTabOrder(before, stop)
                before = stop

    def _move(self, name: str, step: int) -> None:
        order = self.order
        place = order.index(name)
        row = self.rows[name]
        if (row.up if step < 0 else row.down).isEnabled():
            order.insert(place + step, order.pop(place))
            self._arrange(order)
            self._changed()

    def _changed(self) -> None:
        self.edited.emit([name for name in self.order if self.rows[name].switch.isChecked()])
