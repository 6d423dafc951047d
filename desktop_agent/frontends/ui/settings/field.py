"""The options in the settings, and an input widget for each kind of option."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic.fields import FieldInfo
from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QWidget

from desktop_agent.core.settings import EngineName, Section, Settings
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.theme import POINTS, Theme
from desktop_agent.frontends.ui.wording.labels import label, labels, product, strategies
from desktop_agent.frontends.ui.wording.reasoning import strategy_name

tr = partial(QCoreApplication.translate, "Settings")

_MIB = 2**20
_MOST = 2e9
_MINUTES_FROM_S = 120
"""Options whose default is at least this long are shown in minutes."""
_STRATEGY, _TEXT_SIZE = "agent.strategy", "appearance.font_size"
_ENGINES = "search.engines"
_AUTOMATIC = ("llm.model", "knowledge.embedding_model", "agent.template_folder", "updates.url")
"""Options of which the program chooses the value if they are empty."""
_TOKENS = ("num_ctx", "max_tokens", "chunk_tokens", "chunk_overlap")


@dataclass(frozen=True, slots=True)
class Option:
    """A setting; ``key`` has the form ``section.name``, and ``description`` is its help text."""

    key: str
    kind: Any
    info: FieldInfo
    title: str
    description: str

    @property
    def default(self) -> Any:
        return self.info.default

    @property
    def choices(self) -> tuple[str, ...]:
        """The allowed values as written in the settings file, or () if any value is allowed."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def words(self) -> str:
        choices = (f"{name} {choice_text(self.key, name)}" for name in self.choices)
        return " ".join([self.key, self.title, self.description, *choices])

    @property
    def unit(self) -> tuple[float, str]:
        """The unit used for display: its size in the settings file's unit, and its suffix."""
        name = self.key.rpartition(".")[2]
        if name.endswith("_s"):
            minutes = self.default >= _MINUTES_FROM_S
            return (60, tr(" minutes")) if minutes else (1, tr(" seconds"))
        if name.endswith("_bytes"):
            return _MIB, " MB"
        if name.endswith("_mb"):
            return 1, " MB"
        if name in _TOKENS:
            return 1, tr(" tokens")
        return 1, tr(" points") if self.key == _TEXT_SIZE else ""

    @property
    def unset(self) -> tuple[object, str] | None:
        """The value that means "not set" and its label, or None if there is no such value."""
        if NoneType in get_args(self.kind):
            return None, tr("Model default")
        if self.key == _TEXT_SIZE:
            return 0, tr("System")
        return (0, tr("Off")) if self.key == "search.cache_ttl_s" else None

    def shown(self, value: Any) -> str:
        """Format a value for display, with its unit."""
        if self.unset is not None and value == self.unset[0]:
            return self.unset[1]
        if isinstance(value, bool):
            return tr("on") if value else tr("off")
        if self.choices:
            return choice_text(self.key, value)
        if isinstance(value, int | float):
            size, suffix = self.unit
            return f"{value / size:,.10g}{suffix}"
        text = ", ".join(map(product, value)) if isinstance(value, tuple) else str(value)
        return text or tr("empty")


def choice_text(key: str, name: str) -> str:
    """Return the label of one of an option's choices."""
    if key == _STRATEGY:
        return strategy_name(name)
    languages = {"en": "English", "zh": "中文"}
    known = languages.get(name, product(name))
    return label("Settings", "choice", name, known if known != name else name.capitalize())


def options() -> Iterator[Option]:
    """Yield all options, with titles and descriptions from ``labels.toml``."""
    texts = labels("Options")
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        assert isinstance(kind, type)
        assert issubclass(kind, Section)
        for name, info in kind.model_fields.items():
            key = f"{section}.{name}"
            title, *description = texts.get(key, (name, info.description or ""))
            yield Option(key, info.annotation, info, title, "".join(description))


def value_of(settings: Settings, key: str) -> Any:
    """Return a setting's value, given its key in the form ``section.name``."""
    section, name = key.split(".")
    return getattr(getattr(settings, section), name)


# --- Input widgets


class NumberField(QDoubleSpinBox):
    """A number field without trailing zeros, whose lowest value may mean "not set"."""

    def textFromValue(self, value: float) -> str:
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").rstrip(point) if point in text else text


# --- The search engines


