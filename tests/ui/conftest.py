"""A window system of our own: offscreen, and one Qt event loop that asyncio runs on."""

import asyncio
import gc
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

import pytest
import pytestqt.plugin
from PySide6.QtCore import QEvent, QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets.appearance import palette, running_text
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme, style_sheet
from desktop_agent.frontends.ui.window.event_loop import WindowLoop
from desktop_agent.frontends.ui.window.main_window import MainWindow
from desktop_agent.storage.conversations.store import ConversationStore
from tests.ui.i18n.pseudo import Bracketed
from tests.ui.stage import Stage, Step

LIGHT = AppearanceSettings(theme="light")

# Between two tests no asyncio loop runs, and what waits in Qt's queue may be a step of a task.
pytestqt.plugin._process_events = lambda: None


def _application() -> QApplication:
    app = QApplication.instance()
    if isinstance(app, QApplication):
        return app
    app = QApplication(["desktop-agent-tests"])
    app.setQuitOnLastWindowClosed(False)
    return app


def _qt_loop() -> asyncio.AbstractEventLoop:
    loop = WindowLoop(_application())
    loop.set_default_executor(ThreadPoolExecutor(2))
    return loop


def pytest_asyncio_loop_factories(config, item):
    return {"qt": _qt_loop}


@pytest.fixture(autouse=True)
def _garbage_in_this_thread() -> Iterator[None]:
    """As in the program: a Qt object must not die in a worker's or a test server's thread."""
    gc.disable()
    yield
    gc.disable()
    gc.collect(1)


@pytest.fixture(scope="session")
def app() -> QApplication:
    return _application()


@pytest.fixture(scope="session")
def kept_theme(app: QApplication) -> Theme:
    """The theme of all tests: another for each would parse the style sheet as often."""
    font = app.font()
    theme = Theme(app, LIGHT)
    app.setFont(font)
    return theme


@pytest.fixture
def theme(app: QApplication, kept_theme: Theme) -> Iterator[Theme]:
    """A light theme; what a test before has made of it, or has put in its place, is undone."""
    font, theme = app.font(), kept_theme
    theme._system_font = font
    theme._appearance = LIGHT
    if app.styleSheet() != style_sheet(palette("light"), theme.points):
        theme._look = None
    app.setFont(running_text(font, theme.points))
    theme._apply()
    yield theme
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    theme.changed.connect(theme.objectName)  # one at least: to disconnect none is warned of
    theme.changed.disconnect()
    app.setFont(font)


@pytest.fixture
async def open_window(theme: Theme, tmp_path: Path) -> AsyncIterator[Callable[..., MainWindow]]:
    opened: list[MainWindow] = []

    def build(*scenes: Sequence[Step], **about: Any) -> MainWindow:
        stage = Stage(about.pop("home", tmp_path / "home"), *scenes, **about)
        window = MainWindow(theme, cast("Any", stage))
        window.stage = stage  # type: ignore[attr-defined]  # for the tests to look behind it
        window.resize(1180, 780)
        window.show()
        opened.append(window)
        return window

    yield build
    for window in opened:
        await _close(window)
    await put_away(*opened)


async def _close(window: MainWindow) -> None:
    window.close()
    await window.aclose()
    await window.stage.aclose()  # type: ignore[attr-defined]  # set by `open_window`


@pytest.fixture
def reopen(open_window: Callable[..., MainWindow]) -> Callable[..., Awaitable[MainWindow]]:
    """Closes a window as the program does, and opens another on the same home."""

    async def again(window: MainWindow, *scenes: Sequence[Step]) -> MainWindow:
        await _close(window)
        fresh = open_window(*(scenes or [[]]))
        fresh.refresh()
        return fresh

    return again


class Browser(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url.toString())


@pytest.fixture
def browser(app: QApplication) -> Iterator[list[str]]:
    """Takes the addresses that would have gone to the browser, or to another program."""
    taker = Browser()
    schemes = ("http", "https", "file", "javascript", "data", "smb", "vbscript", "ms-word")
    for scheme in schemes:
        QDesktopServices.setUrlHandler(scheme, taker, "take")
    yield taker.opened
    for scheme in schemes:
        QDesktopServices.unsetUrlHandler(scheme)
    taker.deleteLater()


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    stage = Stage(tmp_path / "home", [])
    yield stage
    await stage.aclose()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[ConversationStore]:
    store = ConversationStore(tmp_path / "conversations.db")
    yield store
    await store.aclose()


@pytest.fixture
def clock() -> SimpleNamespace:
    """A clock that stands still until a test puts ``now`` forward."""
    return SimpleNamespace(now=100.0)


@pytest.fixture
async def tasks() -> AsyncIterator[Tasks]:
    tasks = Tasks()
    yield tasks
    await tasks.aclose()


@pytest.fixture
async def place(tasks: Tasks) -> AsyncIterator[Callable[..., Any]]:
    """Shows a widget in a size, and takes it away after the test and its tasks."""
    shown: list[QWidget] = []

    def put(widget: QWidget, width: int = 380, height: int = 640) -> QWidget:
        widget.resize(width, height)
        widget.show()
        widget.activateWindow()
        shown.append(widget)
        return widget

    yield put
    await tasks.aclose()
    await put_away(*shown)


@asynccontextmanager
async def window_over(theme: Theme, session: Any) -> AsyncIterator[MainWindow]:
    window = MainWindow(theme, session)
    window.resize(1180, 780)
    window.show()
    yield window
    window.close()
    await window.aclose()
    await session.aclose()
    await put_away(window)


async def put_away(*widgets: QWidget) -> None:
    for each in widgets:
        each.close()
        each.deleteLater()
    await asyncio.sleep(0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


async def until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Waits for something to become true; what is looked at need not be there yet.

    The limit is for what never happens; a busy machine is no fault of the code.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            if condition():
                return
        except AttributeError:
            if time.monotonic() > deadline:
                raise
        assert time.monotonic() < deadline, "it did not become true"
        await asyncio.sleep(0.01)


@pytest.fixture
def brackets(app: QApplication) -> Iterator[None]:
    """Every translated text stands in brackets."""
    translator = Bracketed(app)
    app.installTranslator(translator)
    yield
    app.removeTranslator(translator)
    translator.deleteLater()
