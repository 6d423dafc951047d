"""The options of a question: mode, model, time limit, plan review and tools."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QComboBox, QMenu, QSizePolicy, QToolButton, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.mcp import McpServerState
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.widgets.buttons import StayingMenu
from desktop_agent.frontends.ui.widgets.list_view import Index
from desktop_agent.frontends.ui.widgets.row_delegate import RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.labels import strategies
from desktop_agent.frontends.ui.wording.runs import duration

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Mode

_MODE_LIST_WIDTH = 400
_AROUND = 64
"""Width in pixels of the padding and the arrow of the button."""


class _ModeRows(RowDelegate):
    """Paints each mode with a line describing its effect and cost."""

    PAD = (12, 7)

    def lines(self, index: Index) -> Sequence[RowLine]:
        tip = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
        return (RowLine(str(index.data() or ""), "text", "title"), RowLine(tip))


class ModePicker(QComboBox):
    """A button that shows the mode of the next question; its list describes each mode."""

    def __init__(self, theme: Theme, mode: str) -> None:
        super().__init__()
        self.setObjectName("picker")
        self.setAccessibleName(self.tr("Mode"))
        self.setAccessibleDescription(self.tr("Choose how thoroughly to work on the question"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for name, (title, tip) in strategies().items():
            self.addItem(title, name)
            for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
                self.setItemData(self.count() - 1, tip, role)
        self.setItemDelegate(_ModeRows(theme, self.view()))
        self.view().setMinimumWidth(_MODE_LIST_WIDTH)
        self.setMaxVisibleItems(self.count())
        self.currentIndexChanged.connect(self._changed)
        self.choose(mode)
        self._changed()

    def choose(self, mode: str) -> None:
        """Select a mode; ignore an unknown one."""
        place = self.findData(mode)
        if place >= 0:
            self.setCurrentIndex(place)

    def sizeHint(self) -> QSize:
        """Return the size needed by the current mode rather than the longest one."""
        width = self.fontMetrics().horizontalAdvance(self.currentText()) + _AROUND
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _changed(self) -> None:
        self.setToolTip(str(self.currentData(Qt.ItemDataRole.ToolTipRole) or ""))
        self.updateGeometry()


# --- Model


class ModelChoice(QObject):
    """The provider's state and models, and the model chosen for the next question.

    ``changed`` is emitted when any of these changes, and ``activated`` when the user chooses a
    model.
    """

    changed = Signal()
    activated = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state: ProviderState | None = None
        self._models: dict[str, ModelInfo] = {}
        self._chosen = ""

    @property
    def found(self) -> bool:
        """True if a model can answer."""
        return self.state is not None and self.state.ok and self.state.provider != "none"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the chat models."""
        return tuple(self._models) if self.found else ()

    @property
    def chosen(self) -> str:
        """The chosen model, or "" for the one from the settings."""
        return self._chosen if self._chosen in self.names else ""

    @property
    def automatic(self) -> str:
        """The model from the settings, or "" if there is none."""
        return self.state.model if self.state is not None and self.found else ""

    @property
    def name(self) -> str:
        return self.chosen or self.automatic

    def choose(self, name: str, *, by_user: bool = False) -> None:
        """Choose a model; "" selects the one from the settings."""
        if name != self._chosen:
            self._chosen = name
            self.changed.emit()
        if by_user:
            self.activated.emit()

    def show_state(self, state: ProviderState, models: Sequence[ModelInfo] = ()) -> None:
        """Set the provider's state and, if ``models`` is not empty, its models."""
        self.state = state
        if models and state.ok:
            self._models = {each.name: each for each in models if _can_chat(each)}
        self.changed.emit()

    def show_failure(self, provider: str, problem: str) -> bool:
        """Record a failed model call; return False if it was made to another provider."""
        if self.state is None or self.state.provider != provider:
            return False
        self.show_state(replace(self.state, ok=False, problem=problem))
        return True

    @property
    def capabilities(self) -> tuple[str, ...]:
        """The capabilities of the model in use, or () if unknown."""
        known = self._models.get(self.name)
        # Ollama is the only provider that reports capabilities
        local = self.state is not None and self.state.provider == "ollama"
        return known.capabilities if known is not None and local else ()

    def image_refusal(self) -> str:
        """Return a message saying that the model does not support images, or "" if it might."""
        if not self.capabilities or "vision" in self.capabilities:
            return ""
        said = self.tr("{0} can't read images.").format(self.name or self.tr("The model"))
        able = [name for name, model in self._models.items() if "vision" in model.capabilities]
        if not able:
            return f"{said} {self.tr('None of your models can.')}"
        return f"{said} {self.tr('Choose one of these: {0}.').format(', '.join(able[:4]))}"


def _can_chat(model: ModelInfo) -> bool:
    return "embedding" not in model.capabilities or "completion" in model.capabilities


# --- The menu of the [+] button

_LIMITS = (30.0, 60.0, 120.0, 300.0, 600.0, 1800.0)
"""The time limits that are offered, in seconds."""


