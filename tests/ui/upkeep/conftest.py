"""Windows that look for news at once, and the pages that it leads to."""

import asyncio

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from desktop_agent.frontends.ui.settings.maintenance.notices import NoticeLine
from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from tests.ui.conftest import until
from tests.ui.settings.opened import settings_dialog
from tests.ui.stage import Stage

NEVER = 1e6
"""Seconds of a wait that no test sees the end of."""


class Desk(QWidget):
    """The settings over a stage; ``quits`` counts how often the program was to end."""

    def __init__(self, theme, stage):
        super().__init__()
        self.theme = theme
        self.stage = stage
        self.tasks = Tasks()
        self.upkeep = Upkeep(stage, self.tasks, self)
        self.quits = 0
        self.dialog = None
        self.upkeep.quit_wanted.connect(self._quit)
        self.resize(700, 640)

    async def open(self, name):
        """Opens the settings at a page; those before are closed."""
        if self.dialog is not None:
            self.dialog.close()
        dialog = settings_dialog(self.theme, self.stage, self.tasks, self, upkeep=self.upkeep)
        dialog.show_page(name)
        dialog.open()
        await until(lambda: dialog._pages[name].is_whole)
        self.dialog = dialog
        return dialog

    def _quit(self):
        self.quits += 1


@pytest.fixture
async def opened_page(theme, tmp_path):
    """Opens a page; gives what stands behind it, and the dialog."""
    desks = []

    async def build(name, prepare=lambda _stage: None):
        desk = Desk(theme, Stage(tmp_path / "home"))
        desks.append(desk)
        prepare(desk.stage)
        desk.show()
        return desk, await desk.open(name)

    yield build
    for desk in desks:
        desk.close()
        await desk.tasks.aclose()
        await desk.stage.aclose()
        desk.deleteLater()
    await asyncio.sleep(0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def kept_window(open_window):
    """Opens a window and has it look at once: for a newer version, or for crashes."""

    async def build(prepare=lambda _stage: None, *, crashes=False, **about):
        window = open_window([], **about)
        prepare(window.stage)
        waits = (NEVER, 0) if crashes else (0, NEVER)
        window.notices.begin(*waits)
        return window

    return build


def notices(window):
    """Gives the notices that can be seen."""
    return [each for each in window.findChildren(NoticeLine) if each.isVisible()]


def pressed(notice, text):
    """Presses the button of a notice with this text."""
    next(each for each in notice.buttons if each.text() == text).click()


async def choose(path):
    """Chooses a file in the dialog that has opened."""
    await until(lambda: file_dialog() is not None)
    dialog = file_dialog()
    dialog.fileSelected.emit(str(path))
    dialog.close()
    await asyncio.sleep(0)


def file_dialog():
    """Gives the file dialog that is open."""
    found = [each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog)]
    return next((each for each in found if each.isVisible()), None)
