"""Where Qt objects die: in the thread of the window, whoever allocates."""

import asyncio
import gc
import threading

from PySide6.QtCore import QObject

from desktop_agent.frontends.ui.window.event_loop import WindowThreadGarbage
from tests.ui.conftest import until


class Cycle:
    def __init__(self, seen):
        self.myself = self
        self._seen = seen

    def __del__(self):
        self._seen.append(threading.current_thread())


def allocate():
    for _ in range(200):
        kept = [[] for _ in range(1000)]
        del kept


async def test_a_worker_that_allocates_does_not_collect_what_the_window_left(app):
    parent = QObject()
    garbage = WindowThreadGarbage(parent)
    seen = []
    try:
        Cycle(seen)
        await asyncio.to_thread(allocate)
        Cycle(seen)
        held = [[] for _ in range(2000)]
        await until(lambda: seen)
        assert held
        assert set(seen) == {threading.main_thread()}
    finally:
        garbage.stop()
        assert gc.isenabled()
        parent.deleteLater()


async def test_a_whole_collection_waits_while_an_answer_streams(app):
    busy, whole = [True], []

    def note(phase, info):
        if phase == "stop" and info["generation"] == 2:
            whole.append(info)

    before = gc.get_threshold()
    parent = QObject()
    garbage = WindowThreadGarbage(parent, lambda: bool(busy))
    gc.callbacks.append(note)
    try:
        gc.set_threshold(10, 1, 1)
        for _ in range(4):
            gc.collect(1)  # counts towards a whole one
        await asyncio.sleep(1.2)
        assert whole == []
        busy.clear()
        await until(lambda: whole)
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)
        garbage.stop()
        parent.deleteLater()
