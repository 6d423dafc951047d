"""Typeset the window's LaTeX formulas in a worker process, and cache them."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtSvg import QSvgRenderer

from desktop_agent.core.errors import FetchError, Unreadable
from desktop_agent.frontends.ui.widgets.formula_worker import FORMULA_ARGUMENT, INK
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.system.workers import WorkerPool, WorkerProgram

_PROGRAM = WorkerProgram(
    module="desktop_agent.frontends.ui.widgets.formula_worker",
    argument=FORMULA_ARGUMENT,
    name="formula typesetter",
)
_TIMEOUT_S = 2.0
_MEMORY_MB = 256
_IDLE_S = 60.0
_KEPT = 2_000
_LENGTH_MOST = 1_500


class FormulaKey(NamedTuple):
    """A formula's LaTeX source, and whether it is on a line of its own."""

    latex: str
    display: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """A typeset formula as SVG in the colour `INK`, with its dimensions in em."""

    svg: bytes
    width: float
    ascent: float
    descent: float


class Formulas(QObject):
    """The window's typeset formulas. ``arrived`` is emitted when requested formulas are ready."""

    arrived = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = Tasks()
        self._pool: WorkerPool | None = None
        self._set: OrderedDict[FormulaKey, Formula | None] = OrderedDict()
        self._coming: set[FormulaKey] = set()

    def find(self, key: FormulaKey) -> Formula | None:
        """Return a formula if it is typeset; otherwise, request it unless it has failed before."""
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
        """Return a renderer for a typeset formula in a colour such as "#15181d"."""
        formula = self._set.get(key)
        return _renderer(formula.svg, colour) if formula is not None else None

    async def aclose(self) -> None:
        await self._tasks.aclose()
        if self._pool is not None:
            await self._pool.aclose()

    async def _typeset(self, key: FormulaKey) -> None:
        if self._pool is None:
            self._pool = WorkerPool(
                _PROGRAM, processes=1, timeout_s=_TIMEOUT_S, memory_mb=_MEMORY_MB, idle_s=_IDLE_S
            )
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


@lru_cache(maxsize=256)
def _renderer(svg: bytes, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg.replace(INK.encode(), colour.encode())))
