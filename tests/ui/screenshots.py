"""Pictures of the window in its states, light and dark, into ``screenshots/``.

``make screenshots``, or ``python -m tests.ui.screenshots [FOLDER]`` under any Qt platform.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

import qasync
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.events import RunStarted
from desktop_agent.core.models import ProviderState
from desktop_agent.core.research import Discovery
from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.ui.chat.citation_card import CitationCard
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.window import MainWindow
from tests.ui import evidence_scenes, scenes
from tests.ui.stage import MISSING, READY, Stage, Step

SIZE = (1280, 820)
FAMILIES = ("Noto Sans", "DejaVu Sans")
FOREVER = float("inf")
_CHIP = 4
"""Which citation of the answer the keyboard goes to: one that its source does not support."""


class Studio:
    """Makes a window on a stage, lets it settle, and takes its picture."""

    def __init__(self, app: QApplication, folder: Path, shade: str) -> None:
        self._app = app
        self._folder = folder
        self._shade = shade

    async def show(
        self,
        name: str,
        scene: Sequence[Step],
        prepare: Callable[[MainWindow], Awaitable[QWidget | None]],
        *,
        state: ProviderState = READY,
        size: tuple[int, int] = SIZE,
        resting: dict[str, float] | None = None,
    ) -> None:
        """Takes the picture ``name-shade.png`` of the window, or of what ``prepare`` gives."""
        with tempfile.TemporaryDirectory() as home:
            stage = Stage(Path(home), scene, state=state, resting=resting)
            for each in _DISCOVERIES:
                stage.discoveries.append(each)
            theme = Theme(
                self._app, AppearanceSettings(theme=cast("Any", self._shade), font_size=10)
            )
            window = MainWindow(theme, cast("Any", stage))
            begun = scene[0] if scene and isinstance(scene[0], RunStarted) else None
            window.setProperty("question", begun.question if begun else scenes.QUESTION)
            window.resize(*size)
            window.show()
            window.look_for_models()
            window.side.discoveries.refresh()
            await asyncio.sleep(0.2)
            shown = await prepare(window) or window
            await asyncio.sleep(0.3)
            path = self._folder / f"{name}-{self._shade}.png"
            shown.grab().save(str(path))
            print(path)
            window.close()
            await window.aclose()
            window.deleteLater()
            theme.deleteLater()
            await asyncio.sleep(0.05)


_DISCOVERIES = (
    Discovery(
        "2026-11-20T09:12:00+00:00",
        "Python 3.15 ships a faster start-up",
        "Lazy imports are on by default in the interactive shell; measured 22 % less time to the "
        "first prompt.",
        "https://www.python.example.org/whatsnew",
    ),
    Discovery(
        "2026-11-21T17:40:00+00:00",
        "Seasonal figure of 2.6 in Finland",
        "Field tests over one winter with 40 houses; the worst house still reached 2.1.",
        "https://lab.example.fi/winter-study",
    ),
)


async def _nothing(_window: MainWindow) -> None:
    return None


async def _asked(window: MainWindow) -> None:
    window.ask(window.property("question"))
    await asyncio.sleep(0.8)


async def _working(window: MainWindow) -> None:
    window.show_side(window.side.reasoning)
    await _asked(window)


async def _to_the_top(window: MainWindow) -> None:
    await _asked(window)
    window.chat.verticalScrollBar().setValue(0)


async def _changes(window: MainWindow) -> None:
    window.show_side(window.side.reasoning)
    await _asked(window)
    assert window.chat.last is not None
    window.chat.last.show_changes()
    await asyncio.sleep(0.2)
    window.chat.go_to_latest()


async def _marks(window: MainWindow) -> None:
    await _to_the_top(window)


async def _claims(window: MainWindow) -> None:
    await _asked(window)
    assert window.chat.last is not None
    window.chat.last.show_checks(everything=False)
    await asyncio.sleep(0.2)
    window.chat.go_to_latest()


async def _all_claims(window: MainWindow) -> None:
    await _asked(window)
    assert window.chat.last is not None
    window.chat.last.show_checks(everything=True)
    await asyncio.sleep(0.2)
    window.chat.go_to_latest()


async def _pointed(window: MainWindow) -> None:
    await _asked(window)
    assert window.chat.last is not None
    window.chat.last.body.cited.emit(1, -1)
    await asyncio.sleep(0.2)
    window.chat.go_to_latest()


async def _card(window: MainWindow) -> QWidget:
    await _to_the_top(window)
    assert window.chat.last is not None
    body = window.chat.last.body
    window.activateWindow()
    body.setFocus()
    for _ in range(_CHIP):
        QTest.keyClick(body, Qt.Key.Key_Tab)
    await asyncio.sleep(0.2)
    card = window.chat.last.findChild(CitationCard)
    assert card is not None, "the keyboard has come to no citation"
    return card


async def _evidence_tree(window: MainWindow) -> None:
    window.show_side(window.side.reasoning)
    await _asked(window)
    window.side.reasoning.tree.expandAll()
    window.side.reasoning.tree.scrollToTop()


async def _discoveries(window: MainWindow) -> None:
    await _asked(window)
    window.show_side(window.side.discoveries)


def _settings(page: str) -> Callable[[MainWindow], Awaitable[QWidget]]:
    async def prepare(window: MainWindow) -> QWidget:
        return window.dialogs.open_settings(page)

    return prepare


async def take_all(app: QApplication, folder: Path) -> None:
    """Takes every picture."""
    drafting: list[Step] = [*scenes.gathering(), *scenes.drafting()[:14], FOREVER]
    small = (900, 600)
    for shade in ("light", "dark"):
        studio = Studio(app, folder, shade)
        await studio.show("welcome", [], _nothing)
        await studio.show("welcome-missing", [], _nothing, state=MISSING)
        await studio.show("answering", drafting, _working, resting={"duckduckgo": 572.0})
        await studio.show("answered", scenes.verified(), _to_the_top)
        await studio.show("answered-changes", scenes.verified(), _changes)
        await studio.show("from-memory", scenes.from_memory(), _working)
        await studio.show("marks", evidence_scenes.checked(), _marks)
        await studio.show("citation-card", evidence_scenes.checked(), _card)
        await studio.show("claims", evidence_scenes.checked("replaced"), _claims)
        await studio.show("claims-all", evidence_scenes.checked(), _all_claims)
        await studio.show("source-quote", evidence_scenes.checked(), _pointed)
        await studio.show("evidence", evidence_scenes.evidence(), _evidence_tree, state=MISSING)
        await studio.show("team", evidence_scenes.team(), _evidence_tree)
        await studio.show("insufficient", evidence_scenes.insufficient(), _working, state=MISSING)
        await studio.show("error", scenes.failing(), _asked)
        await studio.show("discoveries", scenes.verified(), _discoveries)
        await studio.show("settings-keys", [], _settings("keys"))
        await studio.show("settings-model", [], _settings("llm"))
        await studio.show("small", scenes.verified(), _changes, size=small)
        await studio.show("small-welcome", [], _nothing, size=small)
        await studio.show("small-missing", [], _nothing, state=MISSING, size=small)


def main() -> int:
    """Takes the pictures into the folder that is named, or ``screenshots``."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    family = next(name for name in FAMILIES if name in QFontDatabase.families())
    app.setFont(QFont(family, 10))
    loop = qasync.QEventLoop(app)
    loop.set_default_executor(ThreadPoolExecutor(2))
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(take_all(app, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
