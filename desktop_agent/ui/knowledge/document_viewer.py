"""A window with the text of a document, at the passage that a search found."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.ui.knowledge.openers import can_open, open_document, show_in_folder
from desktop_agent.ui.knowledge.words import is_file, place_line, title, tr, where
from desktop_agent.ui.panel.snapshot_viewer import Paths, SnapshotViewer, Wanted
from desktop_agent.ui.panel.stored_page import Reading, StoredPage
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a document in the place of a stored page."""

    hash: str
    text: str
    fetches: Sequence[Reading] = ()


class _Shelf:
    """Holds the text that is shown."""

    def __init__(self) -> None:
        self.text = _Text("", "")

    def snapshot(self, name: str) -> _Text:
        """Gives it, unless another one was put here since it was asked for."""
        if name != self.text.hash:
            raise StorageError("Another document was opened meanwhile.")
        return self.text


class DocumentViewer(SnapshotViewer):
    """Shows documents as the viewer of stored pages shows those, one at a time."""

    def __init__(self, theme: Theme, tasks: Tasks, parent: QWidget | None = None) -> None:
        self._shelf = _Shelf()
        self._document: DocumentRecord | None = None
        self._place = ""
        super().__init__(theme, self._shelf, tasks, parent)
        self.setWindowTitle(tr("Document"))
        self.text.setAccessibleName(tr("Text of the document"))
        self.find_field.setPlaceholderText(tr("Find in the text"))
        self.find_field.setAccessibleName(tr("Find in the text"))
        self.in_folder = self._button(
            "folder", tr("Show in folder"), "Ctrl+Shift+Return", self._show_folder
        )
        lines = self.layout()
        first = lines.itemAt(0) if lines is not None else None
        head = first.layout() if first is not None else None
        assert isinstance(head, QHBoxLayout)
        head.addWidget(self.in_folder, 0, Qt.AlignmentFlag.AlignTop)

    def show_document(self, document: DocumentRecord, text: str, place: Place) -> None:
        """Shows a document's whole text, at a place of it."""
        self._document = document
        self._shelf.text = _Text(document.key, text)
        span = ((place.start, place.end),) if place.start < place.end else ()
        self.show_page(Wanted(document.key, title(document), where(document), span))
        self._place = place_line(place)
        self.in_folder.setVisible(is_file(document))
        said = tr("Open the file") if is_file(document) else tr("Open in browser")
        self.browse.setAccessibleName(said)
        self.browse.setToolTip(f"{said} (Ctrl+O)")
        self.browse.setEnabled(can_open(document))
        if not self.browse.isEnabled():
            self.browse.setToolTip(tr("Programs and scripts are not opened from here"))

    def _show(self, read: tuple[StoredPage, Paths]) -> None:
        super()._show(read)
        if self._place:
            self._read.setText(f"{self._place} · {self._read.text()}")

    def _open_in_browser(self) -> None:
        if self._document is not None:
            open_document(self._document)

    def _show_folder(self) -> None:
        if self._document is not None:
            show_in_folder(self._document)
