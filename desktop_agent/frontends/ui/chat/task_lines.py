"""Links between a turn and the background tasks that it started."""

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy

from desktop_agent.core.events import Event, TaskStarted
from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.turn_view import TurnView
from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns, Titles
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, heading
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording import runs as words

_HEIGHT = 30


def _tr(text: str) -> str:
    return QCoreApplication.translate("TaskLines", text)


class LinkLine(QPushButton):
    """A button as wide as the text column, with an icon, a text that is shortened and a state."""

    def __init__(self, theme: Theme, icon: str, tip: str) -> None:
        super().__init__()
        self.setObjectName("taskLine")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tip)
        self._icon = IconLabel(theme, icon, "faint", 12)
        self._text = ElidedLabel()
        self._state = heading("", "meta")
        parts = (self._icon, (self._text, 1), self._state)
        hbox(*parts, parent=self, margins=(8, 0, 10, 0), spacing=8)


class TaskLine(LinkLine):
    """A link to a background task, with its state."""

    def __init__(self, theme: Theme, task: TaskStarted) -> None:
        super().__init__(theme, "queue", _tr("Open this task's chat"))
        self.task_id = task.task_id
        self._question = one_line(task.question)
        self._text.show_text(self._question)

    def show_run(self, run: RunRecord | None) -> None:
        """Show the state of the task; ``run`` is None if it is no longer listed."""
        state = words.state(run) if run is not None else _tr("No longer listed")
        if run is not None:
            self._icon.show_icon(*words.state_icon(run))
        self._state.setText(state)
        self.setEnabled(run is not None and bool(run.conversation_id))
        said = _tr("Background task: {0}, {1}")
        self.setAccessibleName(said.format(self._question, state))


class OriginLink(LinkLine):
    """A link from a background task to the chat that started it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "back", _tr("Open the chat where this was asked"))

    def show_title(self, title: str) -> None:
        title = one_line(title)
        text = _tr("Asked in “{0}”").format(title) if title else _tr("Asked in another chat")
        self._text.show_text(text)
        self.setAccessibleName(text)


class ChatTasks(QObject):
    """Adds a `TaskLine` for each task of a turn and an `OriginLink`, and keeps them up to date.

    Clicking a task emits ``opened`` with its id. Clicking an origin link emits ``asked_in`` with
    the id of the conversation.
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
        chat.pool.built.connect(self._show_links)
        history.happened.connect(self._happened)
        runs.changed.connect(lambda _ids: self._show_all())
        runs.listed.connect(self._show_all)
        titles.found.connect(self._show_all)
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
        asked = self._runs.of_turn(view.turn.turn_id)
        if asked is not None and asked.parent_conversation_id:
            self._show_origin(view, asked.parent_conversation_id)
        view.place()

    def _add_line(self, view: TurnView, task: TaskStarted) -> TaskLine:
        line = TaskLine(self._theme, task)
        line.clicked.connect(lambda: self.opened.emit(task.task_id))
        view.put(line)
        return line

    def _show_origin(self, view: TurnView, conversation_id: str) -> None:
        link = view.findChild(OriginLink)
        if link is None:
            link = OriginLink(self._theme)
            link.clicked.connect(lambda: self.asked_in.emit(conversation_id))
            view.put(link, first=True)
        link.show_title(self._titles.of(conversation_id))
