"""Fonts that can show every script: the system's own first, then those that know the rest.

Only names are given: asking the system which fonts there are costs more than ten milliseconds at
the start. Qt passes over a name that is not installed and then tries what the system would fall
back to; macOS and Windows are given only names that they always have, because there a missing one
costs time.
"""

import sys

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

_CJK = {
    "darwin": ("PingFang SC", "Hiragino Sans"),
    "win32": ("Microsoft YaHei UI", "Yu Gothic UI"),
}
_CJK_ELSEWHERE = ("Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei")
_EMOJI = {"darwin": "Apple Color Emoji", "win32": "Segoe UI Emoji"}
_EMOJI_ELSEWHERE = "Noto Color Emoji"


def fallbacks(system: str = sys.platform) -> tuple[str, ...]:
    """Gives the families to try after the system's own, for Chinese, Japanese and emoji."""
    return (*_CJK.get(system, _CJK_ELSEWHERE), _EMOJI.get(system, _EMOJI_ELSEWHERE))


def running_text(system: QFont, points: float) -> QFont:
    """Gives the font of running text, made from the system's own."""
    return _complete(QFont(system), points)


def mono(points: float) -> QFont:
    """Gives the font of code, made from the system's own."""
    return _complete(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont), points)


def _complete(font: QFont, points: float) -> QFont:
    own = font.families() or [font.family()]
    if sys.platform not in _CJK:
        # a name such as "monospace" is no family but a wish, and in a list Qt passes it over for the
        # first font that is installed under its own name: all text would be in that for Chinese
        own = [QFontInfo(font).family()]
    font.setFamilies([*own, *(each for each in fallbacks() if each not in own)])
    font.setPointSizeF(points)
    return font
