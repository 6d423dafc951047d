"""A widget for one setting, built from its row of the settings table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
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
from desktop_agent.frontends.ui.wording.strategies import strategies

# --- Titles and texts of the options in the window; the table has its own for the file


def option_words() -> dict[str, tuple[str, str]]:
    """Return the translated title and text of each option, keyed by the option's key."""
    return (
        _model()
        | _search()
        | _pages_and_answers()
        | _deep()
        | _documents()
        | _background()
        | _mcp()
        | _updates()
        | _window()
    )


def _model() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "llm.provider": (tr("Provider"), tr("Who runs the model; without one, pages are quoted")),
        "llm.model": (tr("Model"), tr("Name of the model; empty picks an installed one")),
        "llm.ollama_url": (tr("Address of Ollama"), tr("Where Ollama listens")),
        "llm.openai_url": (
            tr("Address of the OpenAI-compatible server"),
            tr("Mostly ends with /v1"),
        ),
        "llm.anthropic_url": (tr("Address of Anthropic"), tr("Without /v1 at its end")),
        "llm.num_ctx": (
            tr("Context"),
            tr("Most tokens of conversation and sources that a model is given; more needs memory"),
        ),
        "llm.max_tokens": (tr("Longest reply"), tr("Most tokens of one reply")),
        "llm.temperature": (
            tr("Temperature"),
            tr("Low is steady, high is varied; unset leaves it to the model"),
        ),
        "llm.think": (
            tr("Thinking"),
            tr("Whether a model that can think does so; automatic leaves it to the model"),
        ),
        "llm.connect_timeout_s": (tr("Wait for the server"), tr("Until the connection is made")),
        "llm.first_token_timeout_s": (
            tr("Wait for the first word"),
            tr("A model that is not in memory yet loads slowly"),
        ),
        "llm.between_tokens_timeout_s": (
            tr("Wait between words"),
            tr("Until a silent model is given up"),
        ),
        "llm.max_retries": (tr("Retries"), tr("How often a call is tried again before its reply")),
    }


def _search() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "search.engines": (
            tr("Engines"),
            tr("In the order they are asked: duckduckgo, tavily, brave, searxng"),
        ),
        "search.duckduckgo_url": (tr("Address of DuckDuckGo"), tr("Its page without scripts")),
        "search.duckduckgo_region": (
            tr("Region of DuckDuckGo"),
            tr("Such as de-de; wt-wt is none"),
        ),
        "search.tavily_url": (tr("Address of Tavily"), tr("Its interface for programs")),
        "search.tavily_keyless": (
            tr("Tavily without a key"),
            tr("It allows a few searches when none is stored"),
        ),
        "search.brave_url": (tr("Address of Brave"), tr("Its interface for programs")),
        "search.searxng_url": (tr("Your own SearXNG"), tr("Its address; empty leaves it out")),
        "search.duckduckgo_interval_s": (
            tr("Pause between searches at DuckDuckGo"),
            tr("Shorter pauses bring challenges sooner"),
        ),
        "search.brave_interval_s": (
            tr("Pause between searches at Brave"),
            tr("Its free plan allows one a second"),
        ),
        "search.count": (tr("Results"), tr("How many are asked for")),
        "search.cache_ttl_s": (
            tr("Remember results"),
            tr("The same search is not sent again for so long; 0 turns it off"),
        ),
        "search.timeout_s": (tr("Wait for an engine"), tr("Until the next one is asked")),
        "search.cooldown_s": (
            tr("Rest after a challenge"),
            tr("Doubles each time, up to the longest rest"),
        ),
        "search.cooldown_max_s": (tr("Longest rest"), tr("After challenges in a row")),
    }


