"""Windows that look for news at once, and the pages that it leads to."""

import asyncio

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from desktop_agent.frontends.ui.settings.maintenance import Upkeep
from desktop_agent.frontends.ui.widgets.page import Notice
from tests.ui.conftest import until
from tests.ui.settings.opened import settings_dialog

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
        """Opens the settings at a section of privacy; those before are closed."""
        if self.dialog is not None:
            self.dialog.close()
        dialog = settings_dialog(self.theme, self.stage, self.tasks, self, upkeep=self.upkeep)
        dialog.show_page(f"privacy/{name}")
        dialog.open()
        await until(lambda: dialog.pages["privacy"].is_whole)
        self.dialog = dialog
        return dialog

    def _quit(self):
        self.quits += 1


@pytest.fixture
def opened_page(theme, stage, tasks, place):
    """Opens a page; gives where it stands, and the page."""

    async def build(name, prepare=lambda _stage: None):
        prepare(stage)
        desk = place(Desk(theme, stage, tasks), 700, 640)
        return desk, await desk.open(name)

    return build


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
    return [each for each in window.findChildren(Notice) if each.isVisible()]


async def notice_of(window):
    """The one notice above the page, once it is there."""
    await until(lambda: notices(window))
    (notice,) = notices(window)
    return notice


def pressed(notice, text):
    next(each for each in notice.buttons if each.text() == text).click()


async def choose(path):
    await until(lambda: file_dialog() is not None)
    dialog = file_dialog()
    dialog.fileSelected.emit(str(path))
    dialog.filesSelected.emit([str(path)])
    dialog.close()
    await asyncio.sleep(0)


def file_dialog():
    found = [each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog)]
    return next((each for each in found if each.isVisible()), None)
