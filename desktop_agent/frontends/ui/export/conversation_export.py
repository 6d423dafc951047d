"""Export conversations to files and print them. A worker process creates the PDFs."""

import asyncio
import atexit
import json
import shutil
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.conversations import Conversation, StoredTurn
from desktop_agent.core.errors import FetchError, StorageError, Unreadable
from desktop_agent.frontends.ui.export import conversation as words
from desktop_agent.frontends.ui.export.conversation import (
    ExportedConversation,
    ExportedTurn,
    exported_conversation,
)
from desktop_agent.frontends.ui.export.html_format import conversation_html, heading, turn_pieces
from desktop_agent.frontends.ui.export.pdf_worker import PDF_ARGUMENT, PdfRequest
from desktop_agent.frontends.ui.export.save_dialog import ask_save_path, file_name, write_atomically
from desktop_agent.frontends.ui.export.text_formats import conversation_json, conversation_markdown
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.system.resources import resource_path
from desktop_agent.system.workers import WorkerPool, WorkerProgram

if TYPE_CHECKING:
    from desktop_agent.app.session import ConversationStore

# --- PDF, written by a separate process

_PROGRAM = WorkerProgram(
    module="desktop_agent.frontends.ui.export.pdf_worker", argument=PDF_ARGUMENT, name="PDF writer"
)
_TIMEOUT_S = 120.0
_MEMORY_MB = 1_024


def pdf_request(conversation: ExportedConversation, family: str) -> PdfRequest:
    """Return the content of a conversation's PDF. Citations link to their web sources."""
    html = [heading(conversation)]
    for number, turn in enumerate(conversation.turns, start=1):
        html += turn_pieces(turn, number, partial(_address, turn))
    system = QLocale.system().measurementSystem()
    return PdfRequest(
        title=words.title_of(conversation.title),
        html="".join(html),
        style=resource_path("export", "paper.css").read_text(encoding="utf-8"),
        family=family,
        page="letter" if system == QLocale.MeasurementSystem.ImperialUSSystem else "a4",
    )


async def conversation_pdf(conversation: ExportedConversation, family: str) -> bytes:
    """Return a conversation as a PDF with body text in the font ``family``.

    Cancelling this kills the worker process.

    Raises:
        StorageError: the worker process could not be started or failed.
    """

    def request() -> bytes:
        return json.dumps(pdf_request(conversation, family)).encode("ascii")

    pool = WorkerPool(_PROGRAM, processes=1, timeout_s=_TIMEOUT_S, memory_mb=_MEMORY_MB)
    try:
        _head, [data] = await pool.ask({}, await asyncio.to_thread(request), "the chat")
    except (Unreadable, FetchError) as error:
        raise StorageError(
            words.tr("Couldn't create the PDF: {0}").format(localized(error.message)),
            words.tr("Export as HTML and print it from a browser."),
        ) from None
    finally:
        await pool.aclose()
    return data


def _address(turn: ExportedTurn, number: int) -> str:
    found = next((each.url for each in turn.sources if each.number == number), "")
    return found if openable(found) else ""


_TURNS_AT_ONCE = 200


class ConversationExport(QWidget):
    """Exports and prints conversations; ``done`` is emitted with the path of each file written."""

    done = Signal(str)

    def __init__(
        self, theme: Theme, store: "ConversationStore", tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.hide()
        self._theme = theme
        self._store = store
        self._tasks = tasks

    def export(self, conversation_id: str) -> None:
        self._tasks.start(self._store.get(conversation_id), self._ask)

    def save(self, conversation_id: str, path: Path) -> None:
        """Save the conversation in the format given by the extension of ``path``."""
        self._tasks.start(
            self._save(conversation_id, path), lambda _none: self.done.emit(str(path))
        )

    def print(self, conversation_id: str) -> None:
        """Open the conversation as a PDF in the system's viewer for printing."""
        folder = Path(mkdtemp(prefix="desktop-agent-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)

        async def write() -> Path:
            conversation = await self._store.get(conversation_id)
            path = folder / f"{self._file_name(conversation)}.pdf"
            await self._save(conversation_id, path)
            return path

        self._tasks.start(write(), lambda path: open_address(path.as_uri()))

    def _ask(self, conversation: Conversation) -> None:
        ask_save_path(
            self.window(),
            self.tr("Export chat"),
            self._file_name(conversation),
            (
                (self.tr("Markdown"), "md"),
                (self.tr("Web page"), "html"),
                (self.tr("PDF"), "pdf"),
                (self.tr("JSON"), "json"),
            ),
            lambda path: self.save(conversation.id, path),
        )

    def _file_name(self, conversation: Conversation) -> str:
        return file_name(words.title_of(conversation.title), self.tr("Chat"))

    async def _read(self, conversation_id: str) -> ExportedConversation:
        conversation = await self._store.get(conversation_id)
        ids = [each.id for each in await self._store.outline(conversation_id)]
        turns: list[StoredTurn] = []
        for start in range(0, len(ids), _TURNS_AT_ONCE):
            turns += await self._store.turns(ids[start : start + _TURNS_AT_ONCE])
        return await asyncio.to_thread(exported_conversation, conversation, turns)

    async def _save(self, conversation_id: str, path: Path) -> None:
        conversation = await self._read(conversation_id)
        if path.suffix.lower() == ".pdf":
            data = await conversation_pdf(conversation, self._theme.font.family())
        else:
            write = _FORMATS.get(path.suffix.lower(), conversation_markdown)
            text = await asyncio.to_thread(write, conversation)
            data = text.encode("utf-8", "backslashreplace")
        await asyncio.to_thread(write_atomically, path, data)


_FORMATS = {".html": conversation_html, ".htm": conversation_html, ".json": conversation_json}