def _pages_and_answers() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "fetch.allow_hosts": (
            tr("Allowed hosts of your own network"),
            tr("host or host:port, by commas; all others there are never read"),
        ),
        "fetch.max_bytes": (tr("Largest page"), tr("Bytes after decompression")),
        "fetch.timeout_s": (tr("Wait for a page"), tr("In all, from the first connection on")),
        "fetch.max_redirects": (tr("Redirects"), tr("Most that are followed")),
        "fetch.links": (
            tr("Pages a model may open"),
            tr("Strict: only what you, a search or a page's own site named"),
        ),
        "agent.strategy": (tr("Strategy"), tr("How a question is answered unless you say")),
        "agent.max_tool_iterations": (
            tr("Rounds of tools"),
            tr("How often a model may search or read before it must answer"),
        ),
        "agent.team_rounds": (
            tr("Rounds of the team"),
            tr("Most rounds of verifier and searcher"),
        ),
        "agent.budget_s": (tr("Time for an answer"), tr("When it is spent, what is there is used")),
    }


def _deep() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "agent.max_subtasks": (
            tr("Parts of a plan"),
            tr("Most parts that deep research makes of a question"),
        ),
        "agent.parallel_subtasks": (
            tr("Parts at once"),
            tr("How many parts are worked on beside each other"),
        ),
        "agent.review_plan": (
            tr("Review plans"),
            tr("Deep research shows its plan before it runs, so that you can change it"),
        ),
        "agent.first_answer": (
            tr("Answer at once, then research"),
            tr("Deep research begins with a plain answer, and is never worse than that"),
        ),
        "swarm.models": (
            tr("Members"),
            tr(
                "Models that are asked the same, one a line: model, provider/model, or with the "
                "address of another host behind an @; with fewer than two, one model is asked "
                "several times"
            ),
        ),
        "swarm.samples": (
            tr("Samples"),
            tr("How often the one model is asked where no members are named"),
        ),
        "swarm.quorum": (
            tr("Quorum"),
            tr("Answers that have to agree for the others not to be waited for"),
        ),
        "swarm.timeout_s": (tr("Wait for a member"), tr("Until it is left out")),
        "swarm.cooperate": (
            tr("Second round"),
            tr("Members that disagree are shown each other's answers, once"),
        ),
        "sandbox.timeout_s": (tr("Time for code"), tr("When it is spent, the code is ended")),
        "sandbox.memory_mb": (
            tr("Memory for code"),
            tr("In MiB; code that wants more is ended"),
        ),
    }


def _documents() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "knowledge.embedding_provider": (
            tr("Search by meaning"),
            tr("Who makes the vectors for it; without one, documents are searched by words alone"),
        ),
        "knowledge.embedding_model": (
            tr("Embedding model"),
            tr("Its name; empty picks one that Ollama has"),
        ),
        "knowledge.chunk_tokens": (tr("Length of a passage"), tr("Most tokens of one")),
        "knowledge.chunk_overlap": (
            tr("Overlap"),
            tr("Tokens that two passages of a long text share"),
        ),
        "knowledge.results": (tr("Passages found"), tr("How many a search gives")),
        "knowledge.rrf_k": (
            tr("Constant of the fusion"),
            tr("The k of Reciprocal Rank Fusion; the higher, the less the first places count"),
        ),
        "knowledge.vector_weight": (
            tr("Weight of meaning"),
            tr("In the fusion with words, which have the rest; 0 leaves meaning out"),
        ),
        "knowledge.rerank": (
            tr("Order by the chat model"),
            tr("Lets it put the best passages in order, which takes some seconds a search"),
        ),
        "knowledge.watch": (tr("Follow changes"), tr("Index files anew as they change")),
        "knowledge.pages": (
            tr("Pages and discoveries"),
            tr("Index the pages that were read, and what was found"),
        ),
        "knowledge.max_file_mb": (tr("Largest file"), tr("In MiB; larger ones are left out")),
        "knowledge.engine": (
            tr("Store of the index"),
            tr("LanceDB is an extra for over 100,000 passages; taken at the next start"),
        ),
        "knowledge.lancedb_uri": (
            tr("Index made elsewhere"),
            tr("A LanceDB table, as a folder or s3 address, that is searched as well"),
        ),
    }


