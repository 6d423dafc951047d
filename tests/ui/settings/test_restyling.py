"""Changes of the look while the window is there: complete, not more often than they must be."""

import time

from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
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
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets import theme as theme_module
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


def test_steps_that_come_too_soon_after_a_dear_one_are_shown_together(theme, monkeypatch):
    monkeypatch.setattr(theme_module, "_DEAR_S", 0.0)
    monkeypatch.setattr(theme_module, "_REST", 20)
    theme.use(AppearanceSettings(theme="light", font_size=10))
    told = []
    theme.changed.connect(lambda: told.append(QApplication.font().pointSizeF()))
    assert [theme.zoom(1) for _ in range(5)] == [11, 12, 13, 14, 15]
    assert told == []
    deadline = time.monotonic() + 60
    while not told and time.monotonic() < deadline:
        QTest.qWait(20)
    assert told == [15]


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


def test_icons_are_drawn_for_the_sharpest_screen_and_again_for_a_sharper_one(theme, monkeypatch):
    class Screen:
        def __init__(self, ratio):
            self.devicePixelRatio = lambda: ratio

    button = QToolButton()
    theme.bind_icon(button, "settings")
    before = button.icon().cacheKey()
    monkeypatch.setattr(QGuiApplication, "screens", lambda: [Screen(1.0), Screen(2.5)])
    assert icons.largest_ratio() == 2.5
    assert icons.pixmap("settings", "#000000", 20).width() == 50
    theme._screens_changed()
    assert button.icon().cacheKey() != before
    after = button.icon().cacheKey()
    theme._screens_changed()
    assert button.icon().cacheKey() == after
    button.deleteLater()
