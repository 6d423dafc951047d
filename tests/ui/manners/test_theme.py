"""Shades, sizes, stillness, fonts: what the theme gives every part of the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QImage, QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets import appearance, icons
from desktop_agent.frontends.ui.widgets.appearance import LIGHT
from desktop_agent.frontends.ui.widgets.theme import POINTS, style_sheet
from desktop_agent.frontends.ui.window import main_window
from desktop_agent.system.resources import resource_path


def test_all_sheets_are_one_and_the_shared_one_comes_first():
    sheet = style_sheet(LIGHT, 10)
    files = sorted(file.name for file in resource_path("style").glob("*.qss"))
    first = [
        sheet.index(resource_path("style", name).read_text(encoding="utf-8").split("\n")[0])
        for name in ["window.qss", *(each for each in files if each != "window.qss")]
    ]
    assert first == sorted(first)
    assert len(first) == len(files) > 1


@pytest.mark.parametrize(("steps", "points"), [(3, 13), (-2, 8), (99, 40), (-99, 7)])
def test_zoom_changes_the_size_of_all_text_at_once_within_bounds(theme, steps, points):
    theme.use(AppearanceSettings(theme="light", font_size=10))
    label = QLabel("x")
    label.show()
    assert theme.zoom(steps) == points
    assert QApplication.font().pointSizeF() == points
    assert label.font().pointSizeF() == points
    assert theme.mono.pointSizeF() == pytest.approx(points * 0.95)
    assert points in POINTS
    label.close()
    label.deleteLater()


def test_zoom_goes_back_to_the_systems_size(theme):
    usual = QApplication.font().pointSizeF()
    theme.zoom(4)
    assert theme.zoom(0) == 0
    assert QApplication.font().pointSizeF() == usual


def test_a_row_of_zooms_is_kept_once(theme, monkeypatch):
    monkeypatch.setattr(main_window, "_KEEP_MS", 20)
    kept = []
    zoom = main_window.Zoom(theme, kept.append, theme)
    theme.use(AppearanceSettings(theme="light", font_size=10))
    for _ in range(3):
        zoom.larger()
    zoom.smaller()
    assert QApplication.font().pointSizeF() == 12
    assert kept == []
    QTest.qWait(100)
    assert kept == [12]


def test_nothing_moves_when_the_person_wants_it_so(theme):
    assert not theme.reduced_motion
    theme.use(AppearanceSettings(theme="light", reduced_motion=True))
    assert theme.reduced_motion


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_each_system_is_given_a_font_for_chinese_and_one_for_emoji(system):
    families = appearance.fallbacks(system)
    assert any("SC" in name or "YaHei" in name for name in families)
    assert "Emoji" in families[-1]


def test_the_systems_own_font_comes_first(app):
    own = QFont("DejaVu Sans")
    assert appearance.running_text(own, 11).families()[0] == "DejaVu Sans"
    assert appearance.running_text(own, 11).pointSizeF() == 11


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


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0])
def test_an_icon_is_drawn_with_as_many_pixels_as_the_screen_has(app, ratio):
    drawn = icons.pixmap("settings", LIGHT.muted, 20, ratio)
    assert drawn.width() == round(20 * ratio)
    assert drawn.deviceIndependentSize().width() == pytest.approx(20)
    sharp = drawn.toImage()
    blown_up = icons.pixmap("settings", LIGHT.muted, 20, 1.0).toImage()
    blown_up = blown_up.scaled(sharp.size(), mode=Qt.TransformationMode.SmoothTransformation)
    if ratio > 1:
        assert _edges(sharp) > _edges(blown_up)


def _edges(image: QImage) -> int:
    """Pixels that are wholly there: a picture that was blown up has fewer."""
    return sum(
        image.pixelColor(x, y).alpha() > 250
        for x in range(image.width())
        for y in range(image.height())
    )
