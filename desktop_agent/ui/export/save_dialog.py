"""Asking where to save, in which form; nothing waits for the answer."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_where(
    parent: QWidget | None,
    title: str,
    name: str,
    forms: Sequence[tuple[str, str]],
    done: Callable[[Path], object],
) -> QFileDialog:
    """Opens a dialog; ``done`` gets the path when one is chosen.

    ``name`` is suggested, without an ending; ``forms`` are names of formats with their endings,
    such as ``("Markdown", "md")``. A name typed without an ending gets that of the chosen form.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    endings = {f"{form} (*.{ending})": ending for form, ending in forms}
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    dialog.setDirectory(QStandardPaths.writableLocation(documents))
    dialog.setNameFilters(list(endings))
    first = next(iter(endings.values()))
    dialog.setDefaultSuffix(first)
    dialog.selectFile(f"{name}.{first}")

    def chose_form(text: str) -> None:
        dialog.setDefaultSuffix(endings.get(text, first))  # the dialog itself changes the name

    dialog.filterSelected.connect(chose_form)
    dialog.fileSelected.connect(lambda path: done(Path(path)))
    dialog.open()
    return dialog