def _background() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "sleep.max_s": (tr("Longest sleep"), tr("Seconds after which a run that sleeps goes on")),
        "background.parallel": (
            tr("Runs at once"),
            tr("How many work in the background side by side; others wait for their turn"),
        ),
        "background.per_run": (
            tr("Runs that a model may begin"),
            tr("In one run; 0 lets it begin none"),
        ),
        "background.notify": (
            tr("Tell when a run has ended"),
            tr("A long one, or one in the background, while you look at something else"),
        ),
        "background.notify_after_s": (
            tr("A run is long from"),
            tr("Seconds from which on you are told of its end"),
        ),
        "background.keep_in_tray": (
            tr("Go on in the tray"),
            tr("When the window is closed while runs or scheduled questions are to come"),
        ),
    }


def _mcp() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "mcp.enabled": (tr("Use MCP servers"), tr("Whether their tools are offered to models")),
        "mcp.timeout_s": (tr("Longest call of a tool"), tr("Seconds that a tool may take")),
        "mcp.start_timeout_s": (
            tr("Longest start of a server"),
            tr("Seconds that it may take to start; the first time some load what they need"),
        ),
    }


def _updates() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "updates.check": (
            tr("Look once a day for a newer version"),
            tr("Asks for a signed list and sends nothing about you; off makes no connection"),
        ),
        "updates.url": (
            tr("Address of updates"),
            tr("A mirror of your own; empty is what this build names. Who signs stays the same"),
        ),
    }


def _window() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "network.offline": (
            tr("Network switched off"),
            tr("Forbids every connection but those to this computer"),
        ),
        "appearance.theme": (tr("Colours"), tr("Light, dark, or as the system has it")),
        "appearance.font_size": (tr("Text size"), tr("In points; 0 follows the system")),
        "appearance.language": (tr("Language"), tr("Of the window; taken at the next start")),
        "appearance.reduced_motion": (
            tr("Reduced motion"),
            tr("Keeps everything still; off follows the system where it tells"),
        ),
    }


# --- A field for a list, one entry per line

_LINES_SHOWN = 4


class LinesField(QPlainTextEdit):
    """A field with one entry per line.

    ``edited`` is emitted when the field loses the focus and its entries have changed.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._entries: list[str] = []
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()) + 4)
        self.setFixedHeight(_LINES_SHOWN * self.fontMetrics().lineSpacing() + around)

    @property
    def entries(self) -> list[str]:
        """The entries, without empty or repeated lines."""
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
    """A row of the settings table; ``key`` is ``section.name``, ``description`` its help text."""

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
        """The possible values as in the settings file, or () if any value is allowed."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def words(self) -> str:
        """The text to search in."""
        choices = (f"{name} {choice_text(self.key, name)}" for name in self.choices)
        return " ".join([self.key, self.title, self.description, *choices])

    def shown(self, value: Any) -> str:
        """Return a value in the form in which its field shows it."""
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
    """Return the display text for one choice of an option."""
    if key == _STRATEGY:
        return next((each.title for each in strategies() if each.name == name), name)
    words = {
        "ollama": "Ollama",
        "openai": QCoreApplication.translate("Settings", "OpenAI-compatible"),
        "anthropic": "Anthropic",
        "sqlite": "SQLite",
        "lancedb": "LanceDB",
        "none": QCoreApplication.translate("Settings", "No model"),
        "auto": QCoreApplication.translate("Settings", "Automatic"),
        "on": QCoreApplication.translate("Settings", "On"),
        "off": QCoreApplication.translate("Settings", "Off"),
        "strict": QCoreApplication.translate("Settings", "Strict"),
        "open": QCoreApplication.translate("Settings", "Open"),
        "system": QCoreApplication.translate("Settings", "As the system"),
        "light": QCoreApplication.translate("Settings", "Light"),
        "dark": QCoreApplication.translate("Settings", "Dark"),
        "en": "English",
        "zh": "中文",
    }
    return words.get(name, name.capitalize())


def options() -> Iterator[Option]:
    """Yield all rows of the settings table by section, translated."""
    told = option_words()
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        assert isinstance(kind, type)
        assert issubclass(kind, Section)
        for name, info in kind.model_fields.items():
            key = f"{section}.{name}"
            title, description = told.get(key, (_title_of(name), info.description or ""))
            yield Option(key, info.annotation, info, title, description)


