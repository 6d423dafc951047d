"""Text column widths, fonts, and the light and dark colour palettes."""

import sys
from typing import NamedTuple

from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette

# --- Text column of a chat, in pixels

_WIDTH_A_POINT = 77.6
SIDE = 28
"""Margin on the left and the right of the text, in pixels."""
TOP = 28
BOTTOM = 36
GAP = 22
"""Space below each turn, in pixels."""


def column_width(points: float) -> int:
    """Return the maximum column width in pixels, including margins: 776 at 10 points."""
    return round(_WIDTH_A_POINT * points)


def text_width(room: int, points: float) -> int:
    """Return the text width in pixels of a column, given the space available to the column."""
    return max(1, min(column_width(points), room) - 2 * SIDE)


# --- Fonts for every script: the system font first, then fallbacks
#
# Only names are set: querying the installed fonts costs more than ten milliseconds at startup. Qt
# skips a name that is not installed and then uses the system's fallback; macOS and Windows get only
# names that are always present, because a missing one costs time there.

_CJK = {
    "darwin": ("PingFang SC", "Hiragino Sans"),
    "win32": ("Microsoft YaHei UI", "Yu Gothic UI"),
}
_CJK_ELSEWHERE = ("Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei")
_EMOJI = {"darwin": "Apple Color Emoji", "win32": "Segoe UI Emoji"}
_EMOJI_ELSEWHERE = "Noto Color Emoji"


def running_text(system: QFont, points: float) -> QFont:
    """Return the font for body text, based on the system font."""
    return _complete(QFont(system), points)


def mono(points: float) -> QFont:
    """Return the font for code, based on the system's fixed-width font."""
    return _complete(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont), points)


def _complete(font: QFont, points: float) -> QFont:
    own = font.families() or [font.family()]
    if sys.platform not in _CJK:
        # names such as "monospace" are aliases, which Qt skips in a list of families: all text would
        # be set in the first installed fallback, the font for Chinese
        own = [QFontInfo(font).family()]
    cjk, emoji = _CJK.get(sys.platform, _CJK_ELSEWHERE), _EMOJI.get(sys.platform, _EMOJI_ELSEWHERE)
    more = (*cjk, emoji)
    font.setFamilies([*own, *(each for each in more if each not in own)])
    font.setPointSizeF(points)
    return font


class Palette(NamedTuple):
    """Colours as ``#rrggbb``.

    Text colours have a contrast ratio of at least 4.5:1, and control borders at least 3:1.

    A dataclass would delay the first paint by 6 ms, and reading the colours from a file by 10 ms.
    """

    dark: bool
    window: str
    surface: str
    sunken: str
    hover: str
    border: str
    border_strong: str
    control: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_hover: str
    on_accent: str
    accent_soft: str
    bubble: str
    ok: str
    ok_soft: str
    warn: str
    warn_soft: str
    error: str
    error_soft: str
    code: str
    selection: str

    def qt(self) -> QPalette:
        roles = QPalette.ColorRole
        palette = QPalette()
        for role, colour in (
            (roles.Window, self.window),
            (roles.WindowText, self.text),
            (roles.Base, self.surface),
            (roles.AlternateBase, self.sunken),
            (roles.Text, self.text),
            (roles.Button, self.surface),
            (roles.ButtonText, self.text),
            (roles.BrightText, self.error),
            (roles.ToolTipBase, self.surface),
            (roles.ToolTipText, self.text),
            (roles.PlaceholderText, self.faint),
            (roles.Highlight, self.selection),
            (roles.HighlightedText, self.text),
            (roles.Link, self.accent),
            (roles.LinkVisited, self.accent),
            (roles.Accent, self.accent),
            (roles.Mid, self.border),
            (roles.Dark, self.border_strong),
            (roles.Light, self.surface),
            (roles.Midlight, self.sunken),
            (roles.Shadow, self.border_strong),
        ):
            palette.setColor(role, QColor(colour))
        for role in (roles.WindowText, roles.Text, roles.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(self.faint))
        return palette


LIGHT = Palette(
    dark=False,
    window="#ffffff",
    surface="#ffffff",
    sunken="#f7f7f8",
    hover="#ececf1",
    border="#e5e7eb",
    border_strong="#d0d4dc",
    control="#8b90a0",
    text="#16181d",
    muted="#5b6270",
    faint="#616875",
    accent="#3d4fc4",
    accent_hover="#3243ad",
    on_accent="#ffffff",
    accent_soft="#eef0ff",
    bubble="#f1f1f5",
    ok="#14603a",
    ok_soft="#eefaf2",
    warn="#7a5200",
    warn_soft="#fff3d6",
    error="#b3261e",
    error_soft="#fdeceb",
    code="#f7f7f8",
    selection="#c9d0f7",
)

DARK = Palette(
    dark=True,
    window="#121317",
    surface="#1a1c22",
    sunken="#17191e",
    hover="#262932",
    border="#2b2e37",
    border_strong="#3a3e49",
    control="#6f7484",
    text="#ecedf1",
    muted="#a9aeb8",
    faint="#949aa5",
    accent="#9aa7ff",
    accent_hover="#b2bcff",
    on_accent="#14162b",
    accent_soft="#2a2e4d",
    bubble="#262932",
    ok="#6fcf97",
    ok_soft="#1b3125",
    warn="#e5b567",
    warn_soft="#352b18",
    error="#ff8a80",
    error_soft="#3b2222",
    code="#1a1c22",
    selection="#3d4580",
)


def palette(shade: str) -> Palette:
    """Return the colours of a shade, either "light" or "dark"."""
    return DARK if shade == "dark" else LIGHT
