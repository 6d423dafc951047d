"""Formulas in text documents: inline objects that carry their LaTeX source as a property.

Until it is typeset, a formula is Unicode text with the same property. `plain_text` restores the
source of both.
"""

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QFontInfo,
    QFontMetrics,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from desktop_agent.frontends.ui.markdown.text_styles import DISPLAY, LATEX, fragments
from desktop_agent.frontends.ui.widgets.formulas import Formula, FormulaKey, Formulas

_SCALE = 1.12
"""Size of formulas relative to the text, whose small letters are larger at the same size."""
_PADDING = 0.08
"""Space above and below a formula in em, for strokes that reach beyond its box."""

OBJECT = "\ufffc"
"""The character that stands for a formula in a document."""
FORMULA_KIND = QTextFormat.ObjectTypes.UserObject.value + 1


def formula_form(base: QTextCharFormat) -> QTextCharFormat:
    """Return the format of the `OBJECT` character for a formula with the text format ``base``."""
    form = QTextCharFormat(base)
    form.setObjectType(FORMULA_KIND)
    form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    return form


def plain_text(selection: QTextCursor) -> str:
    """Return the selected text, with its formulas as LaTeX."""
    start, end = selection.selectionStart(), selection.selectionEnd()
    if not _formulas_in(selection.document(), start, end):
        return selection.selection().toPlainText()
    document = QTextDocument()
    cursor = QTextCursor(document)
    cursor.insertFragment(selection.selection())
    for start, end, form in _formulas_in(document, 0, document.characterCount()):
        fence = "$$" if form.boolProperty(DISPLAY) else "$"
        source = f"{fence}{form.stringProperty(LATEX)}{fence}"
        count = end - start if form.objectType() == FORMULA_KIND else 1
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(source * count, QTextCharFormat())
    return document.toPlainText()


def whole(document: QTextDocument) -> QTextCursor:
    """Return a cursor that selects the full text of a document."""
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return cursor


def _formulas_in(
    document: QTextDocument, start: int, end: int
) -> list[tuple[int, int, QTextCharFormat]]:
    """Return the ranges and formats of formulas, last first; adjacent equal ones are merged."""
    found = []
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        for piece in fragments(block):
            form = piece.charFormat()
            first, last = piece.position(), piece.position() + piece.length()
            if form.hasProperty(LATEX) and first < end and last > start:
                found.append((first, last, form))
        block = block.next()
    return found[::-1]


class FormulaObject(QPyTextObject):
    """Draws formulas on the baseline at the size of the text, or smaller to fit the line."""

    def __init__(self, formulas: Formulas, parent: QObject) -> None:
        super().__init__(parent)
        self._formulas = formulas

    def intrinsicSize(self, doc: QTextDocument, at: int, form: QTextFormat) -> QSizeF:
        formula = self._formulas.find(_key(form))
        if formula is None:
            return QSizeF()
        em = _em(doc, at, form, formula)
        # Qt centres the object on half the height of an x, so it is padded on one side
        middle = _middle(form)
        above, below = (formula.ascent + _PADDING) * em, (formula.descent + _PADDING) * em
        height = max(2 * above - middle, 2 * below + middle)
        return QSizeF(formula.width * em, height)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        at: int,
        form: QTextFormat,
    ) -> None:
        key = _key(form)
        formula = self._formulas.find(key)
        renderer = self._formulas.renderer(key, form.toCharFormat().foreground().color().name())
        if formula is None or renderer is None:
            return
        em = _em(doc, at, form, formula)
        baseline = rect.top() + (rect.height() + _middle(form)) / 2
        top = baseline - formula.ascent * em
        height = (formula.ascent + formula.descent) * em
        renderer.render(painter, QRectF(rect.left(), top, formula.width * em, height))


def _key(form: QTextFormat) -> FormulaKey:
    return FormulaKey(form.stringProperty(LATEX), form.boolProperty(DISPLAY))


def _em(document: QTextDocument, at: int, form: QTextFormat, formula: Formula) -> float:
    """Return the text size in pixels, or less if the formula would not fit."""
    em = _SCALE * QFontInfo(form.toCharFormat().font()).pixelSize()
    room = document.textWidth() - document.findBlock(at).blockFormat().leftMargin()
    return em if room <= 0 or formula.width * em <= room else room / formula.width


def _middle(form: QTextFormat) -> float:
    return QFontMetrics(form.toCharFormat().font()).xHeight() / 2
