"""Windows that look for news at once, and the pages that it leads to."""

import asyncio

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from desktop_agent.frontends.ui.widgets.page import Notice
from tests.ui.conftest import until

NEVER = 1e6
"""Seconds of a wait that no test sees the end of."""


@pytest.fixture
def opened_page(open_window):
    """Opens the settings at a section of privacy; gives the window, and the dialog."""

    async def build(name, prepare=lambda _stage: None):
        window = open_window([])
        prepare(window.stage)
        dialog = window.open_settings(f"privacy/{name}")
        await until(lambda: dialog.pages["privacy"].is_whole)
        return window, dialog

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
