"""A conversation as PDF, made in a process of its own that ends with the work."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator

from PySide6.QtCore import QLocale

from desktop_agent.core.errors import StorageError
from desktop_agent.resources import resource_path
from desktop_agent.ui.export import words
from desktop_agent.ui.export.exported import ExportedConversation, ExportedTurn
from desktop_agent.ui.export.html_pieces import heading, turn_pieces
from desktop_agent.ui.export.pdf_worker import PDF_ARGUMENT

# The loader, Qt and the system's fonts need these; no other is handed on, least of all an API key
_INHERITED = frozenset(
    (
        "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "WINDIR", "TEMP", "TMP",
        "TMPDIR", "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PYTHONHOME",
        "PYTHONDONTWRITEBYTECODE", "LANG", "LC_ALL", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
        "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_DATA_HOME", "QT_QPA_FONTDIR",
    )
)  # fmt: skip


def paper_pieces(conversation: ExportedConversation) -> Iterator[str]:
    """Yields the pieces of HTML that the pages are made of; citations lead to their sources' pages."""
    yield heading(conversation)
    for number, turn in enumerate(conversation.turns, start=1):
        yield from turn_pieces(turn, number, lambda source, turn=turn: _address(turn, source))  # type: ignore[misc] # mypy knows no lambda with a default


def paper_style() -> str:
    """Gives the style sheet of the pages."""
    return resource_path("export", "paper.css").read_text(encoding="utf-8")


def paper_size() -> str:
    """Gives ``letter`` or ``a4``, as is usual where the person lives."""
    imperial = QLocale.system().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
    return "letter" if imperial else "a4"


async def conversation_pdf(conversation: ExportedConversation, family: str) -> bytes:
    """Gives the PDF; cancelling kills the process. ``family`` is the font of running text.

    Raises:
        StorageError: the process cannot be started or has failed.
    """

    def request() -> bytes:
        whole = {
            "title": words.title_of(conversation.title),
            "pieces": list(paper_pieces(conversation)),
            "style": paper_style(),
            "family": family,
            "page": paper_size(),
        }
        return json.dumps(whole).encode("ascii")

    data = await asyncio.to_thread(request)
    process = await asyncio.to_thread(_launch)
    try:
        output, said = await asyncio.to_thread(process.communicate, data)
    except asyncio.CancelledError:
        process.kill()  # which ends the thread, too
        raise
    if process.returncode != 0 or not output.startswith(b"%PDF-"):
        last = said.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise StorageError(
            words.tr("The PDF could not be made: {0}").format(
                last[0] if last else words.tr("exit status {0}").format(process.returncode)
            ),
            words.tr("Export as HTML and print that from a browser."),
        )
    return output


def _launch() -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
            _command(),
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


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, PDF_ARGUMENT]
    return [sys.executable, "-m", "desktop_agent.ui.export.pdf_worker"]


def _environment() -> dict[str, str]:
    environment = {name: value for name, value in os.environ.items() if name in _INHERITED}
    if sys.platform != "win32":  # its offscreen platform knows no fonts
        environment["QT_QPA_PLATFORM"] = "offscreen"
    return environment


def _address(turn: ExportedTurn, number: int) -> str:
    from desktop_agent.ui.markdown.inline_writer import openable

    found = next((each.url for each in turn.sources if each.number == number), "")
    return found if openable(found) else ""
