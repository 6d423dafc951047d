"""The button that empties a field, with a name: Qt's own has none, and a screen reader says nothing."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

_QTS_NAME = "_q_qlineeditclearaction"


def add_clear_button(field: QLineEdit) -> None:
    """Shows a button at the end of the field while something is in it."""
    field.setClearButtonEnabled(True)
    action = field.findChild(QAction, _QTS_NAME)
    if action is not None:
        action.setText(QCoreApplication.translate("ClearButton", "Clear"))
