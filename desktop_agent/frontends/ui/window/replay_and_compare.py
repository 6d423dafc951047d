"""Controller that opens and closes the replay and compare pages."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import Event, RunStarted
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.window.dialogs import Dialogs
from desktop_agent.frontends.ui.window.page_stack import PageKind, PageStack
from desktop_agent.frontends.ui.window.side_panels import SidePanels, WorkPanel

if TYPE_CHECKING:
    from desktop_agent.app.run_archives import Archives
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.pages.compare.ask_again import ComparisonController
    from desktop_agent.frontends.ui.pages.replay.page import ArchiveDialogs

_REPLAY, _COMPARE = "replay", "compare"


class ReplayWindow(Protocol):
    """The parts of the window that the controller uses."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    page: ChatPage
    middle: PageStack
    dialogs: Dialogs
    side: WorkPanel
    beside: SidePanels


class ReplayController(QObject):
    """Opens the replay and compare pages, whose parts are created on first use.

    ``exported`` is emitted with the file that a run was written to, and ``failed`` with an
    `AgentError`.
    """

    exported = Signal(str)
    failed = Signal(object)

    def __init__(
        self, window: ReplayWindow, archives: Callable[[], "Archives"], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._over = parent
        self._archives = archives
        self._dialogs: ArchiveDialogs | None = None
        self._comparing: ComparisonController | None = None

    def pages(self) -> tuple[PageKind, ...]:
        """Return both pages for the window's table of pages."""
        return (
            PageKind(
                _REPLAY,
                QCoreApplication.translate("Pages", "Replay"),
                self._build_replay,
                needed=("desktop_agent.frontends.ui.pages.replay.page",),
                returns=True,
            ),
            PageKind(
                _COMPARE,
                QCoreApplication.translate("Pages", "Compare"),
                self._build_compare,
                needed=("desktop_agent.frontends.ui.pages.compare.page",),
                returns=True,
            ),
        )

    def follow(self) -> None:
        """Connect to the chat and the reasoning panel. Call this once they exist."""
        reasoning = self._window.side.reasoning
        reasoning.offer_replay()
        reasoning.replay.connect(self.play)
        self._window.page.chat.wishes.compare.connect(self._compare)
        self._window.middle.turned.connect(self._turned)

    # --- Playing

    def play(self, turn: Turn) -> None:
        """Replay the run of a turn."""

        def show(page: Any) -> None:
            if page.run.turn is turn:  # it is that which is played already
                page.playing.go_to(0)
                page.playing.play()
            else:
                page.open_turn(turn)

        self._window.middle.open(_REPLAY, show)

    def play_file(self, path: Path | str) -> None:
        """Replay a recorded run."""
        self._window.middle.open(_REPLAY, lambda page: page.open_file(Path(path)))

    def compare_runs(self, first: Sequence[Event], second: Sequence[Event]) -> None:
        """Show the answers of two runs side by side."""
        self._show_both(_turn_of(first), _turn_of(second))

    def open_recording(self) -> None:
        """Let the user choose a recorded run, then replay it."""
        self._files().open_recording()

    def import_run(self) -> None:
        """Let the user choose a run file, then import it as a conversation."""
        self._files().import_run()

    def export_run(self, events: Sequence[Event]) -> None:
        """Explain what the exported file will contain, then ask the user where to write it."""
        self._files().export_run(events)

    def export_last(self) -> None:
        """Export the run of the latest answer in the open conversation, if there is one."""
        last = self._window.page.conversation.history.last
        if last is not None and not last.running:
            self.export_run(last.events)

    # --- Pages

    def _build_replay(self) -> QWidget:
        from desktop_agent.frontends.ui.pages.replay.page import ReplayPage

        window = self._window
        page = ReplayPage(window.theme, window.session, window.tasks)
        page.turn_shown.connect(window.side.show_turn)
        page.happened.connect(window.side.reasoning.catch_up_soon)
        page.happened.connect(window.side.sources.catch_up_soon)
        page.open_wanted.connect(self.open_recording)
        page.export_wanted.connect(self.export_run)
        return self._connected(page)

    def _build_compare(self) -> QWidget:
        from desktop_agent.frontends.ui.pages.compare.page import ComparePage

        window = self._window
        return self._connected(ComparePage(window.theme, window.tasks))

    def _connected(self, page: Any) -> QWidget:
        for chat in page.chats:
            chat.wishes.hand_on(self._window.page.chat.wishes)
        page.ask_wanted.connect(self._window.middle.ask)
        return page  # type: ignore[no-any-return]  # either of the two pages

    def _compare(self, turn_id: int, again: bool) -> None:  # noqa: FBT001 - a signal's argument
        if self._comparing is None:
            self._comparing = self._make_comparing()
        self._comparing.compare(turn_id, again=again)

    def _make_comparing(self) -> "ComparisonController":
        from desktop_agent.frontends.ui.pages.compare.ask_again import (
            ComparisonController,
        )

        window, page = self._window, self._window.page
        made = ComparisonController(
            page.chat,
            page.conversation,
            window.session,
            window.tasks,
            page.question_of,
        )
        made.wanted.connect(self._show_both)
        made.happened.connect(self._tell)
        made.failed.connect(self.failed)
        return made

    def _show_both(self, first: Turn, second: Turn) -> None:
        self._window.middle.open(_COMPARE, lambda page: page.show_turns(first, second))

    def _tell(self, turn: Turn, event: Event) -> None:
        if self._window.middle.is_built(_COMPARE):
            self._window.middle.page(_COMPARE).tell(turn, event)

    # --- Side panels

    def _turned(self, name: str) -> None:
        middle, side = self._window.middle, self._window.side
        if name == _REPLAY and middle.is_built(_REPLAY):
            side.show_turn(middle.page(_REPLAY).run.turn)
        elif not name:
            side.show_turn(self._window.page.conversation.history.last)

    # --- Files

    def _files(self) -> "ArchiveDialogs":
        if self._dialogs is None:
            from desktop_agent.frontends.ui.pages.replay.page import ArchiveDialogs

            self._dialogs = ArchiveDialogs(self._archives(), self._window.tasks, self._over)
            self._dialogs.chosen.connect(self.play_file)
            self._dialogs.exported.connect(self.exported)
            self._dialogs.imported.connect(self._imported)
            self._dialogs.failed.connect(self.failed)
        return self._dialogs

    def _imported(self, conversation_id: str, _turn_id: int) -> None:
        self._window.middle.show_chat()
        self._window.page.open(conversation_id)


def _turn_of(events: Sequence[Event]) -> Turn:
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    turn = Turn(started.question if started is not None else "")
    for event in events:
        turn.apply(event)
    return turn
