"""The colours, fonts and style sheet of the window."""

import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QStyle

from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets import appearance as fonts
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.appearance import Palette, palette
from desktop_agent.system.resources import resource_path

if TYPE_CHECKING:
    from desktop_agent.frontends.ui.widgets.formulas import Formulas

ColourName = Literal["text", "muted", "faint", "accent", "on_accent", "ok", "warn", "error"]

_TOKEN = re.compile(r"@([a-z_]+)")
_FIRST_SHEET = "window.qss"
POINTS = range(7, 41)
"""Text sizes in points that `Theme.zoom` allows."""


@cache
def _sheets() -> str:
    files = resource_path("style").glob("*.qss")
    ordered = sorted(files, key=lambda file: (file.name != _FIRST_SHEET, file.name))
    return "\n".join(file.read_text(encoding="utf-8") for file in ordered)


def style_sheet(palette: Palette, base_points: float) -> str:
    """Return the style sheet with its ``@name`` tokens replaced.

    ``base_points`` is the size of body text.
    """
    tokens = palette._asdict() | {
        "icons": resource_path("icons").as_posix(),
        "shade": "dark" if palette.dark else "light",
        "small": f"{base_points * 0.9:.1f}pt",
        "base": f"{base_points:.1f}pt",
        "large": f"{base_points * 1.2:.1f}pt",
        "title": f"{base_points * 1.9:.1f}pt",
    }
    return _TOKEN.sub(lambda found: tokens[found[1]], _sheets())


class Theme(QObject):
    """The current colours and fonts; ``changed`` is emitted whenever they change."""

    changed = Signal()

    def __init__(self, app: QApplication, appearance: AppearanceSettings) -> None:
        super().__init__(app)
        self._app = app
        self._appearance = appearance
        self._system_font = QFont(app.font())
        self._look: tuple[bool, float] | None = None
        self.colours: Palette = palette("light")
        self.formulas: Formulas | None = None
        """Typesets the formulas of texts; set once, before the window is built."""
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        self._apply()

    def use(self, appearance: AppearanceSettings) -> None:
        if appearance != self._appearance:
            self._appearance = appearance
            self._apply()

    @property
    def font(self) -> QFont:
        return QFont(self._app.font())

    @property
    def shade(self) -> str:
        """The current colour scheme, ``light`` or ``dark``."""
        return "dark" if self.colours.dark else "light"

    @property
    def points(self) -> float:
        chosen = self._appearance.font_size
        system = self._system_font.pointSizeF()
        # macOS uses 72 points per inch, so 13 points there are as large as 10 elsewhere
        floor = 10.0 if sys.platform != "darwin" else 13.0
        return float(chosen) if chosen else max(system, floor)

    @property
    def mono(self) -> QFont:
        """The font for code, slightly smaller than body text."""
        return fonts.mono(self.points * 0.95)

    @property
    def reduced_motion(self) -> bool:
        """Whether animations are disabled in the settings or by the system."""
        if self._appearance.reduced_motion:
            return True
        hint = self._app.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        effects = self._app.isEffectEnabled(Qt.UIEffect.UI_General)
        return hint == 0 or (_TELLS_OF_MOTION and not effects)

    def zoom(self, steps: int) -> int:
        """Change the text size by ``steps`` points; 0 restores the system's size.

        Return the new ``appearance.font_size``, which the caller must save.
        """
        now = round(self.points)
        size = min(max(now + steps, POINTS.start), POINTS.stop - 1) if steps else 0
        self.use(self._appearance.model_copy(update={"font_size": size}))
        return size

    def bind_icon(
        self, button: QAbstractButton, name: str, colour: ColourName = "muted", side: int = 18
    ) -> None:
        button.setIconSize(QSize(side, side))
        button.setIcon(self.icon(name, colour))

    def icon(self, name: str, colour: ColourName = "muted") -> QIcon:
        """Return an icon in a colour of the theme, which changes with the theme."""
        return QIcon(_ThemeIcon(self, name, colour))

    def _system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._appearance.theme == "system":
            self._apply()

    def _is_dark(self) -> bool:
        if self._appearance.theme == "system":
            return self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._appearance.theme == "dark"

    def _apply(self) -> None:
        look = (self._is_dark(), self.points)
        if look != self._look:
            self._look = look
            self._restyle()
        self.changed.emit()

    def _restyle(self) -> None:
        self.colours = palette("dark" if self._is_dark() else "light")
        self._app.setFont(fonts.running_text(self._system_font, self.points))
        self._app.setPalette(self.colours.qt())
        # replacing a style sheet evaluates it several times for many widgets; clearing it first
        # takes a third of the time
        self._app.setStyleSheet("")
        self._app.setStyleSheet(style_sheet(self.colours, self.points))


_TELLS_OF_MOTION = sys.platform == "win32"
"""True on Windows, where disabling animations also disables Qt's UI effects."""


class _ThemeIcon(QIconEngine):
    """Draws an icon in a colour of the current theme, or greyed on a disabled widget."""

    def __init__(self, theme: Theme, name: str, colour: ColourName) -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self._colour = colour

    def clone(self) -> QIconEngine:
        return _ThemeIcon(self._theme, self._name, self._colour)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, _state: QIcon.State, scale: float
    ) -> QPixmap:
        name = "border_strong" if mode == QIcon.Mode.Disabled else self._colour
        colour = getattr(self._theme.colours, name)
        return icons.pixmap(self._name, colour, min(size.width(), size.height()), scale)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        scale = painter.device().devicePixelRatio()
        painter.drawPixmap(rect, self.scaledPixmap(rect.size(), mode, state, scale))
