"""One setting as a widget, made from its row in the settings table: type, range, default, text."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic.fields import FieldInfo
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from desktop_agent.core.settings import Section, Settings
from desktop_agent.ui.words import strategies

_INT_MOST = 2_000_000_000
_FLOAT_MOST = 1e9


@dataclass(frozen=True, slots=True)
class Option:
    """A row of the settings table; ``key`` is ``section.name``."""

    key: str
    kind: Any
    info: FieldInfo

    @property
    def title(self) -> str:
        """The name in words: ``num_ctx`` becomes ``Num ctx``."""
        name = self.key.split(".")[1]
        words = name.removesuffix("_s").replace("_", " ")
        for short, long in _SPELLED.items():
            words = words.replace(short, long)
        return words[0].upper() + words[1:]

    @property
    def description(self) -> str:
        """What it does, in a line."""
        return self.info.description or ""


_SPELLED = {
    "num ctx": "context tokens",
    "max ": "most ",
    "url": "URL",
    "ollama": "Ollama",
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "duckduckgo": "DuckDuckGo",
    "tavily": "Tavily",
    "brave": "Brave",
    "searxng": "SearXNG",
    "ttl": "lifetime",
}


def options() -> Iterator[Option]:
    """Gives all rows of the settings table, section by section."""
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        assert isinstance(kind, type)
        assert issubclass(kind, Section)
        for name, info in kind.model_fields.items():
            yield Option(f"{section}.{name}", info.annotation, info)


def value_of(settings: Settings, key: str) -> Any:
    """Gives the value of a setting by its key."""
    section, name = key.split(".")
    return getattr(getattr(settings, section), name)


class SettingField(QObject):
    """A widget for one option; ``edited`` brings a new value when the person is done with it."""

    edited = Signal(str, object)

    def __init__(self, option: Option, value: Any, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.option = option
        self.widget = self._make(value)
        self.widget.setAccessibleName(option.title)
        self.widget.setAccessibleDescription(option.description)
        self.widget.setToolTip(option.key)

    def _make(self, value: Any) -> QWidget:
        kind = self.option.kind
        origin = get_origin(kind)
        if origin is Literal:
            return self._choice(get_args(kind), value)
        if kind is bool:
            return self._switch(value)
        if kind is int:
            return self._whole(value)
        if kind is float:
            return self._number(value, optional=False)
        if origin in (Union, UnionType) and float in get_args(kind):
            return self._number(value, optional=NoneType in get_args(kind))
        if origin is tuple:
            return self._list(value)
        return self._line(value)

    def _changed(self, value: object) -> None:
        self.edited.emit(self.option.key, value)

    def _choice(self, names: tuple[str, ...], value: str) -> QWidget:
        box = QComboBox()
        told = {each.name: each for each in strategies()} if self.option.key == _STRATEGY else {}
        for name in names:
            box.addItem(_CHOICES.get(name, name.capitalize()), name)
            if name in told:
                box.setItemText(box.count() - 1, told[name].title)
                box.setItemData(box.count() - 1, told[name].tip, Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(box.findData(value))
        box.activated.connect(lambda: self._changed(box.currentData()))
        return box

    def _switch(self, value: bool) -> QWidget:  # noqa: FBT001 - the setting's value
        box = QCheckBox(QCoreApplication.translate("Settings", "On"))
        box.setChecked(value)
        box.clicked.connect(lambda: self._changed(box.isChecked()))
        return box

    def _whole(self, value: int) -> QWidget:
        box = QSpinBox()
        box.lineEdit().setTextMargins(8, 0, 0, 0)
        least, most = self._range(_INT_MOST)
        box.setRange(int(least), int(most))
        box.setGroupSeparatorShown(True)
        box.setValue(value)
        box.editingFinished.connect(lambda: self._changed(box.value()))
        return box

    def _number(self, value: float | None, *, optional: bool) -> QWidget:
        box = QDoubleSpinBox()
        box.lineEdit().setTextMargins(8, 0, 0, 0)
        least, most = self._range(_FLOAT_MOST)
        step = 0.1 if most <= 10 else 1.0
        box.setDecimals(2 if most <= 10 else 1)
        box.setSingleStep(step)
        box.setRange(least - step if optional else least, most)
        if optional:
            box.setSpecialValueText(QCoreApplication.translate("Settings", "Model's own"))
        if self.option.key.endswith("_s"):
            box.setSuffix(" s")
        box.setValue(box.minimum() if value is None else value)

        def done() -> None:
            unset = optional and box.value() <= box.minimum()
            self._changed(None if unset else box.value())

        box.editingFinished.connect(done)
        return box

    def _list(self, value: tuple[str, ...]) -> QWidget:
        line = QLineEdit(", ".join(value))
        line.setPlaceholderText(QCoreApplication.translate("Settings", "separated by commas"))

        def done() -> None:
            parts = (part.strip() for part in line.text().split(","))
            self._changed([part for part in parts if part])

        line.editingFinished.connect(done)
        return line

    def _line(self, value: str) -> QWidget:
        line = QLineEdit(value)
        default = self.option.info.default
        line.setPlaceholderText(
            str(default) if default else QCoreApplication.translate("Settings", "Automatic")
        )
        line.setCursorPosition(0)
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


_STRATEGY = "agent.strategy"
_CHOICES = {
    "openai": "OpenAI-compatible",
    "none": "No model",
    "duckduckgo": "DuckDuckGo",
    "searxng": "SearXNG",
}
