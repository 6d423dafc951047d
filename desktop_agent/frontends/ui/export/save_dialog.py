"""Asking where to save, in which form; nothing waits for the answer."""

import os
import re
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.export import conversation

# --- A file name from a title, good on every system.

_MOST = 80
_MOST_BYTES = 200
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
"""https://learn.microsoft.com/windows/win32/fileio/naming-a-file"""


def file_name(title: str, otherwise: str) -> str:
    """Gives a name without an ending: at most 80 characters, or 200 bytes, that a file system takes.

    ``otherwise`` stands in where nothing of the title is left.
    """
    kept = "".join(" " if _invisible(char) else char for char in title)
    name = " ".join(_FORBIDDEN.sub(" ", kept).split())[:_MOST]
    name = name.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .")
    if _RESERVED.fullmatch(name):
        name = f"{name}_"
    return name or otherwise


def _invisible(char: str) -> bool:
    # controls, the marks that turn the direction of text, halves of surrogate pairs
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


# --- Writing where the person chose: wholly or not at all.


def write_atomically(path: Path, data: bytes) -> None:
    """Puts ``data`` in the place of what was there, even if the power fails midway. It blocks.

    Raises:
        StorageError: it cannot be written; what was there still is.
    """
    path = path.resolve()
    try:
        descriptor, name = tempfile.mkstemp(prefix=".export-", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(_mode(path))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StorageError(
            conversation.tr("{0} cannot be written: {1}.").format(path, error.strerror),
            conversation.tr("Choose another folder, or check that the disk is not full."),
        ) from None


def _mode(path: Path) -> int:
    """As it was; a new file is for its owner and, to read, for the group and others."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return 0o644


def ask_save_path(
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
