"""Shades, sizes, stillness, fonts: what the theme gives every part of the window."""

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets import appearance
from desktop_agent.frontends.ui.widgets.theme import POINTS
from desktop_agent.frontends.ui.window import main_window


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


def test_a_row_of_zooms_is_kept_once(theme, monkeypatch):
    monkeypatch.setattr(main_window, "_KEEP_MS", 20)
    kept = []
    zoom = main_window.Zoom(theme, kept.append, theme)
    theme.use(AppearanceSettings(theme="light", font_size=10))
    for _ in range(3):
        zoom.step(1)
    zoom.step(-1)
    assert QApplication.font().pointSizeF() == 12
    assert kept == []
    QTest.qWait(100)
    assert kept == [12]


def test_the_systems_own_font_comes_first_then_one_for_chinese_and_one_for_emoji(app):
    font = appearance.running_text(QFont("DejaVu Sans"), 11)
    assert (font.families()[0], font.pointSizeF()) == ("DejaVu Sans", 11)
    for system in ("linux", "win32", "darwin"):
        families = appearance.fallbacks(system)
        assert any("SC" in name or "YaHei" in name for name in families)
        assert "Emoji" in families[-1]


SAMPLES = {
    "chinese": ("北京天气", QFontDatabase.WritingSystem.SimplifiedChinese),
    "emoji": ("😀🚀", None),
    "right to left": ("שלום", QFontDatabase.WritingSystem.Hebrew),
}


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("which", ["font", "mono"])
def test_other_scripts_are_drawn_and_not_as_boxes(theme, sample, which):
    text, system = SAMPLES[sample]
    if system is None:
        installed = [each for each in QFontDatabase.families() if "Emoji" in each]
    else:
        installed = QFontDatabase.families(system)
    if not installed:
        pytest.skip(f"no font for {sample} is installed")
    layout = QTextLayout(text, getattr(theme, which))
    layout.beginLayout()
    layout.createLine().setLineWidth(10_000)
    layout.endLayout()
    glyphs = [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]
    assert glyphs
    assert 0 not in glyphs, "glyph 0 of a font is its box"
