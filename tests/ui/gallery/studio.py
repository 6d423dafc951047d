"""Opens the window on a stage, lets something be done to it, and takes its picture."""

import asyncio
import inspect
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop_agent.core.events import RunStarted
from desktop_agent.core.models import Diagnosis, ProviderState, PullProgress
from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.stage import MODELS, READY, Stage, StageModels, Step

POINTS = 10
Act = Callable[[MainWindow], Any]
_PULLED = 2_620_000_000
_STILL = 3  # pictures in a row that are the same
_PAUSE_S = 0.2


@dataclass(frozen=True)
class Shot:
    """A picture to be taken.

    ``acts`` are done to the window, with a pause after each; what the last one gives, a widget or a
    picture, is taken instead of the window. ``empty`` is a home in which the program has never run.
    """

    name: str
    played: Sequence[Sequence[Step]] = ()
    acts: Sequence[Act] = ()
    shades: tuple[str, ...] = ("light", "dark")
    state: ProviderState = READY
    size: tuple[int, int] = (1280, 820)
    empty: bool = False


class GalleryModels(StageModels):
    async def pull(self, name: str) -> AsyncGenerator[PullProgress, None]:
        for step in range(30, 37):
            yield PullProgress("pulling", step * _PULLED // 100, _PULLED, f"sha256:{name}")
            await asyncio.sleep(0.2)
        await asyncio.Event().wait()

    async def test(self, provider: str) -> Diagnosis:
        return Diagnosis("refused", provider, "http://127.0.0.1:11434")


class Studio:
    """Takes pictures in one shade; ``furnished`` is a home to be copied for those that want one."""

    def __init__(self, app: QApplication, folder: Path, furnished: Path) -> None:
        self._app = app
        self._folder = folder
        self._furnished = furnished

    async def show(self, shot: Shot, shade: str) -> None:
        """Takes the picture ``name-shade.png`` of the window and what is over it."""
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder, "home")
            if not shot.empty:
                shutil.copytree(self._furnished, home)
            played = shot.played or [[]]
            stage = Stage(home, *played, state=shot.state)
            stage.models = GalleryModels(stage, MODELS)
            look = AppearanceSettings(
                theme=cast("Any", shade), font_size=POINTS, reduced_motion=True
            )
            theme = Theme(self._app, look)
            window = MainWindow(theme, cast("Any", stage))
            window.stage = stage  # type: ignore[attr-defined]  # for what is behind it
            begun = played[0][0] if played[0] else None
            asked = begun.question if isinstance(begun, RunStarted) else scenes.QUESTION
            window.setProperty("question", asked)
            window.resize(*shot.size)
            window.show()
            window.refresh()
            window.look_for_models()
            await until(lambda: shot.empty or window.sidebar.conversations)
            await asyncio.sleep(0.25)
            shown = None
            for act in shot.acts:
                shown = act(window)
                if inspect.isawaitable(shown):
                    shown = await shown
                await asyncio.sleep(_PAUSE_S)
            picture = shown if isinstance(shown, QPixmap) else await _settled(window, shown)
            path = self._folder / f"{shot.name}-{shade}.png"
            picture.save(str(path))
            print(path, flush=True)
            await _close(window, stage)
            theme.deleteLater()


async def _close(window: MainWindow, stage: Stage) -> None:
    for each in QApplication.topLevelWidgets():
        each.close()
    await window.aclose()
    await stage.aclose()
    window.deleteLater()
    await asyncio.sleep(0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


async def _settled(window: QWidget, shown: QWidget | None) -> QPixmap:
    last, still = None, 0
    for _ in range(80):
        await asyncio.sleep(0.15)
        picture = _picture(window, shown)
        image = picture.toImage()
        still = still + 1 if image == last else 0
        if still == _STILL:
            break
        last = image
    return picture


def _picture(window: QWidget, shown: QWidget | None) -> QPixmap:
    if shown is not None:
        return shown.grab()
    picture = window.grab()
    painter = QPainter(picture)
    for each in QApplication.topLevelWidgets():
        if each is window or not each.isVisible():
            continue
        at = each.frameGeometry().topLeft() - window.frameGeometry().topLeft()
        framed = not each.windowFlags() & Qt.WindowType.FramelessWindowHint
        if framed and isinstance(each, QDialog):  # a window manager would put it into the middle
            at = window.rect().center() - each.rect().center()
        painter.drawPixmap(at, each.grab())
        painter.setPen(QColor(128, 128, 128))
        painter.drawRect(at.x() - 1, at.y() - 1, each.width() + 1, each.height() + 1)
    painter.end()
    return picture
