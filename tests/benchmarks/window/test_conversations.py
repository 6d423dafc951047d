"""How long a list of 5,000 conversations, and an export to PDF, keep the window's thread in a turn."""

import asyncio
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.frontends.ui.composer.options import ModelChoice
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
    listed = ConversationList(theme, store, tasks, Toast(box, theme), ModelChoice())
    listed.setParent(box)
    listed.resize(300, 800)
    box.show()
    model = listed.view.model()
    field = listed.head.search
    turns = [
        await measured(listed.refresh, lambda: model.rowCount() > _MANY),
        await measured(
            lambda: QTest.keyClicks(field, "pumps 49"), lambda: 0 < model.rowCount() <= 201
        ),
        await measured(field.clear, lambda: model.rowCount() > _MANY),
    ]
    await asyncio.sleep(0.5)  # until the last rows are laid out
    QTest.keyClick(listed.view, Qt.Key.Key_Home)
    begun = time.thread_time()
    QTest.keyClick(listed.view, Qt.Key.Key_End)
    listed.view.viewport().repaint()
    turns.append((time.thread_time() - begun) * 1e3)
    assert listed.view.currentIndex().row() == _MANY
    record("List of conversations: slowest turn", max(turns), "ms CPU", limit=FRAME_MS)
    assert max(turns) < FRAME_MS, turns


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
    most = await measured(lambda: export.save(conversation.id, tmp_path / "long.pdf"), lambda: said)
    assert said == [str(tmp_path / "long.pdf")]
    assert most < FRAME_MS
    await until(lambda: (tmp_path / "long.pdf").stat().st_size > 0)