def _title_of(name: str) -> str:
    words = name.removesuffix("_s").replace("_", " ")
    return words[0].upper() + words[1:]


def value_of(settings: Settings, key: str) -> Any:
    """Return the value of a setting by its key."""
    section, name = key.split(".")
    return getattr(getattr(settings, section), name)


class SettingField(QObject):
    """A widget for one option; ``edited`` is emitted with the new value after editing."""

    edited = Signal(str, object)

    def __init__(self, option: Option, value: Any, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.option = option
        self._put: Callable[[Any], None] = _nothing
        self.widget = self._make(value)
        self.widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.widget.installEventFilter(self)
        self.widget.setAccessibleName(option.title)
        self.widget.setAccessibleDescription(option.description)
        self.widget.setToolTip(option.key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass wheel events to the page unless the field has the focus."""
        if event.type() == QEvent.Type.Wheel and not self.widget.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

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
            return self._lines(value) if self.option.key in _LONG_LISTS else self._list(value)
        return self._line(value)

    def show_value(self, value: Any) -> None:
        """Set the value without emitting ``edited``."""
        with QSignalBlocker(self.widget):
            self._put(value)

    def _changed(self, value: object) -> None:
        self.edited.emit(self.option.key, value)

    def _choice(self, names: tuple[str, ...], value: str) -> QWidget:
        box = QComboBox()
        told = {each.name: each for each in strategies()} if self.option.key == _STRATEGY else {}
        for name in names:
            box.addItem(choice_text(self.option.key, name), name)
            if name in told:
                box.setItemData(box.count() - 1, told[name].tip, Qt.ItemDataRole.ToolTipRole)
        self._put = lambda value: box.setCurrentIndex(box.findData(value))
        self._put(value)
        box.activated.connect(lambda: self._changed(box.currentData()))
        return box

    def _switch(self, value: bool) -> QWidget:  # noqa: FBT001 - the setting's value
        box = QCheckBox()  # the title of the option stands beside it
        self._put = box.setChecked
        self._put(value)
        box.clicked.connect(lambda: self._changed(box.isChecked()))
        return box

    def _whole(self, value: int) -> QWidget:
        box = QSpinBox()
        box.lineEdit().setTextMargins(10, 0, 0, 0)
        least, most = self._range(_INT_MOST)
        box.setRange(int(least), int(most))
        box.setGroupSeparatorShown(True)
        self._put = box.setValue
        self._put(value)
        if self.option.key in _TOKENS:
            box.setSuffix(QCoreApplication.translate("Settings", " tokens"))
        box.editingFinished.connect(lambda: self._changed(box.value()))
        return box

    def _number(self, value: float | None, *, optional: bool) -> QWidget:
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
        self._put(value)

        def done() -> None:
            unset = optional and box.value() <= box.minimum()
            self._changed(None if unset else box.value())

        box.editingFinished.connect(done)
        return box

    def _list(self, value: tuple[str, ...]) -> QWidget:
        line = QLineEdit()
        self._put = lambda value: line.setText(", ".join(value))
        self._put(value)
        line.setPlaceholderText(QCoreApplication.translate("Settings", "separated by commas"))

        def done() -> None:
            parts = (part.strip() for part in line.text().split(","))
            self._changed([part for part in parts if part])

        line.editingFinished.connect(done)
        return line

    def _lines(self, value: tuple[str, ...]) -> QWidget:
        field = LinesField()
        self._put = field.show_entries
        self._put(value)
        field.setPlaceholderText(QCoreApplication.translate("Settings", "one a line"))
        field.edited.connect(self._changed)
        return field

    def _line(self, value: str) -> QWidget:
        line = QLineEdit()
        self._put = lambda value: _put_text(line, value)
        self._put(value)
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
    line.setCursorPosition(0)  # the beginning of an address tells more than its end


def _nothing(_value: Any) -> None: ...


_STRATEGY = "agent.strategy"
_LONG_LISTS = ("swarm.models",)
_TOKENS = ("llm.num_ctx", "llm.max_tokens")
