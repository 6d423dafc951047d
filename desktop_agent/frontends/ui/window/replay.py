"""The controller for replaying, importing and exporting runs."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead, RunStarted
from desktop_agent.frontends.ui.conversation.turn import Turn, host_of
from desktop_agent.frontends.ui.export.save_dialog import ask_paths, ask_save_path, file_name
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.window.page_stack import PageKind

if TYPE_CHECKING:
    from desktop_agent.app.run_archives import Archives
    from desktop_agent.frontends.ui.pages.replay import ReplayPage

_REPLAY = "replay"
_tr = partial(QCoreApplication.translate, "Replay")


class ReplayController(QObject):
    """The controller for the replay page, and for importing and exporting runs."""

    def __init__(self, window: WindowLayout) -> None:
        super().__init__(window)
        self._window = window
        needed = ("desktop_agent.frontends.ui.pages.replay",)
        window.middle.add(PageKind(_REPLAY, _tr("Replay"), self._build, needed, returns=True))
        window.side.reasoning.replay.connect(self.play)
        window.middle.turned.connect(self._turned)

    def play(self, turn: Turn) -> None:
        def show(page: Any) -> None:
            if page.player.turn is turn:  # it is already loaded
                page.player.go_to(0)
                page.player.play()
            else:
                page.open_turn(turn)

        self._window.middle.open(_REPLAY, show)

    def play_file(self, path: Path | str) -> None:
        self._window.middle.open(_REPLAY, lambda page: page.open_file(Path(path)))

    def play_run(self, run_id: str) -> None:
        self._window.tasks.start(asyncio.to_thread(self._file, run_id), self.play_file)

    def open_recording(self) -> QFileDialog:
        forms = f"*.jsonl *.{self._archives.ending}"
        return self._ask_file(_tr("Open a recording"), forms, self.play_file)

    def import_run(self) -> QFileDialog:
        forms = f"*.{self._archives.ending}"
        return self._ask_file(_tr("Import a task"), forms, self._import)

    def export_stored_run(self, run_id: str) -> None:
        self._window.tasks.start(asyncio.to_thread(self.events, run_id), self.export_run)

    def events(self, run_id: str) -> list[Event]:
        """Return the events of a stored run, or raise `RecordingError`. Blocking."""
        return list(self._window.session.replay(self._file(run_id)))

    def export_last(self) -> None:
        """Export the run behind the open conversation's last answer, if it has finished."""
        last = self._window.page.conversation.history.last
        if last is not None and not last.running:
            self.export_run(last.events)

    # --- The page

    def _build(self) -> "ReplayPage":
        from desktop_agent.frontends.ui.pages.replay import ReplayPage

        window = self._window
        page = ReplayPage(window.theme, window.session, window.tasks)
        page.turn_shown.connect(window.side.show_turn)
        page.player.happened.connect(window.side.catch_up_soon)
        page.open_wanted.connect(self.open_recording)
        page.chat.wishes.hand_on(window.page.chat.wishes)
        page.ask_wanted.connect(window.middle.ask)
        return page

    def _turned(self, name: str) -> None:
        middle, side = self._window.middle, self._window.side
        if name == _REPLAY and middle.is_built(_REPLAY):
            side.show_turn(middle.page(_REPLAY).player.turn)
        elif not name:
            side.show_turn(self._window.page.conversation.history.last)

    # --- Files

    def export_run(self, events: Sequence[Event]) -> QMessageBox:
        """Show what the exported file will contain, and ask where to save it.

        Return the first dialog without waiting for the user.
        """
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(_tr("Export task"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(_tr("The file will contain everything this task has read and written:"))
        box.setInformativeText("\n".join(_contents(events)))
        go_on = box.addButton(_tr("Choose a file…"), QMessageBox.ButtonRole.AcceptRole)
        go_on.setObjectName("primary")
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(go_on)
        go_on.clicked.connect(partial(self._ask_where, events))
        box.open()
        return box

    def _ask_where(self, events: Sequence[Event]) -> None:
        started = next((each for each in events if isinstance(each, RunStarted)), None)
        if started is not None:
            name = file_name(started.question, _tr("Task"))
            forms = [(_tr("Recorded task"), self._archives.ending)]
            write = partial(self._export, started.run_id)
            ask_save_path(self._window, _tr("Export task"), name, forms, write)

    def _export(self, run_id: str, path: Path) -> None:
        def done(_written: object) -> None:
            self._window.show_exported(str(path))

        self._window.tasks.start(self._archives.export(run_id, path), done)

    def _import(self, path: Path) -> None:
        self._window.tasks.start(self._archives.import_(path), self._imported)

    def _ask_file(self, title: str, forms: str, done: Callable[[Path], object]) -> QFileDialog:
        named, mode = [f"{_tr('Recorded tasks')} ({forms})"], QFileDialog.FileMode.ExistingFile
        return ask_paths(self._window, title, lambda paths: done(paths[0]), mode, named)

    @property
    def _archives(self) -> "Archives":
        return self._window.session.archives

    def _file(self, run_id: str) -> Path:
        """Return the path of a recording, or raise `RecordingError`. Blocking."""
        path = self._window.session.runs.events_file(run_id)
        if path is None:
            raise RecordingError("This task was not recorded.", "It may have been deleted.")
        return path

    def _imported(self, place: tuple[str, int]) -> None:
        self._window.middle.show_chat()
        self._window.page.open(place[0])


# --- What an exported run would reveal

_NAMES_MOST = 8
"""Maximum number of hosts or files that are listed by name."""


def _contents(events: Sequence[Event]) -> list[str]:
    """List what an exported run would reveal, one line per kind of content."""
    stored: dict[str, str] = {}
    files: list[str] = []
    for event in events:
        match event:
            case PageRead(snapshot=snapshot, final_url=url) if snapshot:
                stored[snapshot] = url
            case AnswerGiven(sources=sources) | EvidenceFound(sources=sources):
                stored.update((each.snapshot, each.url) for each in sources if each.snapshot)
                files += [each.url for each in sources if _is_file(each.url)]
    pages = [url for url in stored.values() if not _is_file(url)]
    files += [url for url in stored.values() if _is_file(url)]
    lines = [_tr("• the question, the answer and all {0} events").format(f"{len(events):,}")]
    if pages:
        text = (
            _tr("• the text of 1 page: {1}")
            if len(pages) == 1
            else _tr("• the text of {0} pages: {1}")
        )
        lines.append(text.format(f"{len(pages):,}", _names(pages)))
    if files:
        lines.append(_tr("• text of your own documents: {0}").format(_names(files)))
    return lines


def _is_file(url: str) -> bool:
    return url.startswith("file:")


def _names(urls: Iterable[str]) -> str:
    names = list(dict.fromkeys(" ".join(host_of(url).split()) for url in urls))
    shown, more = ", ".join(names[:_NAMES_MOST]), len(names) - _NAMES_MOST
    return _tr("{0} and {1} more").format(shown, more) if more > 0 else shown
