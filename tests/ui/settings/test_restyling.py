"""Changes of the look while the window is there: complete, not more often than they must be."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
)

from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets.labels import BusyDot

DARK = AppearanceSettings(theme="dark", font_size=12)


def _dialog(theme):
    dialog = QDialog()
    lines = QVBoxLayout(dialog)
    for kind in (QLabel, QPushButton, QCheckBox, QLineEdit):
        lines.addWidget(kind("Words"))
    for name in ("heading", "section", "hint", "title", "muted"):
        label = QLabel(name)
        label.setObjectName(name)
        lines.addWidget(label)
    box = QComboBox()
    box.addItems(["one", "two"])
    button = QToolButton()
    theme.bind_icon(button, "settings")
    for widget in (box, QSpinBox(), button):
        lines.addWidget(widget)
    dialog.resize(300, 500)
    dialog.show()
    dialog.setFocus()
    return dialog


def _picture(dialog):
    QTest.qWait(30)
    return dialog.grab().toImage()


def test_what_was_restyled_looks_like_what_began_so(theme):
    first = _dialog(theme)
    before = _picture(first)
    theme.use(DARK)
    changed = _picture(first)
    assert changed != before
    second = _dialog(theme)
    fresh = _picture(second)
    assert changed == fresh
    theme.use(AppearanceSettings(theme="light"))
    assert _picture(first) == before
    for dialog in (first, second):
        dialog.close()
        dialog.deleteLater()


def test_the_busy_dot_stands_still_when_nothing_is_to_move(theme):
    dot = BusyDot(theme)
    dot.set_busy(True)
    assert dot.isVisible()
    for still in (True, False, True):
        theme.use(AppearanceSettings(theme="light", reduced_motion=still))
        assert theme.reduced_motion is still
        assert dot.moves is not still
    assert dot._step == 0
    dot.set_busy(False)
    assert not dot.moves
    assert not dot.isVisible()
    dot.close()
    dot.deleteLater()
