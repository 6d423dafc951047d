"""Questions asked in the background, and what the open conversation is told of their answers."""

from PySide6.QtCore import Qt

from desktop_agent.core.events import RunFinished
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.tasks import shelf
from tests.ui.window.person import press, send, write

STARTED = scenes.started("q", "quick", strategy_reason="", model="m", budget_s=60)


async def test_a_turn_holds_what_was_and_then_what_comes_also_while_another_was_open(open_window):
    window = open_window([])
    desk, store = window.session.runs, window.session.conversations
    window.background.begin()
    here, other = await store.create("here"), await store.create("other")
    turn = await store.begin_turn(here.id, "q", parent_id=None)
    desk.put(shelf.run("r", "q", "running", conversation_id=here.id, turn_id=turn.id))
    live = desk.begin_live("r")
    live.tell(STARTED, delta("The "), delta("answer "))
    desk.change("r", doing="Writing…")
    window.page.open(here.id)
    history = window.page.conversation.history
    await until(lambda: history.last.text == "The answer ")
    live.tell(delta("is 42"))
    await until(lambda: history.last.text == "The answer is 42")
    window.page.open(other.id)
    await until(lambda: window.page.conversation.id == other.id)
    live.tell(delta("."))
    assert not len(history)
    window.page.open(here.id)
    await until(lambda: history.last.text == "The answer is 42.")
    assert window.sidebar.view.rows.running == {here.id}
    live.tell(RunFinished(status="answered"), None)
    await until(lambda: not window.sidebar.view.rows.running)


async def test_a_run_that_begins_meanwhile_appears_in_its_chat(open_window):
    window = open_window([])
    desk = window.session.runs
    window.background.begin()
    here = await window.session.conversations.create("here")
    window.page.open(here.id)
    await until(lambda: window.page.conversation.id == here.id)
    history = window.page.conversation.history
    desk.runs["f"] = shelf.run("f", "mine", "running", "chat", conversation_id=here.id, turn_id=9)
    desk.begin_live("f").background = False
    desk.change("f", doing="Thinking…")
    await until(lambda: window.background.runs.get("f"))
    assert not len(history)
    desk.live("f").background = True
    desk.runs["n"] = shelf.run("n", "next", "queued", conversation_id=here.id, turn_id=8)
    desk.begin_live("n")
    desk.change("n", state="running")
    await until(lambda: len(history) == 2)
    turns = [history.turn(index) for index in range(2)]
    assert {(each.turn_id, each.question) for each in turns} == {(9, "mine"), (8, "next")}


CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


async def test_the_keys_ask_in_the_background_and_the_message_opens_the_run(open_window):
    window = open_window([])
    window.commands["chat.ask_background"].action.trigger()
    assert window.session.runs.asked == []  # nothing was written
    window.composer.mode.choose("deep")
    write(window, "What changed in the building code?")
    await press(window, Qt.Key.Key_Return, CTRL_ALT)
    await until(lambda: window.toast.text)
    assert window.toast.text == "Asked in the background"
    ((question, origin),) = window.session.runs.asked
    assert (question.text, question.strategy) == ("What changed in the building code?", "deep")
    assert origin == "person"
    assert not window.composer.edit.toPlainText()
    assert not window.page.conversation.busy
    assert window.session.asked == []
    assert not window.toast.can_act  # the key that takes back is not for this
    window.toast.action.click()
    await until(lambda: window.middle.shown == "tasks" and window.middle.is_built("tasks"))
    await until(lambda: window.middle.page("tasks").view.current_id == "asked-1")


async def test_a_run_goes_to_the_background_or_another_is_asked_there(open_window):
    window = open_window([0.01, float("inf")])

    def offered():
        window.composer.bar.more.aboutToShow.emit()
        return [each.text() for each in window.composer.bar.more.actions()]

    later = ["Ask in an hour", "Ask tomorrow at 9:00", "Ask every day at 8:00"]
    always = ["Ask in the background", *later, "Schedule a question…"]
    assert offered() == always
    window.commands["chat.background"].action.trigger()
    assert window.session.runs.handed == []  # there is none
    send(window, "A long one")
    await until(lambda: window.page.conversation.busy and window.runs.run_id)
    assert offered() == ["Pause or resume", "Continue in the background", *always]
    window.composer.mode.choose("deep")
    write(window, "And another?")
    window.commands["chat.ask_background"].action.trigger()
    await until(lambda: window.session.runs.asked)
    question = window.session.runs.asked[0][0]
    assert (question.text, question.strategy) == ("And another?", "deep")
    assert not window.composer.queue.questions
    run_id = window.runs.run_id
    window.commands["chat.background"].action.trigger()
    assert window.session.runs.handed == [run_id]
    assert window.toast.text == "Moved to the background"
    await until(lambda: not window.page.conversation.busy)


async def test_two_clicks_schedule_what_is_written_and_it_can_be_undone(open_window):
    window = open_window([])
    window.composer.mode.choose("deep")
    write(window, "What is new?")
    more = window.composer.bar.more
    more.aboutToShow.emit()
    next(each for each in more.actions() if each.text() == "Ask every day at 8:00").trigger()
    await until(lambda: window.toast.text.startswith("Scheduled: "))
    assert not window.composer.edit.toPlainText()
    (schedule,) = await window.session.schedules.list()
    assert (schedule.question, schedule.strategy) == ("What is new?", "deep")
    assert schedule.rule.startswith("FREQ=DAILY;BYHOUR=8")
    window.toast.act()
    await until(lambda: window.composer.edit.toPlainText() == "What is new?")
    assert not await window.session.schedules.list()
