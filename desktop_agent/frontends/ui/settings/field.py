"""Input widgets for settings, built from the settings' definitions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic.fields import FieldInfo
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from desktop_agent.core.settings import Section, Settings
from desktop_agent.frontends.ui.wording.labels import label, labels, product
from desktop_agent.frontends.ui.wording.reasoning import strategy_name
from desktop_agent.frontends.ui.wording.strategies import strategies

# --- A field for a list, one entry per line

_LINES_SHOWN = 4


class LinesField(QPlainTextEdit):
    """A field with one entry per line.

    ``edited`` is emitted when the field loses the focus and its entries have changed.
    """

    edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._entries: list[str] = []
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()) + 4)
        self.setFixedHeight(_LINES_SHOWN * self.fontMetrics().lineSpacing() + around)

    @property
    def entries(self) -> list[str]:
        lines = (line.strip() for line in self.toPlainText().splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def show_entries(self, entries: Sequence[str]) -> None:
        """Set the entries without emitting ``edited``."""
        self._entries = list(entries)
        if self.entries != self._entries or not self.hasFocus():
            self.setPlainText("\n".join(entries))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.entries != self._entries:
            self._entries = self.entries
            self.edited.emit(self._entries)


_INT_MOST = 2_000_000_000
_FLOAT_MOST = 1e9


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

    def shown(self, value: Any) -> str:
        """Format a value of this option for display, with its unit."""
        if value is None:
            return QCoreApplication.translate("Settings", "the model's own")
        if isinstance(value, bool):
            on = QCoreApplication.translate("Settings", "on")
            return on if value else QCoreApplication.translate("Settings", "off")
        if isinstance(value, tuple):
            value = ", ".join(value)
        if self.choices:
            return choice_text(self.key, value)
        unit = " s" if self.key.endswith("_s") else ""
        text = f"{value:,g}" if isinstance(value, float) else str(value)
        if isinstance(value, int):
            text = f"{value:,}"
        return f"{text}{unit}" if text else QCoreApplication.translate("Settings", "empty")


def choice_text(key: str, name: str) -> str:
    """Return the label for one of an option's choices."""
    if key == _STRATEGY:
        return strategy_name(name)
    languages = {"en": "English", "zh": "中文"}
    known = languages.get(name, product(name))
    return label("Settings", "choice", name, known if known != name else name.capitalize())


def options() -> Iterator[Option]:
    """Yield the options of all sections, with titles and descriptions from ``labels.toml``."""
    texts = labels("Options")
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        assert isinstance(kind, type)
        assert issubclass(kind, Section)
        for name, info in kind.model_fields.items():
            key = f"{section}.{name}"
            title, description = texts.get(key, (_title_of(name), info.description or ""))
            yield Option(key, info.annotation, info, title, description)


def _title_of(name: str) -> str:
    words = name.removesuffix("_s").replace("_", " ")
    return words[0].upper() + words[1:]


def value_of(settings: Settings, key: str) -> Any:
    """Return the value of a setting, given its key in the form ``section.name``."""
    section, name = key.split(".")
    return getattr(getattr(settings, section), name)


