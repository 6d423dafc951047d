"""Links between a turn and the background runs that it started."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from desktop_agent.core.events import Event, TaskStarted
from desktop_agent.core.runs import RunRecord
from desktop_agent.core.text import clipped
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.turn_view import TurnView
from desktop_agent.frontends.ui.chat.widget_column import WidgetColumn
from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns, Titles
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.wording import runs as words

_HEIGHT = 30
_ICON = 16
_DOT = 9
_GAP = 4
_TITLE_MOST = 60


def _tr(text: str) -> str:
    return QCoreApplication.translate("TaskLines", text)


class TaskLine(QPushButton):
    """A one-line button for a background run. Clicking it opens the run's conversation."""

    def __init__(self, theme: Theme, question: str) -> None:
        super().__init__()
        self.setObjectName("taskLine")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self.setAutoDefault(False)
        self._question = one_line(question)
        self._theme = theme
        self._icon = QLabel()
        self._icon.setFixedSize(_ICON, _ICON)
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._shown: tuple[str, ColourName] = ("queue", "faint")
        theme.changed.connect(self._draw)
        self._text = ElidedLabel(self._question)
        self._state = heading("", "meta")
        parts = (self._icon, (self._text, 1), self._state)
        hbox(*parts, parent=self, margins=(8, 0, 10, 0), spacing=8)
        self.show_run(None)

    def show_run(self, run: RunRecord | None) -> None:
        """Show the state of the run; ``run`` is None if it is no longer listed."""
        state = words.state(run) if run is not None else _tr("No longer in the list")
        if run is not None:
            self._shown = words.state_icon(run)
        self._draw()
        self._state.setText(state)
        opens = run is not None and bool(run.conversation_id)
        self.setEnabled(opens)
        shapes = Qt.CursorShape
        self.setCursor(shapes.PointingHandCursor if opens else shapes.ArrowCursor)
        self.setToolTip(_tr("Open the conversation of this run") if opens else "")
        said = _tr("Background run: {0}, {1}")
        self.setAccessibleName(said.format(self._question, state))

    def _draw(self) -> None:
        name, colour = self._shown
        side = _DOT if name == "dot" else _ICON
        shade = getattr(self._theme.colours, colour)
        self._icon.setPixmap(icons.pixmap(name, shade, side, self.devicePixelRatioF()))


class TaskLines(WidgetColumn):
    """A list of the runs that a turn started. ``opened`` is emitted with a clicked run's id."""

    opened = Signal(str)

    def __init__(self, theme: Theme, runs: KnownRuns) -> None:
        super().__init__(_GAP)
        self._theme = theme
        self._runs = runs
        self.lines: dict[str, TaskLine] = {}

    def show_tasks(self, tasks: Sequence[TaskStarted]) -> None:
        for task in tasks:
            if task.task_id not in self.lines:
                line = TaskLine(self._theme, task.question)
                line.clicked.connect(lambda _on, run_id=task.task_id: self.opened.emit(run_id))
                self.lines[task.task_id] = line
                self.put(line)
        self.show_states()
        self.place()

    def show_states(self) -> None:
        for run_id, line in self.lines.items():
            line.show_run(self._runs.get(run_id))


class OriginLink(QWidget):
    """A link from a background run to the conversation that started it."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self.button = QPushButton()
        self.button.setObjectName("taskLine")
        self.button.setAutoDefault(False)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.setToolTip(_tr("Open the conversation in which this was asked"))
        theme.bind_icon(self.button, "back", side=16)
        hbox(self.button, STRETCH, parent=self, margins=(0, 0, 0, 4))
        self.show_title(title)

    def show_title(self, title: str) -> None:
        title = clipped(one_line(title), _TITLE_MOST)
        text = (
            _tr("Asked in “{0}”").format(title) if title else _tr("Asked in another conversation")
        )
        self.button.setText(text.replace("&", "&&"))
        self.button.setAccessibleName(text)


class ChatTasks(QObject):
    """Adds `TaskLines` and `OriginLink` to the turns of a chat, and keeps them up to date.

    Clicking a run emits ``opened`` with its id. Clicking an origin link emits ``asked_in`` with the
    id of the conversation.
    """

    opened = Signal(str)
    asked_in = Signal(str)

    def __init__(
        self, theme: Theme, chat: ChatView, history: History, runs: KnownRuns, titles: Titles
    ) -> None:
        super().__init__(chat)
        self._theme = theme
        self._chat = chat
        self._runs = runs
        self._titles = titles
        chat.pool.built.connect(self._build_parts)
        history.happened.connect(self._happened)
        runs.changed.connect(lambda _ids: self._show_states())
        runs.listed.connect(self._show_all)
        titles.found.connect(self._show_all)
        self._show_all()

    def _show_all(self) -> None:
        for view in self._chat.pool:
            self._build_parts(view)

    def _show_states(self) -> None:
        for view in self._chat.pool:
            lines = view.findChild(TaskLines)
            if lines is not None:
                lines.show_states()

    def _happened(self, index: int, event: Event) -> None:
        view = self._chat.pool.get(index)
        if isinstance(event, TaskStarted) and view is not None:
            self._build_parts(view)

    def _build_parts(self, view: TurnView) -> None:
        tasks = [each for each in view.turn.events if isinstance(each, TaskStarted)]
        if tasks:
            self._show_tasks(view, tasks)
        asked = self._runs.of_turn(view.turn.turn_id)
        if asked is not None and asked.parent_conversation_id:
            self._show_origin(view, asked.parent_conversation_id)

    def _show_tasks(self, view: TurnView, tasks: Sequence[TaskStarted]) -> None:
        lines = view.findChild(TaskLines)
        if lines is None:
            lines = TaskLines(self._theme, self._runs)
            lines.opened.connect(self.opened)
            view.put(lines)
        lines.show_tasks(tasks)
        view.place()

    def _show_origin(self, view: TurnView, conversation_id: str) -> None:
        title = self._titles.of(conversation_id)
        line = view.findChild(OriginLink)
        if line is None:
            line = OriginLink(self._theme, title)
            line.button.clicked.connect(lambda: self.asked_in.emit(conversation_id))
            view.put(line, first=True)
        line.show_title(title)
        view.place()
