"""Where Qt objects die: in the thread of the window, whoever allocates."""

import asyncio
import gc
import threading

from PySide6.QtCore import QObject

from desktop_agent.frontends.ui.window import event_loop
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
    garbage = event_loop.WindowThreadGarbage(parent)
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


async def test_a_whole_collection_waits_while_an_answer_streams(app, monkeypatch):
    monkeypatch.setattr(event_loop, "_EVERY_MS", 10)
    monkeypatch.setattr(event_loop, "_BUSY_MS", 5)
    busy, whole = [True], []

    def note(phase, info):
        if phase == "stop" and info["generation"] == 2:
            whole.append(info)

    before = gc.get_threshold()
    parent = QObject()
    garbage = event_loop.WindowThreadGarbage(parent, lambda: bool(busy))
    gc.callbacks.append(note)
    try:
        gc.set_threshold(10, 1, 1)
        for _ in range(4):
            gc.collect(1)  # counts towards a whole one
        await asyncio.sleep(0.1)
        assert whole == []
        busy.clear()
        await until(lambda: whole)
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)
        garbage.stop()
        parent.deleteLater()
