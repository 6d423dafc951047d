"""Links from a turn to the background tasks that it started."""

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy

from desktop_agent.core.events import Event, TaskStarted
from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.turn_view import TurnView
from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, heading
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording import runs as words

_HEIGHT = 30


def _tr(text: str) -> str:
    return QCoreApplication.translate("TaskLines", text)


class TaskLine(QPushButton):
    """A link to a background task, as wide as the text column, with the state of the task."""

    def __init__(self, theme: Theme, task: TaskStarted) -> None:
        super().__init__()
        self.task_id = task.task_id
        self._question = one_line(task.question)
        self.setObjectName("taskLine")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(_tr("Open this task's chat"))
        self._icon = IconLabel(theme, "queue", "faint", 12)
        self._state = heading("", "meta")
        parts = (self._icon, (ElidedLabel(self._question), 1), self._state)
        hbox(*parts, parent=self, margins=(8, 0, 10, 0), spacing=8)

    def show_run(self, run: RunRecord | None) -> None:
        """Show the state of the task; ``run`` is None if it is no longer listed."""
        state = words.state(run) if run is not None else _tr("No longer listed")
        if run is not None:
            self._icon.show_icon(*words.state_icon(run))
        self._state.setText(state)
        self.setEnabled(run is not None and bool(run.conversation_id))
        said = _tr("Background task: {0}, {1}")
        self.setAccessibleName(said.format(self._question, state))


class ChatTasks(QObject):
    """Adds a `TaskLine` for each task of a turn, and keeps them up to date.

    Clicking a task emits ``opened`` with its id.
    """

    opened = Signal(str)

    def __init__(self, theme: Theme, chat: ChatView, history: History, runs: KnownRuns) -> None:
        super().__init__(chat)
        self._theme = theme
        self._chat = chat
        self._runs = runs
        chat.pool.built.connect(self._show_links)
        history.happened.connect(self._happened)
        runs.changed.connect(lambda _ids: self._show_all())
        runs.listed.connect(self._show_all)
        self._show_all()

    def _show_all(self) -> None:
        for view in self._chat.pool:
            self._show_links(view)

    def _happened(self, index: int, event: Event) -> None:
        view = self._chat.pool.get(index)
        if isinstance(event, TaskStarted) and view is not None:
            self._show_links(view)

    def _show_links(self, view: TurnView) -> None:
        lines = {each.task_id: each for each in view.findChildren(TaskLine)}
        for task in view.turn.events if view.turn.tasks else ():
            if isinstance(task, TaskStarted):
                line = lines.get(task.task_id) or self._add_line(view, task)
                line.show_run(self._runs.get(task.task_id))
        view.place()

    def _add_line(self, view: TurnView, task: TaskStarted) -> TaskLine:
        line = TaskLine(self._theme, task)
        line.clicked.connect(lambda: self.opened.emit(task.task_id))
        view.put(line)
        return line
