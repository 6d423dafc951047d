"""A conversation of any length in the chat: what has widgets, what stays where, what it asks for."""

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

from desktop_agent.core.conversations import TextHit, TurnOutline
from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.chat.answer_view import MessageFooter, ProgressLine
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.chat.verdict_view import VerdictView
from desktop_agent.frontends.ui.conversation.turn import Turn
from tests.ui.chat.kept_chat import Loader, answered, ended, play, prose, started
from tests.ui.conftest import until
from tests.ui.manners.activation import tabbed
from tests.ui.scenes import delta
from tests.ui.test_smoothness import Heartbeat, laid_out_s


def settled(chat):
    """True when all in sight is built, written and dressed."""
    views = [chat.built.get(index) for index in chat.seen]
    return all(view is not None and view.filled and not view.filling for view in views) and all(
        view.answer.findChild(MessageFooter) is not None
        for view in views
        if view.turn.finished is not None
    )


def seen_top(chat, index):
    return chat.built.get(index).mapTo(chat.viewport(), QPoint(0, 0)).y()


def button(widget, name):
    found = [each for each in widget.findChildren(QToolButton) if each.accessibleName() == name]
    assert found, f"no button {name}"
    return found[0]


async def kept(open_chat, turns=400, **about):
    chat, history = open_chat(**about)
    loader = Loader(history)
    loader.fill(turns)
    await until(lambda: settled(chat))
    return chat, history, loader


