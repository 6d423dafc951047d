"""The main window: puts the parts together and lets them talk."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import DiscoveryFlagged, Event, RunFinished
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.research import Question
from desktop_agent.ui.chat.chat_view import COLUMN, ChatView
from desktop_agent.ui.chat.composer import Composer
from desktop_agent.ui.chat.welcome import Welcome
from desktop_agent.ui.notice import show_error
from desktop_agent.ui.panel.discoveries_dock import DiscoveriesDock
from desktop_agent.ui.panel.reasoning_dock import ReasoningDock
from desktop_agent.ui.panel.side_panel import SidePanel
from desktop_agent.ui.pulling import Pulling
from desktop_agent.ui.run_controller import RunController
from desktop_agent.ui.settings.dialog import SettingsDialog
from desktop_agent.ui.status_bar import StatusBar
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn
from desktop_agent.ui.window_state import WindowState

if TYPE_CHECKING:
    from desktop_agent.app import Session

_SIDE_WIDTH = 380


class MainWindow(QMainWindow):
    """The window of one session. ``closing`` is sent once, when the person closes it."""

    closing = Signal()

    def __init__(self, theme: Theme, session: "Session") -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._models: tuple[ModelInfo, ...] = ()
        self.tasks = Tasks()
        self._pulling = Pulling(session, self.tasks)
        self.runs = RunController(session, self)
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(640, 480)
        self.welcome = Welcome(theme)
        self.chat = ChatView(theme)
        self.composer = Composer(theme, session.settings.agent.strategy)
        self.reasoning = ReasoningDock(theme)
        self.discoveries = DiscoveriesDock(theme, session, self.tasks)
        self.side = SidePanel(theme)
        self.status = StatusBar(
            theme, session.resting_engines, offline=session.settings.network.offline
        )
        self._side_button = QToolButton()
        self._lay_out()
        self._connect()
        self._make_actions()
        self._state = WindowState(session.paths.config, self, self._splitter, self.side)
        self.set_side_open(self._state.restore())
        self.composer.edit.setFocus()

    # --- what the parts ask for

    def look_for_models(self) -> None:
        """Asks who would answer now, and which models there are."""
        self.welcome.show_looking()
        self.tasks.start(self._session.provider_state(), self._provider_known, self._tell)

    def ask(self, text: str, strategy: str = "") -> None:
        """Asks a question in this conversation, unless one is being answered.

        ``strategy`` is that of the composer unless another is named.
        """
        if self.runs.running:
            return
        question = Question(
            text=text,
            strategy=strategy or self.composer.chosen_strategy,
            model=self.composer.chosen_model,
            offline=self.status.offline,
            history=self.chat.history(),
        )
        self.chat.begin(text)
        self._pages.setCurrentWidget(self.chat)
        if self.chat.last is not None:
            self.reasoning.show_turn(self.chat.last.turn)
        self.runs.ask(question)

    def new_chat(self) -> None:
        """Begins another conversation; a run is stopped."""
        self.runs.stop()
        self.chat.clear()
        self.reasoning.show_turn(None)
        self._pages.setCurrentWidget(self.welcome)
        self.composer.edit.setFocus()

    def open_settings(self, page: str = "llm") -> SettingsDialog:
        """Opens the settings at a page."""
        dialog = SettingsDialog(self._theme, self._session, self.tasks, self)
        dialog.changed.connect(self._setting_changed)
        dialog.show_page(page)
        dialog.open()
        return dialog

    def show_side(self, panel: QWidget) -> None:
        """Unfolds the side panel at one of its tabs."""
        self.side.turn_to(panel)
        self.set_side_open(True)

    def set_side_open(self, is_open: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Folds the side panel away or out."""
        self.side.setVisible(is_open)
        self._side_button.setChecked(is_open)

    async def aclose(self) -> None:
        """Ends all that the window has started: the run to its last event, then the rest."""
        self._state.remember()
        await self.runs.aclose()
        await self.tasks.aclose()

    # --- answers

    def _provider_known(self, state: ProviderState) -> None:
        self.status.show_state(state)
        self.welcome.show_state(state, len(self._models))
        self.composer.show_state(state)
        if state.ok:
            self.tasks.start(
                self._session.list_models(),
                lambda models: self._models_known(state, models),
                lambda _error: None,  # the state has told already what is wrong
            )

    def _models_known(self, state: ProviderState, models: tuple[ModelInfo, ...]) -> None:
        self._models = models
        self.composer.show_models(models)
        self.welcome.show_state(state, len(models))

    def _happened(self, event: Event) -> None:
        self.chat.show_event(event)
        self.status.show_event(event)
        if isinstance(event, RunFinished):
            self.reasoning.catch_up()
        else:
            self.reasoning.catch_up_soon()
        if isinstance(event, DiscoveryFlagged):
            self.discoveries.refresh()
        if isinstance(event, RunFinished) and event.status == "failed":
            self.look_for_models()

    def _setting_changed(self, key: str) -> None:
        settings = self._session.settings
        if key.startswith("appearance."):
            self._theme.use(settings.appearance)
        elif key.startswith("llm."):
            self.look_for_models()
        elif key == "network.offline":
            self.status.network.setChecked(settings.network.offline)
        elif key == "agent.strategy":
            box = self.composer.strategy
            box.setCurrentIndex(max(0, box.findData(settings.agent.strategy)))

    def _show_reasoning(self, turn: Turn) -> None:
        self.reasoning.show_turn(turn)
        self.show_side(self.reasoning)

    def _tell(self, error: AgentError) -> None:
        show_error(self, error.message, error.remedy)

    # --- building

    def _lay_out(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.chat)
        self.side.add(
            self.tr("Reasoning"), self.reasoning, self.tr("Every step of the run (Ctrl+R)")
        )
        self.side.add(
            self.tr("Discoveries"), self.discoveries, self.tr("Findings worth keeping (Ctrl+D)")
        )
        centre = QWidget()
        centre.setObjectName("page")
        lines = QVBoxLayout(centre)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self._top_bar())
        lines.addWidget(self._pages, 1)
        lines.addWidget(self._composer_row())
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(centre)
        self._splitter.addWidget(self.side)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self._splitter.setSizes([900, _SIDE_WIDTH])
        whole = QWidget()
        outer = QVBoxLayout(whole)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._splitter, 1)
        outer.addWidget(self.status)
        self.setCentralWidget(whole)

    def _top_bar(self) -> QFrame:
        bar = QFrame()
        bar.setObjectName("topBar")
        bar.setFixedHeight(48)
        name = QLabel("Desktop Agent")
        name.setObjectName("productName")
        self._new_button = self._tool("plus", self.tr("New chat"), "Ctrl+N")
        self._settings_button = self._tool("settings", self.tr("Settings"), "Ctrl+,")
        self._side_button = self._tool("panel", self.tr("Side panel"), "Ctrl+Shift+P")
        self._side_button.setCheckable(True)
        row = QHBoxLayout(bar)
        row.setContentsMargins(18, 0, 10, 0)
        row.setSpacing(4)
        row.addWidget(name)
        row.addStretch(1)
        for button in (self._new_button, self._settings_button, self._side_button):
            row.addWidget(button)
        return bar

    def _composer_row(self) -> QWidget:
        column = QWidget()
        column.setMaximumWidth(COLUMN)
        inside = QVBoxLayout(column)
        inside.setContentsMargins(28, 8, 28, 16)
        inside.addWidget(self.composer)
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(column, 100)
        row.addStretch(1)
        self.chat.bar_width.connect(lambda width: row.setContentsMargins(width, 0, width, 0))
        return whole

    def _tool(self, icon: str, text: str, keys: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(f"{text} ({QKeySequence(keys).toString(_NATIVE)})")
        button.setAccessibleName(text)
        button.setShortcut(QKeySequence(keys))
        self._theme.bind_icon(button, icon, side=20)
        return button

    def _connect(self) -> None:
        self.runs.happened.connect(self._happened)
        self.runs.running_changed.connect(self.composer.set_running)
        self.composer.asked.connect(self.ask)
        self.composer.stopped.connect(self.runs.stop)
        self.welcome.asked.connect(self.ask)
        self.welcome.look_again.connect(self.look_for_models)
        self.welcome.settings.connect(lambda: self.open_settings("llm"))
        self.chat.retry.connect(self.ask)
        self.chat.from_sources.connect(lambda text: self.ask(text, "evidence"))
        self.chat.pull.connect(self._pulling.switch)
        self.chat.reasoning.connect(self._show_reasoning)
        self.side.closed.connect(lambda: self.set_side_open(False))
        self.discoveries.failed.connect(self._tell)
        self._new_button.clicked.connect(self.new_chat)
        self._settings_button.clicked.connect(lambda: self.open_settings("llm"))
        self._side_button.clicked.connect(self.set_side_open)

    def _make_actions(self) -> None:
        for keys, act in (
            ("Esc", self.runs.stop),
            ("Ctrl+R", lambda: self.show_side(self.reasoning)),
            ("Ctrl+D", lambda: self.show_side(self.discoveries)),
            ("Ctrl+L", self.composer.edit.setFocus),
            ("Ctrl+Q", self.close),
        ):
            action = QAction(self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(act)
            self.addAction(action)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closing.emit()


_NATIVE = QKeySequence.SequenceFormat.NativeText
