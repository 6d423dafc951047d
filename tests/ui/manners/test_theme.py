"""Shades, sizes, stillness, fonts: what the theme gives every part of the window."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets.theme import POINTS


def test_zoom_changes_the_size_of_all_text_at_once_within_bounds_and_goes_back(theme, place):
    usual = QApplication.font().pointSizeF()
    label = place(QLabel("x"))
    for steps, points in ((3, 13), (-2, 8), (99, 40), (-99, 7)):
        theme.use(AppearanceSettings(theme="light", font_size=10))
        assert theme.zoom(steps) == points
        assert QApplication.font().pointSizeF() == points
        assert label.font().pointSizeF() == points
        assert theme.mono.pointSizeF() == pytest.approx(points * 0.95)
        assert points in POINTS
    assert theme.zoom(0) == 0
    assert QApplication.font().pointSizeF() == usual