class SettingField(QObject):
    """The input widget for one option. It has no value until `show_value` is called.

    ``edited`` is emitted with the key of the option and its new value.
    """

    edited = Signal(str, object)

    def __init__(self, option: Option, parent: QObject) -> None:
        super().__init__(parent)
        self.option = option
        self._put: Callable[[Any], None]
        self.widget = self._make()
        self.widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.widget.installEventFilter(self)
        self.widget.setAccessibleName(option.title)
        self.widget.setAccessibleDescription(option.description)
        self.widget.setToolTip(option.key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave wheel events to the page while the field does not have the focus."""
        if event.type() == QEvent.Type.Wheel and not self.widget.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _make(self) -> QWidget:
        kind = self.option.kind
        origin = get_origin(kind)
        if origin is Literal:
            return self._choice(get_args(kind))
        if kind is bool:
            return self._switch()
        if kind is int:
            return self._whole()
        if kind is float:
            return self._number(optional=False)
        if origin in (Union, UnionType) and float in get_args(kind):
            return self._number(optional=NoneType in get_args(kind))
        if origin is tuple:
            return self._lines() if self.option.key in _LONG_LISTS else self._list()
        return self._line()

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self.widget):
            self._put(value)

    def _changed(self, value: object) -> None:
        self.edited.emit(self.option.key, value)

    def _choice(self, names: tuple[str, ...]) -> QWidget:
        box = QComboBox()
        told = {each.name: each for each in strategies()} if self.option.key == _STRATEGY else {}
        for name in names:
            box.addItem(choice_text(self.option.key, name), name)
            if name in told:
                box.setItemData(box.count() - 1, told[name].tip, Qt.ItemDataRole.ToolTipRole)
        self._put = lambda value: box.setCurrentIndex(box.findData(value))
        box.activated.connect(lambda: self._changed(box.currentData()))
        return box

    def _switch(self) -> QWidget:
        box = QCheckBox()  # the row shows the title beside it
        self._put = box.setChecked
        box.clicked.connect(lambda: self._changed(box.isChecked()))
        return box

    def _whole(self) -> QWidget:
        box = QSpinBox()
        box.lineEdit().setTextMargins(10, 0, 0, 0)
        least, most = self._range(_INT_MOST)
        box.setRange(int(least), int(most))
        box.setGroupSeparatorShown(True)
        self._put = box.setValue
        if self.option.key in _TOKENS:
            box.setSuffix(QCoreApplication.translate("Settings", " tokens"))
        box.editingFinished.connect(lambda: self._changed(box.value()))
        return box

    def _number(self, *, optional: bool) -> QWidget:
        box = QDoubleSpinBox()
        box.lineEdit().setTextMargins(10, 0, 0, 0)
        least, most = self._range(_FLOAT_MOST)
        step = 0.1 if most <= 10 else 1.0
        box.setDecimals(2 if most <= 10 else 1)
        box.setSingleStep(step)
        box.setRange(least - step if optional else least, most)
        if optional:
            box.setSpecialValueText(QCoreApplication.translate("Settings", "Model's own"))
        if self.option.key.endswith("_s"):
            box.setSuffix(" s")
        self._put = lambda value: box.setValue(box.minimum() if value is None else value)

        def done() -> None:
            unset = optional and box.value() <= box.minimum()
            self._changed(None if unset else box.value())

        box.editingFinished.connect(done)
        return box

    def _list(self) -> QWidget:
        line = QLineEdit()
        self._put = lambda value: line.setText(", ".join(value))
        line.setPlaceholderText(QCoreApplication.translate("Settings", "separated by commas"))

        def done() -> None:
            parts = (part.strip() for part in line.text().split(","))
            self._changed([part for part in parts if part])

        line.editingFinished.connect(done)
        return line

    def _lines(self) -> QWidget:
        field = LinesField()
        self._put = field.show_entries
        field.setPlaceholderText(QCoreApplication.translate("Settings", "one a line"))
        field.edited.connect(self._changed)
        return field

    def _line(self) -> QWidget:
        line = QLineEdit()
        self._put = lambda value: _put_text(line, value)
        default = self.option.info.default
        line.setPlaceholderText(
            str(default) if default else QCoreApplication.translate("Settings", "Automatic")
        )
        line.editingFinished.connect(lambda: self._changed(line.text().strip()))
        return line

    def _range(self, widest: float) -> tuple[float, float]:
        least, most = (0.0, widest) if self.option.key.endswith("_s") else (-widest, widest)
        for rule in self.option.info.metadata:
            if isinstance(rule, Ge) and isinstance(rule.ge, int | float):
                least = rule.ge
            elif isinstance(rule, Gt) and isinstance(rule.gt, int | float):
                least = rule.gt + (1 if self.option.kind is int else 0.1)
            elif isinstance(rule, Le) and isinstance(rule.le, int | float):
                most = rule.le
        return least, most


def _put_text(line: QLineEdit, text: str) -> None:
    line.setText(text)
    line.setCursorPosition(0)  # shows the beginning of a long address rather than its end


_STRATEGY = "agent.strategy"
_LONG_LISTS = ("swarm.models",)
_TOKENS = ("llm.num_ctx", "llm.max_tokens")
