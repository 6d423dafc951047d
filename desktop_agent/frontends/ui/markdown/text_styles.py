"""Character and block formats for message text, derived from the theme."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextFragment,
)

from desktop_agent.core.research import Mark
from desktop_agent.frontends.ui.widgets.appearance import Palette

CODE_RUN = QTextFormat.Property.UserProperty.value + 1
"""Block property: the number of the code run that the block belongs to (an integer from 1)."""
QUOTE_LEVEL = QTextFormat.Property.UserProperty.value + 2
"""Block property: the number of enclosing quotes."""
GAP = QTextFormat.Property.UserProperty.value + 4
"""Block property: the block exists only because Qt requires a block beside a table."""
RULE = QTextFormat.Property.UserProperty.value + 3
"""Block property: the block is a horizontal rule."""
CODE_PIECE = QTextFormat.Property.UserProperty.value + 5
"""Character property: the piece is inline code."""

CODE_LANGUAGE = QTextFormat.Property.UserProperty.value + 6
"""Block property: the language of the code, set on the lines of a code block."""
LATEX = QTextFormat.Property.UserProperty.value + 7
"""Character property: the source of a formula."""
DISPLAY = QTextFormat.Property.UserProperty.value + 8
"""Character property: whether a formula stands on a line of its own."""
HEAD = QTextFormat.Property.UserProperty.value + 9
"""Cell property: whether a table cell belongs to the head."""
LIST_INDENT = 26.0
QUOTE_INDENT = 18.0
CODE_PADDING = 12.0
CODE_HEADER = 22.0
"""Height of the line above code that names its language."""
CODE_GAP = 8.0
"""Space between the box around code and the text above and below it."""
AFTER_LIST = 10.0
"""Space between a list and the text below it."""
LINE_HEIGHT = 140.0
_MATH_FAMILIES = ("STIX Two Text", "Cambria Math", "Latin Modern Math", "DejaVu Serif", "serif")
_HEADING_SCALE = (1.5, 1.3, 1.15, 1.05, 1.0, 1.0)


class TextStyles:
    """Text formats for a palette and two fonts. Create a new instance when the theme changes."""

    def __init__(self, palette: Palette, font: QFont, mono: QFont) -> None:
        self.palette = palette
        self._points = font.pointSizeF()
        self.body = _characters(font, palette.text)
        self.code = _characters(mono, palette.text)
        self.inline_code = QTextCharFormat(self.code)
        self.inline_code.setBackground(QBrush(QColor(palette.hover)))
        self.inline_code.setProperty(CODE_PIECE, True)
        self.muted = QBrush(QColor(palette.muted))
        self._tones: dict[Mark, tuple[str, str]] = {
            "supported": (palette.ok, palette.ok_soft),
            "partly": (palette.warn, palette.warn_soft),
            "contradicted": (palette.error, palette.error_soft),
            "unconfirmed": (palette.muted, palette.hover),
        }
        self.invisible = QTextCharFormat()
        self.invisible.setFontPointSize(1)

    def heading(self, level: int) -> QTextCharFormat:
        """Return the format of a heading; ``level`` starts at 1."""
        result = QTextCharFormat(self.body)
        result.setFontPointSize(self._points * _HEADING_SCALE[level - 1])
        result.setFontWeight(QFont.Weight.DemiBold)
        return result

    def link(self, base: QTextCharFormat, href: str, tip: str = "") -> QTextCharFormat:
        result = QTextCharFormat(base)
        result.setAnchor(True)
        result.setAnchorHref(href)
        result.setToolTip(tip or href)
        result.setForeground(QBrush(QColor(self.palette.accent)))
        result.setFontUnderline(True)
        result.setUnderlineColor(QColor(self.palette.accent_soft).darker(115))
        return result

    def citation(self, base: QTextCharFormat, number: int) -> QTextCharFormat:
        """Return the format of a citation such as ``[1]``, a small link to its source."""
        result = self.link(base, f"cite:{number}", " ")
        result.setFontUnderline(False)
        result.setFontPointSize(base.fontPointSize() * 0.82 or self._points * 0.82)
        result.setFontWeight(QFont.Weight.DemiBold)
        return result

    def math(self, base: QTextCharFormat, source: str, *, display: bool = False) -> QTextCharFormat:
        """Return the format of a formula, which shows its LaTeX source in a tooltip."""
        result = QTextCharFormat(base)
        result.setFontFamilies(list(_MATH_FAMILIES))
        result.setFontItalic(True)
        result.setToolTip(source)
        result.setProperty(LATEX, source)
        result.setProperty(DISPLAY, display)
        return result

    def checked_citation(
        self, chip: QTextCharFormat, number: int, place: int, mark: Mark
    ) -> QTextCharFormat:
        """Return the citation format ``chip``, coloured by the result of its check.

        ``place`` is the index of the citation in the answer, or -1.
        """
        colour, ground = self._tones[mark]
        result = QTextCharFormat(chip)
        result.setAnchorHref(f"cite:{number}#{place}")
        result.setForeground(QBrush(QColor(colour)))
        result.setBackground(QBrush(QColor(ground)))
        return result

    def mark_word(self, mark: Mark) -> QTextCharFormat:
        result = QTextCharFormat(self.body)
        result.setForeground(QBrush(QColor(self._tones[mark][0])))
        result.setFontWeight(QFont.Weight.DemiBold)
        return result

    def block(
        self, *, left: float = 0, top: float = 0, bottom: float = 8, quote: int = 0
    ) -> QTextBlockFormat:
        """Return the format of a paragraph of body text. Lengths are in pixels."""
        result = QTextBlockFormat()
        result.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        result.setLeftMargin(left)
        result.setTopMargin(top)
        result.setBottomMargin(bottom)
        if quote:
            result.setProperty(QUOTE_LEVEL, quote)
        return result

    def code_line(
        self, run: int, *, left: float, first: bool, last: bool, quote: int, language: str = ""
    ) -> QTextBlockFormat:
        """Return the format of a line of code.

        Lines with the same ``run`` number belong to one code block, and the view paints a box
        around them.
        """
        result = self.block(
            left=left + CODE_PADDING,
            top=CODE_PADDING + CODE_GAP + (CODE_HEADER if language else 0) if first else 0,
            bottom=CODE_PADDING + CODE_GAP if last else 0,
            quote=quote,
        )
        result.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        result.setRightMargin(CODE_PADDING)
        result.setProperty(CODE_RUN, run)
        if language:
            result.setProperty(CODE_LANGUAGE, language)
        return result

    def gap(self) -> QTextBlockFormat:
        """Return the format of the one-pixel-high empty block that Qt requires beside a table."""
        result = QTextBlockFormat()
        result.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        result.setProperty(GAP, True)
        return result

    @staticmethod
    def alignment(style: str) -> Qt.AlignmentFlag:
        """Parse the ``text-align`` style that markdown-it sets on table cells."""
        if "right" in style:
            return Qt.AlignmentFlag.AlignRight
        if "center" in style:
            return Qt.AlignmentFlag.AlignHCenter
        return Qt.AlignmentFlag.AlignLeft


def fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """Yield a text block's fragments, each with a single character format."""
    pieces = block.begin()
    while not pieces.atEnd():
        yield pieces.fragment()
        pieces += 1


def _characters(font: QFont, colour: str) -> QTextCharFormat:
    """Return a format with only the properties that ``font`` sets explicitly.

    A full font has twenty properties, which Qt compares and copies for every text fragment.
    """
    result = QTextCharFormat()
    result.setFont(
        font, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
    )
    result.setForeground(QBrush(QColor(colour)))
    return result
