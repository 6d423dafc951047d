"""How long a list of 5,000 conversations, and an export to PDF, keep the window's thread.

The CPU time of a turn of the event loop; one frame (16 ms) is the limit.
"""

import asyncio
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.frontends.ui.export.conversation_export import ConversationExport
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.storage.conversations.store import ConversationStore
from tests.benchmarks.figures import record
from tests.benchmarks.window.test_dialogs import FRAME_MS, measured
from tests.ui.conftest import until

pytestmark = pytest.mark.benchmark
_MANY = 5_000


@pytest.fixture
async def page(theme, tmp_path):
    store = ConversationStore(tmp_path / "conversations.db")
    tasks = Tasks()
    page = QWidget()
    page.resize(300, 800)
    yield page, store, tasks
    await tasks.aclose()
    await store.aclose()
    page.close()
    page.deleteLater()


async def test_a_list_of_5000_opens_and_filters(theme, page):
    box, store, tasks = page
    for number in range(_MANY):
        await store.create(f"Conversation {number} about pumps and boilers")
    listed = ConversationList(theme, store, tasks, Toast(box, theme), box)
    listed.resize(300, 800)
    box.show()
    model = listed.view.model()
    opening = await measured("open", listed.refresh, lambda: model.rowCount() > _MANY)
    field = listed.head.search
    search = await measured(
        "search",
        lambda: QTest.keyClicks(field, "pumps 49"),
        lambda: 0 < model.rowCount() <= 201,
    )
    clear = await measured("clear", field.clear, lambda: model.rowCount() > _MANY)
    await asyncio.sleep(0.5)  # until the last rows are laid out
    QTest.keyClick(listed.view, Qt.Key.Key_Home)
    begun = time.thread_time()
    QTest.keyClick(listed.view, Qt.Key.Key_End)
    listed.view.viewport().repaint()
    last = (time.thread_time() - begun) * 1000
    print(f"\n  last row: {last:.1f} ms")
    assert listed.view.currentIndex().row() == _MANY
    slowest = max(opening, search, clear, last)
    record("List of conversations: slowest turn", slowest, "ms CPU", limit=FRAME_MS)
    assert slowest < FRAME_MS


async def test_an_export_to_pdf_leaves_the_window_alone(theme, page, tmp_path):
    box, store, tasks = page
    conversation = await store.create("Long")
    parent = None
    for number in range(300):
        turn = await store.begin_turn(conversation.id, f"Question {number}", parent_id=parent)
        parent = turn.id
        recorder = store.recorder(turn.id)
        recorder.write(AnswerGiven(text="A **sentence** of the answer [1]. " * 60))
        recorder.write(RunFinished(status="answered"))
        recorder.close()
    export = ConversationExport(theme, store, tasks, box)
    said: list[object] = []
    export.done.connect(said.append)
    export.failed.connect(said.append)
    file = tmp_path / "long.pdf"
    most = await measured(
        "PDF of 600,000 characters", lambda: export.save(conversation.id, file), lambda: said
    )
    assert said == [str(file)]
    assert most < FRAME_MS
    await until(lambda: file.stat().st_size > 0)
