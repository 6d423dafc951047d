"""Where Qt objects die: in the thread of the window, whoever allocates."""

import asyncio
import gc
import threading

from PySide6.QtCore import QObject

from desktop_agent.ui.garbage import WindowThreadGarbage
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
