"""Exporting and printing conversations: asks where, reads, makes the file, and tells the end."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop_agent.core.conversations import Conversation, StoredTurn
from desktop_agent.core.errors import AgentError
from desktop_agent.ui.conversation_store import Conversations
from desktop_agent.ui.export import words
from desktop_agent.ui.export.exported import ExportedConversation, exported_conversation
from desktop_agent.ui.export.file_name import file_name
from desktop_agent.ui.export.json_form import conversation_json
from desktop_agent.ui.export.markdown_form import conversation_markdown
from desktop_agent.ui.export.pages import write_pages
from desktop_agent.ui.export.pdf import conversation_pdf, paper_pieces, paper_style
from desktop_agent.ui.export.save_dialog import ask_where
from desktop_agent.ui.export.web_page import conversation_html
from desktop_agent.ui.export.written_file import write_whole
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_TURNS_AT_ONCE = 200
_AGAIN_MS = 100
_WRITERS: dict[str, Callable[[ExportedConversation], str]] = {
    ".html": conversation_html,
    ".htm": conversation_html,
    ".json": conversation_json,
}
"""By the ending of the file; any other, besides ``.pdf``, is markdown."""


class ConversationExport(QWidget):
    """Nothing of it is seen but its dialogs; ``done`` gives the path of a file that was written."""

    done = Signal(str)
    printed = Signal()
    failed = Signal(object)

    def __init__(
        self, theme: Theme, store: Conversations, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.hide()
        self._theme = theme
        self._store = store
        self._tasks = tasks
        self._printing: Iterator[None] | None = None
        self._next_page = QTimer(self)
        self._next_page.setInterval(0)
        self._next_page.timeout.connect(self._print_on)

    def export(self, conversation_id: str) -> None:
        """Asks where to save the conversation, and saves it there."""
        self._tasks.start(self._store.get(conversation_id), self._ask, self.failed.emit)

    def save(self, conversation_id: str, path: Path) -> None:
        """Saves the conversation; the ending of ``path`` says in which form."""
        self._tasks.start(
            self._save(conversation_id, path),
            lambda _none: self.done.emit(str(path)),
            self.failed.emit,
        )

    def print(self, conversation_id: str) -> None:
        """Asks for a printer and its settings, and prints the conversation."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self.window())
        dialog.setWindowTitle(self.tr("Print the conversation"))
        dialog.accepted.connect(lambda: self.print_to(conversation_id, printer))
        dialog.finished.connect(dialog.deleteLater)
        QDialog.open(dialog)  # its own takes the name of a slot

    def print_to(self, conversation_id: str, printer: "QPrinter") -> None:
        """Prints the conversation; the window goes on between the pages."""
        self._tasks.start(
            self._read_pieces(conversation_id),
            lambda read: self._print(printer, *read),
            self.failed.emit,
        )

    def _ask(self, conversation: Conversation) -> None:
        ask_where(
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
        await asyncio.to_thread(write_whole, path, data)

    async def _read_pieces(self, conversation_id: str) -> tuple[str, list[str]]:
        conversation = await self._read(conversation_id)
        pieces = await asyncio.to_thread(lambda: list(paper_pieces(conversation)))
        return words.title_of(conversation.title), pieces

    def _print(self, printer: "QPrinter", title: str, pieces: list[str]) -> None:
        if self._printing is not None:
            # one at a time: the pages of the other must not be lost
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
