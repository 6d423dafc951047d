"""The card above the composer on which the person is asked about tools of servers."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import ApprovalAsked, ApprovalGiven, RunFinished
from tests.ui.composer.card_page import CardPage, active, press
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import focused
from tests.ui.servers.scripted import ScriptedApprovals


class Page(CardPage):
    """A composer with room for the card of a tool call above it."""

    @property
    def card(self):
        return self.row.approval

    @property
    def answers(self):
        return [(call, answer) for _run, call, answer in self.session.approvals.answers]


@pytest.fixture
def page(theme, tasks, place):
    return active(place(Page(theme, tasks, approvals=ScriptedApprovals()), 900, 800))


def asked(call_id="c1", tool="convert_time", arguments=None, **more):
    told = {"time": "12:30", "target_timezone": "Asia/Tokyo"} if arguments is None else arguments
    return ApprovalAsked(
        run_id=more.pop("run_id", "r1"),
        call_id=call_id,
        server="time",
        tool=tool,
        arguments=told if isinstance(told, str) else json.dumps(told),
        description=more.pop("description", "Convert time between timezones"),
        **more,
    )


async def ask(page, *calls):
    for call in calls or (asked(),):
        page.here.happened.emit(call)
    await settled(page)


async def settled(page):
    await until(lambda: not page.card._settling.isActive())


async def test_the_card_says_who_wants_to_be_called_with_what(page):
    page.here.happened.emit(ApprovalGiven(run_id="r1", call_id="c0", answer="always"))
    page.here.happened.emit(RunFinished(run_id="r1", status="answered"))
    assert page.card.isHidden()
    await ask(page)
    assert page.card.isVisible()
    assert page.card.title.text() == "Allow “time” to run convert_time?"
    assert page.card.words.text() == "Convert time between timezones"
    assert page.card.arguments.toPlainText() == (
        '{\n  "time": "12:30",\n  "target_timezone": "Asia/Tokyo"\n}'
    )
    assert page.card.changed.isHidden()


async def test_each_button_says_what_it_stands_for(page):
    answers = {"once": "once", "always": "always", "never": "never", "decline": "declined"}
    for button in answers:
        await ask(page, asked(button))
        QTest.mouseClick(getattr(page.card, button), Qt.MouseButton.LeftButton)
        assert page.card.isHidden()
    assert dict(page.answers) == answers


async def test_the_keys_alone_are_enough(page):
    await ask(page, asked("c1"), asked("c2", "get_current_time"))
    seen = []
    for _ in range(12):
        seen.append(QApplication.focusWidget())
        if QApplication.focusWidget() is page.card.once:
            break
        press(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert focused(page.card.once), seen
    press(Qt.Key.Key_Space)
    await settled(page)
    press(Qt.Key.Key_Escape)
    assert page.answers == [("c1", "once"), ("c2", "declined")]
    assert page.stops == []
    assert focused(page.composer.edit)


async def test_calls_wait_in_line_and_what_is_pressed_twice_allows_but_one(page):
    await ask(page, asked("c1"), asked("c2", "get_current_time"), asked("c3", "set_alarm"))
    assert page.card.count.text() == "1 of 3"
    page.card.once.click()
    page.card.once.click()  # the second click of a double one
    assert page.answers == [("c1", "once")]
    assert "get_current_time" in page.card.title.text()
    assert page.card.count.text() == "1 of 2"
    await settled(page)
    page.card.once.click()
    await settled(page)
    assert page.card.count.text() == ""
    page.card.decline.click()
    assert page.answers[1:] == [("c2", "once"), ("c3", "declined")]


async def test_what_is_said_of_a_tool_for_good_answers_its_other_calls(page):
    await ask(page, asked("c1"), asked("c2", "get_current_time"), asked("c3"))
    page.card.always.click()
    assert page.answers == [("c1", "always"), ("c3", "always")]
    assert "get_current_time" in page.card.title.text()


async def test_a_tool_that_is_described_anew_is_warned_of(page):
    await ask(page, asked("c1", changed=True), asked("c2"))
    assert page.card.changed.isVisible()
    assert nameless(page) == []
    page.card.always.click()  # was said of what it is now
    assert page.answers == [("c1", "always")]
    assert page.card.changed.isHidden()


async def test_all_of_a_long_call_can_be_read_in_half_of_the_window(page):
    code = "\n".join(f"line {number}" for number in range(400))
    await ask(page, asked(arguments={"lines": code.split("\n")}, description="Says. " * 200))
    assert json.loads(page.card.arguments.toPlainText()) == {"lines": code.split("\n")}
    assert page.card.height() < page.height() * 0.75
    assert page.card.body.verticalScrollBar().maximum() > 0


async def test_what_cannot_be_seen_is_written_out_and_broken_arguments_are_shown_as_they_are(page):
    await ask(page, asked(arguments={"path": "/tmp/\u202egpj.exe"}, description="Safe\u200b!"))
    assert '"/tmp/\\u202egpj.exe"' in page.card.arguments.toPlainText()
    assert page.card.words.text() == "Safe\\u200b!"
    page.card.decline.click()
    for text, shown in (("{}", ""), ("{broken", "{broken"), ("[" * 5_000, "[[[")):
        await ask(page, asked(arguments=text))
        assert page.card.arguments.isHidden() != bool(shown)
        assert page.card.arguments.toPlainText().startswith(shown)
        page.card.decline.click()


async def test_the_card_stands_in_its_conversation_until_it_is_answered(page):
    await ask(page, asked("c1"), asked("c2", "get_current_time"))
    page.here.show_conversation(answering=False)
    assert page.card.isHidden()
    page.here.show_conversation(answering=True)
    assert page.card.isVisible()
    page.here.happened.emit(ApprovalGiven(run_id="r1", call_id="c1", answer="never"))
    assert "get_current_time" in page.card.title.text()
    page.here.happened.emit(ApprovalGiven(run_id="r1", call_id="c2", answer="once"))
    assert page.card.isHidden()
