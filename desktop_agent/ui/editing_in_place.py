"""The editor in a row of a list."""

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QAbstractItemView


def edit_in_place(view: QAbstractItemView, index: QModelIndex) -> None:
    """Opens the editor of a row; while one is open in ``view``, nothing is done, where Qt would warn."""
    if view.state() != QAbstractItemView.State.EditingState:
        view.edit(index)
