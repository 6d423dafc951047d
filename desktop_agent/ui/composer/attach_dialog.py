"""The system's dialog that asks which files to attach."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget


def choose_files(parent: QWidget, chosen: Callable[[Sequence[Path]], object]) -> None:
    """Opens the dialog and returns; ``chosen`` is told of the files, unless it is cancelled."""
    title = QCoreApplication.translate("Composer", "Attach files")
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: chosen([Path(name) for name in names]))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
