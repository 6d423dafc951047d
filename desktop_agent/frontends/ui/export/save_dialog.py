"""File dialogs, portable file names and atomic writes."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QIODevice, QSaveFile, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.export import conversation

# --- Portable file names

_MOST = 80
_MOST_BYTES = 200
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of controls, direction marks, unpaired surrogates and line separators."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
"""File names reserved by Windows, see
https://learn.microsoft.com/windows/win32/fileio/naming-a-file
"""


def file_name(title: str, otherwise: str) -> str:
    """Return a portable file name for a title, without an extension.

    The name has at most 80 characters and 200 bytes. If the title has no usable characters,
    ``otherwise`` is returned.
    """
    kept = "".join(" " if unicodedata.category(char) in _INVISIBLE else char for char in title)
    name = " ".join(_FORBIDDEN.sub(" ", kept).split())[:_MOST]
    name = name.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .")
    if _RESERVED.fullmatch(name):
        name = f"{name}_"
    return name or otherwise


# --- Atomic writing


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's content atomically, even across a power failure. Blocks.

    Raises:
        StorageError: the file cannot be written; the previous content is unchanged.
    """
    file = QSaveFile(str(path))
    mode = QIODevice.OpenModeFlag.WriteOnly
    if not (file.open(mode) and file.write(data) == len(data) and file.commit()):
        raise StorageError(
            conversation.tr("Couldn't write {0}: {1}.").format(path, file.errorString()),
            conversation.tr("Choose another folder, or check that the disk is not full."),
        )


def ask_save_path(
    parent: QWidget | None,
    title: str,
    name: str,
    forms: Sequence[tuple[str, str]],
    done: Callable[[Path], object],
) -> QFileDialog:
    """Open and return a save dialog that calls ``done`` with the chosen path.

    ``name`` is the suggested file name without an extension. ``forms`` lists the formats as pairs
    of a label and an extension, such as ``("Markdown", "md")``. If the user types no extension,
    that of the selected format is added.
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
    # the dialog then changes the extension itself
    dialog.filterSelected.connect(lambda form: dialog.setDefaultSuffix(endings.get(form, first)))
    dialog.fileSelected.connect(lambda path: done(Path(path)))
    dialog.open()
    return dialog


def ask_paths(
    parent: QWidget,
    title: str,
    done: Callable[[list[Path]], object],
    mode: QFileDialog.FileMode = QFileDialog.FileMode.ExistingFiles,
    forms: Sequence[str] = (),
) -> QFileDialog:
    """Open and return a dialog that calls ``done`` with the chosen files or folder.

    ``forms`` are name filters such as ``Backup (*.agentbackup)``; one for all files is added.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(mode)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly, mode == QFileDialog.FileMode.Directory)
    if forms:
        everything = QCoreApplication.translate("Upkeep", "All files")
        dialog.setNameFilters([*forms, f"{everything} (*)"])
    dialog.filesSelected.connect(lambda names: done([Path(name) for name in names]))
    dialog.open()
    return dialog
