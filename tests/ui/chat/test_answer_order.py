"""An answer from top to bottom: handle, source cards, text, verdict, actions, follow-ups."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from desktop_agent.core.codec import event_from_json, event_to_json
from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import (
    AnswerGiven,
    EvidenceFound,
    RunFinished,
    SearchAttempt,
    StepStarted,
    TaskStarted,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.research import CitationCheck, Source
from desktop_agent.frontends.ui.chat.answer_sources import SourceCard, mark_of
from desktop_agent.frontends.ui.chat.answer_view import FollowUps, MessageFooter, ProgressLine
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.chat.verdict_view import VerdictView
from desktop_agent.frontends.ui.conversation.turn import Turn
from tests.ui.chat.kept_chat import answered, play, started
from tests.ui.chat.test_chat_view import settled
from tests.ui.conftest import until
from tests.ui.evidence_scenes import checked, insufficient
from tests.ui.scenes import FOLLOW_UPS, QUESTION, delta, from_memory, read

FIVE = tuple(Source(n, f"Page {n}", f"https://site{n}.example/x", read=True) for n in range(1, 6))
SEARCH = SearchAttempt(engine="brave", query="q", outcome="ok", results=3)


def turn_with(*events, question=QUESTION, turn_id=1):
    return Turn(question, turn_id, events=events)


def show(history, *turns):
    history.show([TurnOutline(each.turn_id, 9, 900) for each in turns], turns)


async def shown(open_chat, turn, **size):
    chat, history = open_chat(**size)
    show(history, turn)
    await until(lambda: settled(chat) and chat.last.whole)
    return chat, history


def top(chat, part):
    return part.mapTo(chat.last, QPoint(0, 0)).y()


def cards_of(chat):
    return [each for each in chat.last.findChildren(SourceCard) if not each.isHidden()]


async def test_the_parts_of_an_answer_come_in_the_order_of_reading(open_chat):
    chat, _ = open_chat(height=1400)
    chat.wishes.offers_follow_ups = lambda: True
    show(_, turn_with(*checked()))
    await until(lambda: settled(chat) and chat.last.whole)
    kinds = (ProgressLine, SourceCard, VerdictView, MessageFooter, FollowUps)
    parts = [chat.last.findChild(kind) for kind in kinds]
    parts.insert(2, chat.last.body)
    tops = [top(chat, each) for each in parts]
    assert tops == sorted(tops)
    assert len(set(tops)) == len(parts)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            [SEARCH, read("https://a.example/x", "A", 9), SEARCH],
            "Researched for 24 s · 1 search · 1 page",
        ),
        ([], "Thought for 24 s"),
        ([AnswerGiven(text="It is 4.", computed=True)], "Computed in 24 s"),
        ([AnswerGiven(text="It is so.", offline=True)], "Offline · Thought for 24 s"),
        (
            [TaskStarted(task_id=n, question="q", strategy="deep") for n in "ab"],
            "Thought for 24 s · 2 tasks",
        ),
        ([SEARCH, RunFinished(status="stopped", t=65)], "Stopped after 1 min 5 s · 1 search"),
        ([SEARCH, RunFinished(status="failed", t=65)], "Failed after 1 min 5 s · 1 search"),
    ],
)
async def test_the_handle_counts_what_was_done_and_opens_the_reasoning(open_chat, events, said):
    if not any(isinstance(each, RunFinished) for each in events):
        events = [*events, RunFinished(status="answered", t=24.3)]
    turn = turn_with(started(), *events)
    chat, _ = await shown(open_chat, turn)
    handle = chat.last.findChild(ProgressLine)
    assert handle.accessibleName() == said
    opened = []
    chat.wishes.reasoning.connect(opened.append)
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton)
    assert opened == [turn]


HELLO = AnswerGiven(text="Hello!", from_internal_knowledge=True)
HALF = (
    StepStarted(step_id="s", agent="main", title="Think"),
    delta("Half"),
    ToolStarted(call_id="c", tool="web_search", arguments={"query": "q"}, step_id="s"),
    RunFinished(status="insufficient"),
)


@pytest.mark.parametrize(
    ("events", "text", "said"),
    [
        (from_memory(), "two units", "Web search failed · Answered from the model's own knowledge"),
        ([HELLO], "Hello!", "Answered from the model's own knowledge"),
        (HALF, "", "No answer could be confirmed"),
        (insufficient(), "“tallest sunflower Ytre Arna record”", "No answer could be confirmed"),
    ],
)
async def test_the_verdict_says_where_an_answer_comes_from(open_chat, events, text, said):
    chat, _ = await shown(open_chat, turn_with(started(), *events))
    assert chat.last.findChild(VerdictView).findChild(QLabel, "meta").text() == said
    assert chat.last.body.isHidden() == (not text)
    assert text in chat.last.body.toPlainText()
    assert chat.last.findChild(ErrorCard) is None


async def test_cards_come_in_during_the_search_and_keep_to_three_until_asked(open_chat):
    chat, history = open_chat(height=900)
    turn = Turn("Why?", 1)
    history.append(turn)
    play(history, turn, started(), SEARCH)
    await until(lambda: chat.last is not None)
    assert cards_of(chat) == []
    play(history, turn, read("https://a.example/x", "A page", 9))
    (card,) = cards_of(chat)
    assert card.accessibleName() == "Page: A page"
    play(history, turn, EvidenceFound(intent="fact", question="Why?", sources=FIVE[:2]))
    assert [each.source.number for each in cards_of(chat)] == [1, 2]
    play(history, turn, AnswerGiven(text="So [5].", sources=FIVE))
    play(history, turn, RunFinished(status="answered"))
    assert [each.source.number for each in cards_of(chat)] == [1, 2, 3]
    more = next(b for b in chat.last.findChildren(QPushButton) if b.text() == "2 more")
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    assert [each.source.number for each in cards_of(chat)] == [1, 2, 3, 4, 5]
    assert not more.isVisible()


@pytest.mark.parametrize(("width", "columns"), [(900, 3), (470, 2), (300, 1)])
async def test_cards_wrap_to_fewer_columns_and_overlap_nothing(open_chat, width, columns):
    answer = AnswerGiven(text="So [1].", sources=FIVE)
    turn = turn_with(started(), answer, RunFinished(status="answered"))
    chat, _ = await shown(open_chat, turn, width=width)
    cards = cards_of(chat)
    assert len({card.x() for card in cards}) == columns
    assert all(
        not a.geometry().intersects(b.geometry()) for a in cards for b in cards if a is not b
    )
    assert max(card.geometry().right() for card in cards) < chat.column
    assert top(chat, chat.last.body) > max(top(chat, card) + card.height() for card in cards)


async def test_actions_show_their_words_and_stay_where_they_are_under_the_mouse(open_chat):
    chat, _ = await shown(open_chat, answered(0))
    footer = chat.last.findChild(MessageFooter)
    buttons = footer.findChildren(QToolButton)
    assert [each.text() for each in buttons] == ["Copy", "Try again", "More"]
    assert buttons[0].x() == 0, "in line with the text above"

    def places():
        footer.layout().activate()
        return [each.geometry() for each in buttons]

    before = places()
    words = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert {each.toolButtonStyle() for each in buttons} == {words}
    QTest.mouseMove(footer, footer.rect().center())
    buttons[0].setFocus()
    assert places() == before
    QTest.mouseMove(chat, QPoint(2, 300))


def proposing(turn_id=1, **details):
    return turn_with(
        started(),
        Verdict(by="consulter", ok=True, details=details),
        AnswerGiven(text="So it is."),
        RunFinished(status="answered"),
        turn_id=turn_id,
    )


def questions(chat, index=-1):
    view = chat.message(len(chat._heights) + index if index < 0 else index)
    found = view.findChild(FollowUps)
    if found is None or found.isHidden():
        return []
    return [each.accessibleName() for each in found.findChildren(QPushButton)]


async def test_a_click_on_a_follow_up_asks_it_and_only_the_last_answer_has_them(open_chat):
    chat, history = open_chat(height=900)
    chat.wishes.offers_follow_ups = lambda: True
    show(history, proposing(1, follow_ups=["First?"]), proposing(2, follow_ups=FOLLOW_UPS))
    await until(lambda: settled(chat) and chat.last.whole)
    assert questions(chat, 0) == []
    assert questions(chat, 1) == list(FOLLOW_UPS)
    long = chat.last.findChild(FollowUps).findChildren(QPushButton)[1]
    asked = []
    chat.wishes.ask.connect(asked.append)
    QTest.mouseClick(long, Qt.MouseButton.LeftButton, pos=QPoint(80, 12))
    assert asked == [FOLLOW_UPS[1]]
    history.append(Turn(FOLLOW_UPS[1], 3))
    assert questions(chat, 1) == []


@pytest.mark.parametrize(
    ("offered", "details"),
    [
        (False, {"follow_ups": FOLLOW_UPS}),
        (True, {}),  # recorded before there were any
        (True, {"follow_ups": "How tall is it?"}),
        (
            True,
            {"follow_ups": [{"question": "How tall is it?"}, "See https://a.example/?", QUESTION]},
        ),
    ],
)
async def test_no_follow_ups_are_shown_when_off_or_of_another_form(open_chat, offered, details):
    chat, history = open_chat(height=900)
    chat.wishes.offers_follow_ups = lambda: offered
    show(history, proposing(**details))
    await until(lambda: settled(chat) and chat.last.whole)
    assert questions(chat) == []


def test_follow_ups_are_stored_with_the_verdict_of_the_reviewer():
    lines = [event_to_json(each) for each in proposing(follow_ups=FOLLOW_UPS).events]
    assert turn_with(*map(event_from_json, lines)).follow_ups == FOLLOW_UPS


@pytest.mark.parametrize(
    ("marks", "shown"),
    [
        ((), None),
        (("supported", "supported"), "supported"),
        (("supported", "partly"), "partly"),
        (("supported", "unconfirmed"), "partly"),
        (("unconfirmed",), "unconfirmed"),
        (("supported", "contradicted"), "contradicted"),
    ],
)
def test_the_mark_of_a_card_is_true_of_all_citations_of_its_source(marks, shown):
    assert mark_of([CitationCheck(1, mark) for mark in marks]) == shown
