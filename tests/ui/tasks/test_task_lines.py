"""The lines in the chat that lead to background runs."""

from desktop_agent.core.events import TaskStarted
from desktop_agent.frontends.ui.chat.task_lines import TaskLine
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.tasks import shelf
from tests.ui.window.person import ask, click

BEGUN = [
    TaskStarted(task_id="t1", question="Which makers recall batteries?", strategy="deep"),
    TaskStarted(task_id="t2", question="What did the regulator say?"),
]


def scene():
    played = scenes.verified()
    return [*played[:-1], *BEGUN, played[-1]]


async def test_an_answer_lists_its_runs_also_when_opened_again_and_a_line_leads_there(
    open_window,
):
    window = open_window(scene())
    window.background.begin()
    await ask(window, "How safe are they?")
    await until(lambda: window.chat.findChild(TaskLine) is not None)
    lines = {each.task_id: each for each in window.chat.findChildren(TaskLine)}
    assert list(lines) == ["t1", "t2"]
    assert not lines["t1"].isEnabled()
    store, desk = window.session.conversations, window.session.runs
    here = window.page.conversation.id
    there = await store.create(BEGUN[0].question)
    turn = await store.begin_turn(there.id, BEGUN[0].question, parent_id=None)
    places = {"conversation_id": there.id, "turn_id": turn.id, "parent_conversation_id": here}
    desk.put(shelf.run("t1", BEGUN[0].question, "running", "model", **places))
    await until(lines["t1"].isEnabled)
    name = "Background task: Which makers recall batteries?"
    assert lines["t1"].accessibleName() == f"{name}, Running"
    click(lines["t1"])
    await until(lambda: window.page.conversation.id == there.id)
    window.page.open(here)
    await until(lambda: window.page.conversation.id == here)
    await until(lambda: window.chat.findChild(TaskLine) is not None)
    lines = {each.task_id: each for each in window.chat.findChildren(TaskLine)}
    assert list(lines) == ["t1", "t2"]
    desk.change("t1", state="answered", ended=shelf.ago(0))
    await until(lambda: lines["t1"].accessibleName() == f"{name}, Answered")
    assert lines["t1"].isVisible()
