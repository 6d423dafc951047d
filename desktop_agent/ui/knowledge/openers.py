"""Opening what was found outside of the window, after a click and never by itself."""

from pathlib import Path

from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.ui.browser import open_address
from desktop_agent.ui.knowledge.words import is_file
from desktop_agent.ui.markdown.inline_writer import openable

_READ_BY_PROGRAMS = frozenset(
    [
        ".pdf",
        ".md",
        ".markdown",
        ".txt",
        ".text",
        ".rst",
        ".tex",
        ".log",
        ".html",
        ".htm",
        ".xhtml",
        ".docx",
        ".doc",
        ".odt",
        ".rtf",
        ".pptx",
        ".ppt",
        ".odp",
        ".xlsx",
        ".xls",
        ".ods",
        ".csv",
        ".tsv",
        ".epub",
        ".eml",
        ".ipynb",
        ".json",
        ".yaml",
        ".yml",
        ".toml",
        ".xml",
    ]
)
"""Files that the system shows. Others, scripts above all, it might run: their folder is shown."""


def can_open(document: DocumentRecord) -> bool:
    """Whether a document is shown by a program of the system, rather than run."""
    if not is_file(document):
        return openable(document.url)
    return Path(document.path).suffix.lower() in _READ_BY_PROGRAMS


def open_document(document: DocumentRecord) -> None:
    """Opens a file with its program, or a page's address in the browser."""
    if can_open(document):
        open_address(document.url)


def show_in_folder(document: DocumentRecord) -> None:
    """Opens the folder that a file is in."""
    if is_file(document):
        open_address(folder_address(document.url))


def folder_address(url: str) -> str:
    """Gives the address of the folder that a file is in; bytes that are no text stay as they are."""
    return url.rsplit("/", 1)[0] + "/"