async def test_a_long_conversation_opens_at_its_end_and_loads_only_what_is_near(open_chat):
    chat, _, loader = await kept(open_chat, 5_000)
    assert chat.verticalScrollBar().value() == chat.verticalScrollBar().maximum() > 1_000_000
    assert prose(4_999, 800).split("\n")[0][:40] in chat.last.body.toPlainText()
    assert len(loader.wanted) < 12
    assert len(chat.built) < 12
    assert min(loader.wanted) > 4_980
    bar = chat.verticalScrollBar()
    for part in range(8):
        bar.setValue(bar.maximum() * part // 8)
        await until(lambda: settled(chat))
    await until(lambda: len(chat.built) <= 14)
    index = chat.seen[0]
    assert f"Number {index}." in chat.message(index).body.toPlainText()


async def test_what_is_read_stays_where_it_is_while_heights_above_are_corrected(open_chat):
    chat, _, _ = await kept(open_chat)
    bar = chat.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    await until(lambda: settled(chat))
    for _ in range(12):
        index = chat.seen[-1]
        before = seen_top(chat, index)
        chat.scroll_by(-90)
        # whatever is built above in the meantime, this one has moved by as much as was asked for
        await until(lambda: settled(chat))
        assert seen_top(chat, index) == before + 90


async def test_an_interrupted_answer_says_so_names_its_files_and_offers_to_ask_again(open_chat):
    chat, history = open_chat()
    events = (
        started(),
        delta("Because of"),
        RunFinished(status="stopped", error="The program ended before the answer did."),
    )
    turn = Turn("Why?", 7, [Attachment("report.pdf", "application/pdf", "text")], events)
    history.show([TurnOutline(7, 4, 10, "interrupted")], [turn])
    await until(lambda: settled(chat))
    assert chat.last.findChild(ProgressLine).accessibleName() == "Thought for 1 s"
    assert chat.last.findChild(VerdictView) is None
    assert chat.last.body.toPlainText() == "Because of"
    named = [each.accessibleName() for each in chat.built.get(0).question.findChildren(QWidget)]
    assert "Attached: report.pdf" in named
    asked = []
    chat.wishes.regenerate.connect(asked.append)
    card = chat.last.findChild(ErrorCard)
    (again,) = [each for each in card.findChildren(QPushButton) if not each.isHidden()]
    again.click()
    assert asked == [7]


async def test_the_question_offers_edit_and_its_other_versions(open_chat):
    chat, history = open_chat()
    history.show([TurnOutline(1, 9, 800, "answered", 2, 3)], [answered(0, question="Which one?")])
    await until(lambda: settled(chat))
    question = chat.built.get(0).question
    assert question.text.accessibleName() == "You asked: Which one?"
    edited, switched = [], []
    chat.wishes.edit.connect(edited.append)
    chat.wishes.switched.connect(lambda turn, step: switched.append((turn, step)))
    chat.activateWindow()
    question.text.setFocus()
    QTest.mouseClick(button(question, "Edit and ask again"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(button(question, "Copy question"), Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == "Which one?"
    QTest.mouseClick(button(question, "Previous version"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(button(question, "Next version"), Qt.MouseButton.LeftButton)
    assert edited == [1]
    assert switched == [(1, -1), (1, 1)]
    history.show([TurnOutline(1, 9, 800, "answered", 3, 3)])
    assert not button(question, "Next version").isEnabled()


async def test_the_keyboard_scrolls_and_tab_goes_through_the_turns_in_order(open_chat):
    chat, _, _ = await kept(open_chat)
    bar = chat.verticalScrollBar()
    chat.activateWindow()
    chat.last.body.setFocus()
    QTest.keyClick(chat.last.body, Qt.Key.Key_PageUp)
    page = bar.maximum() - bar.value()
    assert page > 300
    QTest.keyClick(chat, Qt.Key.Key_Up)
    assert bar.maximum() - bar.value() > page
    QTest.keyClick(chat, Qt.Key.Key_Home)
    assert bar.value() == 0
    await until(lambda: settled(chat))
    QTest.keyClick(chat.message(0).body, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    chat.scroll_by(-2_000)  # turns above are built after those below
    await until(lambda: settled(chat))
    await until(lambda: not chat._idle._timer.isActive())
    chat.setFocus()
    places = []
    for focus in tabbed(10):
        view = next(each for each in chat.views if each.isAncestorOf(focus))
        at = focus.mapTo(view, QPoint(0, 0))
        places.append((view.index, at.y() // 8, at.x()))
    assert places == sorted(places)
    assert len(set(places)) > 5


async def test_a_very_long_question_is_shown_cut_and_whole_when_asked_for(open_chat):
    chat, history = open_chat()
    text = "word and word " * 5_000
    history.show([TurnOutline(1, len(text), 800)], [answered(0, question=text)])
    await until(lambda: settled(chat))
    question = chat.built.get(0).question
    assert question.text.document().characterCount() < 4_000
    assert question.text.toPlainText().split()[-1] in ("word", "and"), "it is cut between words"
    bar = chat.verticalScrollBar().maximum()
    shown = [each for each in question.findChildren(QToolButton) if each.text()]
    QTest.mouseClick(shown[0], Qt.MouseButton.LeftButton)
    await until(lambda: question.text.toPlainText() == text)
    await until(lambda: chat.verticalScrollBar().maximum() > 3 * bar)


_DICE = random.Random(11)
STRANGE = "".join(
    chr(_DICE.choice((0x200B, 0x202E, 0x2066, 0xFEFF, 7, 0xD83D, 0x5D0, 0x627, 0x4E2D, 97)))
    for _ in range(5_000)
)


@pytest.mark.parametrize("text", ["line\n" * 50_000, STRANGE], ids=["lines", "strange"])
async def test_a_monstrous_turn_freezes_nothing(open_chat, text):
    chat, history = open_chat()
    with Heartbeat() as heart:
        history.show([TurnOutline(1, len(text), 5_000)], [ended(text, STRANGE)])
        await until(lambda: chat.last and chat.last.body.settled and settled(chat))
    assert max(heart.gaps) <= 3 * laid_out_s()
    assert len(chat.last.body.markdown) >= 4_500
    chat.go_to_latest()
    assert chat.verticalScrollBar().value() == chat.verticalScrollBar().maximum()


async def test_what_is_looked_for_is_marked_and_scrolled_to_and_marked_in_later_answers(open_chat):
    chat, history, _ = await kept(open_chat)
    hits = [TextHit(index, "answer", 0) for index in range(400)]
    chat.highlight(("another thing",), hits[123])
    chat.go_to(hits[123].turn, hits[123].part, hits[123].nth)
    await until(lambda: 123 in chat.seen and settled(chat))
    body = chat.message(123).body
    await until(body.extraSelections)
    marked = body.extraSelections()
    assert [each.cursor.selectedText() for each in marked] == ["another thing"]
    line = body.mapTo(chat.viewport(), body.cursorRect(marked[0].cursor).topLeft()).y()
    assert 0 <= line < chat.viewport().height() - 20
    turn = Turn("And now?", 401)
    history.append(turn)
    play(history, turn, started(), delta("Another thing."), RunFinished(status="answered"))
    body = chat.last.body
    await until(body.extraSelections)
    chat.highlight(())
    assert not body.extraSelections()


async def test_an_answer_that_did_not_stream_is_shown_from_its_beginning(open_chat):
    chat, history = open_chat()
    turn = Turn("What is new?", 1)
    history.append(turn)
    play(history, turn, started(), AnswerGiven(text=prose(1, 6_000)))
    play(history, turn, RunFinished(status="answered"))
    await until(lambda: chat.last.body.settled and chat.verticalScrollBar().maximum() > 300)
    await until(lambda: not chat._idle._timer.isActive())
    assert chat.verticalScrollBar().value() < 60


async def test_the_view_follows_the_end_only_while_one_is_there(open_chat):
    chat, history = open_chat()
    turn = Turn("What is new?", 1)
    history.append(turn)
    play(history, turn, started(), delta(prose(1, 6_000)))
    bar = chat.verticalScrollBar()
    await until(lambda: chat.last.body.settled and bar.value() == bar.maximum() > 400)
    bar.setValue(100)
    play(history, turn, delta(prose(2, 3_000)), RunFinished(status="answered"))
    await until(lambda: settled(chat) and not chat._idle._timer.isActive())
    assert bar.value() == 100
    assert not chat._latest.isHidden()
    chat._latest.click()
    assert bar.value() == bar.maximum()
    assert chat._latest.isHidden()