class EngineRow(QWidget):
    """A switch, the name of an engine, and buttons to move it up or down.

    ``moved`` is emitted with -1 or 1 when the user moves the engine.
    """

    moved = Signal(int)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        title = product(name)
        self.switch = QCheckBox(title)
        self.switch.setObjectName("switch")
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
    """Switches for the search engines, in the order in which they are queried.

    ``edited`` is emitted with the names of the enabled engines, in order.
    """

    edited = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._lines = vbox(parent=self, spacing=0)
        self.rows = {name: EngineRow(theme, name) for name in get_args(EngineName)}
        for name, row in self.rows.items():
            row.switch.clicked.connect(self._changed)
            row.moved.connect(partial(self._move, name))
            self._lines.addWidget(row)

    @property
    def order(self) -> list[str]:
        """The names of all engines, in list order."""
        return sorted(self.rows, key=lambda name: self._lines.indexOf(self.rows[name]))

    def show_entries(self, entries: Sequence[str]) -> None:
        """Switch on the given engines and list them first, without emitting ``edited``."""
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


# --- The field of an option

Show = Callable[[Any], object]
"""Shows a value in a field."""
Edited = Callable[[object], object]
"""Called with the new value when the user changes a field."""


def make_field(theme: Theme, option: Option, edited: Edited) -> tuple[QWidget, Show]:
    """Return an option's input widget and the function that shows a value in it."""
    kind, origin = option.kind, get_origin(option.kind)
    if option.key == _ENGINES:
        engines = EngineList(theme)
        engines.edited.connect(edited)
        return engines, engines.show_entries
    if origin is Literal:
        return _choice(option, edited)
    if kind is bool:
        box = QCheckBox()
        box.setObjectName("switch")
        box.clicked.connect(lambda: edited(box.isChecked()))
        return box, box.setChecked
    if kind in (int, float) or origin in (Union, UnionType):
        return _number(option, edited)
    return _line(option, edited)


def _choice(option: Option, edited: Edited) -> tuple[QWidget, Show]:
    box = QComboBox()
    tips = strategies() if option.key == _STRATEGY else {}
    for row, name in enumerate(option.choices):
        box.addItem(choice_text(option.key, name), name)
        box.setItemData(row, tips.get(name, ("", ""))[1], Qt.ItemDataRole.ToolTipRole)
    box.activated.connect(lambda: edited(box.currentData()))
    return box, lambda value: box.setCurrentIndex(box.findData(value))


def _number(option: Option, edited: Edited) -> tuple[QWidget, Show]:
    box = NumberField()
    (size, suffix), unset = option.unit, option.unset
    least, most = (each / size for each in _range(option))
    is_whole = option.kind is int and size == 1
    box.lineEdit().setTextMargins(10, 0, 0, 0)
    box.setGroupSeparatorShown(True)
    box.setDecimals(0 if is_whole else 2)
    box.setSingleStep(0.1 if most <= 10 and not is_whole else 1)
    box.setSuffix(suffix)
    if unset is not None:
        least -= box.singleStep() if least != unset[0] else 0
        box.setSpecialValueText(unset[1])
    box.setRange(least, most)
    shown = least

    def show(value: float | None) -> None:
        nonlocal shown
        is_open = unset is not None and value == unset[0]
        box.setValue(box.minimum() if is_open or value is None else value / size)
        shown = box.value()  # rounded, so that leaving the field changes nothing

    def done() -> None:
        if box.value() == shown:
            return
        if unset is not None and box.value() <= box.minimum():
            edited(unset[0])
        else:
            value = box.value() * size
            edited(round(value) if option.kind is int else round(value, 6))

    box.editingFinished.connect(done)
    return box, show


def _line(option: Option, edited: Edited) -> tuple[QWidget, Show]:
    line, is_list = QLineEdit(), get_origin(option.kind) is tuple

    def show(value: Any) -> None:
        line.setText(", ".join(value) if is_list else value)
        line.setCursorPosition(0)  # shows the beginning of a long address rather than its end

    def done() -> None:
        parts = [part.strip() for part in line.text().split(",")]
        edited([part for part in parts if part] if is_list else line.text().strip())

    empty = str(option.default or (tr("Automatic") if option.key in _AUTOMATIC else tr("None")))
    line.setPlaceholderText(tr("Separate with commas") if is_list else empty)
    line.editingFinished.connect(done)
    return line, show


def _range(option: Option) -> tuple[float, float]:
    least, most = 0.0, _MOST
    for rule in option.info.metadata:
        if isinstance(rule, Ge) and isinstance(rule.ge, int | float):
            least = rule.ge
        elif isinstance(rule, Gt) and isinstance(rule.gt, int | float):
            least = rule.gt + (1 if option.kind is int else 0.1)
        elif isinstance(rule, Le) and isinstance(rule.le, int | float):
            most = rule.le
    return (POINTS.start, most) if option.key == _TEXT_SIZE else (least, most)