class TimeLimitMenu(QMenu):
    """A menu of time limits, beginning with the one from the settings."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._group = QActionGroup(self)
        self.setTitle(self.tr("Time limit"))
        for seconds in (None, *_LIMITS):
            text = self.tr("Default") if seconds is None else duration(seconds)
            entry = self._group.addAction(text)
            entry.setData(seconds)
            entry.setCheckable(True)
            self.addAction(entry)
        self.actions()[0].setChecked(True)

    @property
    def chosen(self) -> float | None:
        """The time limit in seconds, or None for the one from the settings."""
        seconds: float | None = self._group.checkedAction().data()
        return seconds

    @property
    def words(self) -> str:
        return self._group.checkedAction().text()


class ToolMenu(StayingMenu):
    """A menu of the MCP servers that the open chat may use; empty if none is enabled.

    ``settings`` is emitted with the name of the settings page to open, and ``changed`` when the
    selection changes.
    """

    settings = Signal(str)
    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._states: tuple[McpServerState, ...] = ()
        self._conversation: OpenConversation | None = None
        self.chosen: tuple[str, ...] | None = None
        """The names of the servers for the next question, or None for the default ones."""
        self.setTitle(self.tr("Tools"))
        self.setToolTipsVisible(True)
        self.menuAction().setVisible(False)

    def follow(self, session: "Session", tasks: Tasks, conversation: OpenConversation) -> None:
        """Load the configured servers now, and again whenever they change."""

        def look(_news: object = None) -> None:
            # errors are shown on the settings page of the servers
            tasks.start(session.servers.states(), while_alive(self, self._found), ignore)

        self._conversation = conversation
        conversation.shown.connect(self._shown)
        session.servers.watch(while_alive(self, look))
        look()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the servers that the next question may use."""
        if self.chosen is None:
            return self._usual
        return tuple(name for name in self._all if name in self.chosen)

    @property
    def _all(self) -> tuple[str, ...]:
        return tuple(each.server.name for each in self._states)

    @property
    def _usual(self) -> tuple[str, ...]:
        return tuple(each.server.name for each in self._states if each.server.default)

    def _found(self, states: Sequence[McpServerState]) -> None:
        self._states = tuple(each for each in states if each.server.enabled)
        self.menuAction().setVisible(bool(self._states))
        self._fill()

    def _shown(self, conversation: Conversation | None) -> None:
        self.chosen = conversation.servers if conversation is not None else None
        self._fill()

    def _choose(self, name: str, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        wanted = {*self.names, name} if on else {*self.names} - {name}
        names = tuple(each for each in self._all if each in wanted)
        self.chosen = None if names == self._usual else names
        if self._conversation is not None:
            self._conversation.change(servers=self.chosen)
        self.changed.emit()

    def _fill(self) -> None:
        self.clear()
        for state in self._states:
            name = state.server.name
            text = self.tr("{0} (failed)").format(name) if state.status == "failed" else name
            tick = self.addAction(text.replace("&", "&&"))
            tick.setCheckable(True)
            tick.setChecked(name in self.names)
            tick.toggled.connect(partial(self._choose, name))
        self.addSeparator()
        self.addAction(self.tr("Manage MCP servers…"), lambda: self.settings.emit("tools/mcp"))
        self.changed.emit()


_WITH_PLANS = ("deep", "auto")
"""Modes that make a plan, or that may choose a mode that does."""


class OptionsButton(QToolButton):
    """The [+] button, with a menu for attaching files and setting less common options."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("options")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleName(self.tr("Files and options"))
        menu = StayingMenu(self)
        menu.setAccessibleName(self.accessibleName())
        menu.setToolTipsVisible(True)
        self.attach = menu.addAction(self.tr("Attach files…"))
        menu.addSeparator()
        self.limit = TimeLimitMenu(menu)
        self.review = menu.addAction(self.tr("Review the plan"))
        self.review.setCheckable(True)
        self.review.setToolTip(self.tr("Review the plan before deep research starts"))
        self.tools = ToolMenu(menu)
        for part in (self.limit, self.tools):
            menu.addMenu(part)
        menu.aboutToHide.connect(self._draw)
        self.tools.changed.connect(self._draw)
        self.review.toggled.connect(lambda _on: self._draw())
        self.setMenu(menu)
        self._draw()

    def review_wanted(self, mode: str) -> bool:
        return self.review.isChecked() and mode in _WITH_PLANS

    def _draw(self) -> None:
        """List the non-default options in the tooltip, and colour the icon if there are any."""
        parts = []
        if self.limit.chosen is not None:
            parts.append(self.tr("Time limit: {0}").format(self.limit.words))
        if self.review.isChecked():
            parts.append(self.tr("Review the plan"))
        if self.tools.names:
            parts.append(self.tr("Tools: {0}").format(", ".join(self.tools.names)))
        self._theme.bind_icon(self, "plus", "accent" if parts else "muted", side=20)
        self.setToolTip("\n".join(parts) or self.tr("Attach files and set options"))
        self.setAccessibleDescription(self.toolTip())


# --- Switches


class SourceSwitch(QToolButton):
    """A labelled switch for a kind of source."""

    def __init__(self, theme: Theme, icon: str, text: str, tips: tuple[str, str]) -> None:
        super().__init__()
        self._theme, self._icon, self._tips = theme, icon, tips
        self.setObjectName("sourceSwitch")
        self.setCheckable(True)
        self.setText(text)
        self.setAccessibleName(text)
        self.toggled.connect(lambda _on: self._draw())
        self.setChecked(True)

    def _draw(self) -> None:
        on = self.isChecked()
        self.setToolTip(self._tips[not on])
        self.setAccessibleDescription(self._tips[not on])
        self._theme.bind_icon(self, self._icon, "accent" if on else "muted", side=16)
