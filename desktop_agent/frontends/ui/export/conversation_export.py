"""Export conversations to files, and print them. A worker process creates the PDFs."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QTimer, Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop_agent.core.conversations import Conversation, StoredTurn
from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.frontends.ui.export import conversation as words
from desktop_agent.frontends.ui.export.conversation import (
    ExportedConversation,
    ExportedTurn,
    exported_conversation,
)
from desktop_agent.frontends.ui.export.html_format import conversation_html, heading, turn_pieces
from desktop_agent.frontends.ui.export.pages import write_pages
from desktop_agent.frontends.ui.export.pdf_worker import PDF_ARGUMENT
from desktop_agent.frontends.ui.export.save_dialog import ask_save_path, file_name, write_atomically
from desktop_agent.frontends.ui.export.text_formats import conversation_json, conversation_markdown
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.system.resources import resource_path

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from desktop_agent.app.session import ConversationStore

# --- PDF, written by a separate process that ends with the work

# needed by the loader, Qt and the system's fonts; no other variable is passed on, least of all an
# API key
_INHERITED = frozenset(
    (
        "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "WINDIR", "TEMP", "TMP",
        "TMPDIR", "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PYTHONHOME",
        "PYTHONDONTWRITEBYTECODE", "LANG", "LC_ALL", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
        "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_DATA_HOME", "QT_QPA_FONTDIR",
    )
)  # fmt: skip


def paper_pieces(conversation: ExportedConversation) -> Iterator[str]:
    """Yield the parts of the HTML for printed pages. Citations link to their web sources."""
    yield heading(conversation)
    for number, turn in enumerate(conversation.turns, start=1):
        yield from turn_pieces(turn, number, partial(_address, turn))


def paper_style() -> str:
    """Return the style sheet for printed pages."""
    return resource_path("export", "paper.css").read_text(encoding="utf-8")


async def conversation_pdf(conversation: ExportedConversation, family: str) -> bytes:
    """Return a PDF with its body text in the font ``family``.

    Cancelling this kills the worker process.

    Raises:
        StorageError: the worker process cannot be started or has failed.
    """

    def request() -> bytes:
        system = QLocale.system().measurementSystem()
        whole = {
            "title": words.title_of(conversation.title),
            "pieces": list(paper_pieces(conversation)),
            "style": paper_style(),
            "family": family,
            "page": "letter" if system == QLocale.MeasurementSystem.ImperialUSSystem else "a4",
        }
        return json.dumps(whole).encode("ascii")

    data = await asyncio.to_thread(request)
    process = await asyncio.to_thread(_launch)
    try:
        output, said = await asyncio.to_thread(process.communicate, data)
    except asyncio.CancelledError:
        process.kill()  # this ends the thread as well
        raise
    if process.returncode != 0 or not output.startswith(b"%PDF-"):
        status = words.tr("exit status {0}").format(process.returncode)
        why = said.decode("utf-8", "replace").strip().rpartition("\n")[2] or status
        raise StorageError(
            words.tr("The PDF could not be made: {0}").format(why),
            words.tr("Export as HTML and print that from a browser."),
        )
    return output


def _launch() -> subprocess.Popen[bytes]:
    frozen = getattr(sys, "frozen", False)
    arguments = [PDF_ARGUMENT] if frozen else ["-m", "desktop_agent.frontends.ui.export.pdf_worker"]
    try:
        return subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
            [sys.executable, *arguments],
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise StorageError(
            words.tr("The process that makes PDFs cannot be started: {0}.").format(error.strerror)
        ) from None


def _environment() -> dict[str, str]:
    environment = {name: value for name, value in os.environ.items() if name in _INHERITED}
    if sys.platform != "win32":  # the offscreen platform of Windows has no fonts
        environment["QT_QPA_PLATFORM"] = "offscreen"
    return environment


def _address(turn: ExportedTurn, number: int) -> str:
    found = next((each.url for each in turn.sources if each.number == number), "")
    return found if openable(found) else ""


_TURNS_AT_ONCE = 200
_AGAIN_MS = 100
_WRITERS: dict[str, Callable[[ExportedConversation], str]] = {
    ".html": conversation_html,
    ".htm": conversation_html,
    ".json": conversation_json,
}
"""Writers by file extension. All other extensions except ``.pdf`` use Markdown."""


class ConversationExport(QWidget):
    """Exports and prints conversations, and shows the dialogs for both.

    ``done`` is emitted with the path of a file once it is written.
    """

    done = Signal(str)
    printed = Signal()
    failed = Signal(object)

    def __init__(
        self, theme: Theme, store: "ConversationStore", tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.hide()
        self._theme = theme
        self._store = store
        self._tasks = tasks
        self._printing: Iterator[None] | None = None
        self._next_page = QTimer(self, interval=0)
        self._next_page.timeout.connect(self._print_on)

    def export(self, conversation_id: str) -> None:
        self._tasks.start(self._store.get(conversation_id), self._ask, self.failed.emit)

    def save(self, conversation_id: str, path: Path) -> None:
        """Save the conversation in the format given by the extension of ``path``."""
        self._tasks.start(
            self._save(conversation_id, path),
            lambda _none: self.done.emit(str(path)),
            self.failed.emit,
        )

    def print(self, conversation_id: str) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self.window())
        dialog.setWindowTitle(self.tr("Print the conversation"))
        dialog.accepted.connect(lambda: self.print_to(conversation_id, printer))
        dialog.finished.connect(dialog.deleteLater)
        QDialog.open(dialog)  # the overload of `QPrintDialog` requires a slot

    def print_to(self, conversation_id: str, printer: "QPrinter") -> None:
        self._tasks.start(
            self._read_pieces(conversation_id),
            lambda read: self._print(printer, *read),
            self.failed.emit,
        )

    def _ask(self, conversation: Conversation) -> None:
        ask_save_path(
            self.window(),
            self.tr("Export the conversation"),
            file_name(words.title_of(conversation.title), self.tr("Conversation")),
            (
                (self.tr("Markdown"), "md"),
                (self.tr("Web page"), "html"),
                (self.tr("PDF"), "pdf"),
                (self.tr("JSON"), "json"),
            ),
            lambda path: self.save(conversation.id, path),
        )

    async def _read(self, conversation_id: str) -> ExportedConversation:
        conversation = await self._store.get(conversation_id)
        ids = [each.id for each in await self._store.outline(conversation_id)]
        turns: list[StoredTurn] = []
        for start in range(0, len(ids), _TURNS_AT_ONCE):
            turns += await self._store.turns(ids[start : start + _TURNS_AT_ONCE])
        return await asyncio.to_thread(exported_conversation, conversation, turns)

    async def _save(self, conversation_id: str, path: Path) -> None:
        conversation = await self._read(conversation_id)
        ending = path.suffix.lower()
        if ending == ".pdf":
            data = await conversation_pdf(conversation, self._theme.font.family())
        else:
            write = _WRITERS.get(ending, conversation_markdown)
            data = await asyncio.to_thread(
                lambda: write(conversation).encode("utf-8", "backslashreplace")
            )
        await asyncio.to_thread(write_atomically, path, data)

    async def _read_pieces(self, conversation_id: str) -> tuple[str, list[str]]:
        conversation = await self._read(conversation_id)
        pieces = await asyncio.to_thread(lambda: list(paper_pieces(conversation)))
        return words.title_of(conversation.title), pieces

    def _print(self, printer: "QPrinter", title: str, pieces: list[str]) -> None:
        if self._printing is not None:
            # one job at a time, or the first one would lose its pages
            QTimer.singleShot(_AGAIN_MS, self, lambda: self._print(printer, title, pieces))
            return
        printer.setDocName(title)
        family = self._theme.font.family()
        self._printing = write_pages(printer, title, pieces, paper_style(), family)
        self._next_page.start()

    def _print_on(self) -> None:
        assert self._printing is not None
        try:
            next(self._printing)
        except StopIteration:
            self._stop_printing()
            self.printed.emit()
        except AgentError as error:
            self._stop_printing()
            self.failed.emit(error)

    def _stop_printing(self) -> None:
        self._next_page.stop()
        self._printing = None
