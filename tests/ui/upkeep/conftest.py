"""Windows that look for news at once, and the pages that it leads to."""

import asyncio

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from desktop_agent.frontends.ui.settings.maintenance.notices import NoticeLine
from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep
from tests.ui.conftest import until
from tests.ui.settings.opened import settings_dialog
from tests.ui.stage import Stage

NEVER = 1e6
"""Seconds of a wait that no test sees the end of."""


class Desk(QWidget):
    """The settings over a stage; ``quits`` counts how often the program was to end."""

    def __init__(self, theme, stage, tasks):
        super().__init__()
        self.theme = theme
        self.stage = stage
        self.tasks = tasks
        self.upkeep = Upkeep(stage, tasks, self)
        self.quits = 0
        self.dialog = None
        self.upkeep.quit_wanted.connect(self._quit)

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
async def opened_page(theme, tmp_path, tasks, place):
    """Opens a page; gives where it stands, and the page."""
    stages = []

    async def build(name, prepare=lambda _stage: None):
        stage = Stage(tmp_path / "home")
        stages.append(stage)
        prepare(stage)
        desk = place(Desk(theme, stage, tasks), 700, 640)
        return desk, await desk.open(name)

    yield build
    await tasks.aclose()
    for stage in stages:
        await stage.aclose()


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
    return [each for each in window.findChildren(NoticeLine) if each.isVisible()]


def pressed(notice, text):
    next(each for each in notice.buttons if each.text() == text).click()


async def choose(path):
    await until(lambda: file_dialog() is not None)
    dialog = file_dialog()
    dialog.fileSelected.emit(str(path))
    dialog.close()
    await asyncio.sleep(0)


def file_dialog():
    found = [each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog)]
    return next((each for each in found if each.isVisible()), None)
