"""Widths of text columns, fonts, and the light and dark colour palettes."""

import sys
from functools import cache
from typing import NamedTuple

from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette

from desktop_agent.system.resources import toml_resource

# --- Text column of a chat, in pixels

_WIDTH_A_POINT = 77.6
SIDE = 28
"""Margin on the left and the right of the text, in pixels."""
TOP = 28
BOTTOM = 36
GAP = 22
"""Space below each turn, in pixels."""


def column_width(points: float) -> int:
    """Return the maximum width in pixels of a text column: 720 of text at 10 points, and the margins."""
    return round(_WIDTH_A_POINT * points)


def text_width(room: int, points: float) -> int:
    """Return the width in pixels of the text in a column, given ``room`` pixels for the column."""
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

    This is a named tuple because creating a dataclass would delay the first paint by 6 ms.
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

    def tokens(self) -> dict[str, str]:
        return {name: str(value) for name, value in self._asdict().items()}

    def qt(self) -> QPalette:
        palette, roles = QPalette(), QPalette.ColorRole
        for role, name in toml_resource("style", "colours.toml")["roles"].items():
            palette.setColor(roles[role], QColor(getattr(self, name)))
        for disabled in (roles.WindowText, roles.Text, roles.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, disabled, QColor(self.faint))
        return palette


@cache
def palette(shade: str) -> Palette:
    """Return the colours of a shade, either ``light`` or ``dark``."""
    return Palette(dark=shade == "dark", **toml_resource("style", "colours.toml")[shade])
