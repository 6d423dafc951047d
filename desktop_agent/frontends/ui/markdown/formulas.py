"""Typeset formulas: a worker sets them, and text documents show them as inline objects.

A formula is one object in the text, with its LaTeX source as a property. Until it is typeset, it is
Unicode text with the same property. `plain_text` replaces both with the source.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QObject, QRect, QRectF, QSizeF, QTimer, Signal
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
from PySide6.QtSvg import QSvgRenderer

from desktop_agent.core.errors import FetchError, Unreadable
from desktop_agent.frontends.ui.markdown.formula_worker import FORMULA_ARGUMENT, INK
from desktop_agent.frontends.ui.markdown.text_styles import DISPLAY, LATEX, fragments
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.system.workers import WorkerPool, WorkerProgram

_PROGRAM = WorkerProgram(
    module="desktop_agent.frontends.ui.markdown.formula_worker",
    argument=FORMULA_ARGUMENT,
    name="formula typesetter",
)
_TIMEOUT_S = 2.0
_MEMORY_MB = 256
_IDLE_MS = 60_000
_KEPT = 2_000
_DRAWN = 256
_LENGTH_MOST = 1_500

_SCALE = 1.12
"""Size of formulas relative to the text, whose small letters are larger at the same size."""
_PADDING = 0.08
"""Space above and below a formula in em, for strokes that reach beyond its box."""

OBJECT = "\ufffc"
"""The character that stands for a formula in a document."""
FORMULA_KIND = QTextFormat.ObjectTypes.UserObject.value + 1


class FormulaKey(NamedTuple):
    """The source of a formula, and whether it stands on a line of its own."""

    latex: str
    display: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """A typeset formula as SVG in the colour `INK`, with its sizes in em."""

    svg: bytes
    width: float
    ascent: float
    descent: float


class Formulas(QObject):
    """The typeset formulas of the window. ``arrived`` is emitted when requested ones are there."""

    arrived = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = Tasks()
        self._pool: WorkerPool | None = None
        self._set: OrderedDict[FormulaKey, Formula | None] = OrderedDict()
        self._coming: set[FormulaKey] = set()
        self._drawn: OrderedDict[tuple[FormulaKey, str], QSvgRenderer] = OrderedDict()
        self._rest = QTimer(self, singleShot=True, interval=_IDLE_MS)
        self._rest.timeout.connect(self._end_worker)

    def find(self, key: FormulaKey) -> Formula | None:
        """Return a formula if it is typeset. Otherwise, request it unless that failed before."""
        if key in self._set:
            self._set.move_to_end(key)
            return self._set[key]
        if key not in self._coming and 0 < len(key.latex) <= _LENGTH_MOST:
            self._coming.add(key)
            self._tasks.start(self._typeset(key))
        return None

    def is_coming(self, key: FormulaKey) -> bool:
        return key in self._coming

    def renderer(self, key: FormulaKey, colour: str) -> QSvgRenderer | None:
        """Return the renderer of a typeset formula in the given colour, such as "#15181d"."""
        formula = self._set.get(key)
        if formula is None:
            return None
        found = self._drawn.pop((key, colour), None)
        if found is None:
            found = QSvgRenderer(QByteArray(formula.svg.replace(INK.encode(), colour.encode())))
            if len(self._drawn) >= _DRAWN:
                self._drawn.popitem(last=False)
        self._drawn[key, colour] = found
        return found

    def _end_worker(self) -> None:
        if self._pool is not None:
            self._pool.end_idle()

    async def aclose(self) -> None:
        await self._tasks.aclose()
        if self._pool is not None:
            await self._pool.aclose()

    async def _typeset(self, key: FormulaKey) -> None:
        if self._pool is None:
            self._pool = WorkerPool(
                _PROGRAM, processes=1, timeout_s=_TIMEOUT_S, memory_mb=_MEMORY_MB
            )
        self._rest.start()
        formula = None
        try:
            sizes, [svg] = await self._pool.ask(key._asdict(), b"", "a formula")
            formula = Formula(svg, sizes["width"], sizes["ascent"], sizes["descent"])
        except (Unreadable, FetchError):
            pass  # it is then shown as text
        finally:
            self._coming.discard(key)
        self._set[key] = formula
        if len(self._set) > _KEPT:
            self._set.popitem(last=False)
        if formula is not None:
            self.arrived.emit()


# --- Formulas in documents


def formula_form(base: QTextCharFormat) -> QTextCharFormat:
    """Return the format of the `OBJECT` character that shows the formula of ``base``.

    ``base`` is the format of the formula as text; see `TextStyles.math`.
    """
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
    """Return the ranges and formats of formulas, last first, so that positions stay valid.

    Adjacent equal formulas form one range.
    """
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
    """Draws formulas on the baseline of their line, as large as its text.

    A formula that is wider than the text is reduced to fit.
    """

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
    """Return the size of the text in pixels, or less if the formula would not fit."""
    em = _SCALE * QFontInfo(form.toCharFormat().font()).pixelSize()
    room = document.textWidth() - document.findBlock(at).blockFormat().leftMargin()
    return em if room <= 0 or formula.width * em <= room else room / formula.width


def _middle(form: QTextFormat) -> float:
    return QFontMetrics(form.toCharFormat().font()).xHeight() / 2
