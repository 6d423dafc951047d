"""An answer from top to bottom, and what one sees of the check of its citations."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QToolTip

from desktop_agent.core.citations import MARKS
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
from desktop_agent.core.research import CitationCheck, Claim, Source
from desktop_agent.frontends.ui.chat.answer_sources import SourceCard, mark_of
from desktop_agent.frontends.ui.chat.answer_view import FollowUps, MessageFooter, ProgressLine
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.chat.verdict_view import ClaimsView, VerdictView
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from tests.ui import evidence_scenes, scenes
from tests.ui.chat.kept_chat import answered, play, started
from tests.ui.chat.test_chat_view import settled
from tests.ui.conftest import until
from tests.ui.evidence_scenes import checked, insufficient
from tests.ui.scenes import FOLLOW_UPS, QUESTION, delta, from_memory, labels, read
from tests.ui.window.person import asked

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


HOSTILE = "</p><img src='http://127.0.0.1:1/x.png'><b>bold</b> & so on"


def claim(text, *marks):
    checks = tuple(CitationCheck(number, mark, f"quote of {number}") for number, mark in marks)
    return Claim(text, tuple(number for number, _ in marks), marks[0][1], checks=checks)


def view_of(theme, text, claims):
    view = MarkdownView(theme)
    view.resize(600, 400)
    view.show_markdown(text)
    view.show_claims(claims)
    return view


@pytest.mark.parametrize(
    ("text", "claims", "shown_lines"),
    [
        (
            "Oslo [1] is **wet** [2, 3].\n\n- a list [1][1]\n\n| a |\n|--|\n| cell [2] |\n",
            (
                claim("Oslo is wet [1][2, 3].", *zip((1, 2, 3), MARKS, strict=False)),
                claim("a list [1][1]", (1, "unconfirmed"), (1, "supported")),
                claim("cell [2]", (2, "contradicted")),
            ),
            ["Oslo [1✓] is wet [2~, 3✗].", "a list [1?][1✓]", "cell [2✗]"],
        ),
        (
            "`x[1]` and\n\n```\ny[1]\n```\n\nit is so [1].",
            (claim("it is so [1].", (1, "supported")),),
            ["x[1] and", "y[1]", "it is so [1✓]."],
        ),
        (
            "First [1]. Second [1]. Third [2].",
            (claim("Second [1].", (1, "contradicted")),),
            ["First [1]. Second [1✗]. Third [2]."],
        ),
    ],
    ids=["each its own", "no code", "no mark of another"],
)
async def test_each_citation_carries_the_sign_of_its_own_check(theme, text, claims, shown_lines):
    view = view_of(theme, text, claims)
    await until(lambda: view.settled)
    lines = view.toPlainText().splitlines()
    assert [line for line in lines if "[" in line] == [
        each if each in lines else f"•\t{each}" for each in shown_lines
    ]
    assert view.markdown == text


async def test_tab_and_the_mouse_bring_the_card_of_a_citation(open_window):
    window = await asked(open_window, evidence_scenes.checked())
    body = window.chat.last.body
    rest_the_mouse(body, "half the energy")
    assert not QToolTip.isVisible()
    window.activateWindow()
    await until(window.isActiveWindow)
    body.setFocus()
    for _ in range(4):
        QTest.keyClick(body, Qt.Key.Key_Tab)
    assert preview().splitlines() == [
        "✗ Contradicted",
        "Condensing boilers: seasonal efficiency",
        "[2] heating.example.com",
        *preview().splitlines()[3:],
    ]
    assert "the seasonal efficiency of the tested boilers was 0.86.”" in preview()
    assert "the page says 0.86, not 0.92" in preview()
    assert body.accessibleDescription() == preview().replace("\n", ". ")
    QTest.keyClick(body, Qt.Key.Key_Tab)
    assert preview().startswith("✓ Supported")
    window.composer.edit.setFocus()
    assert not QToolTip.isVisible()
    rest_the_mouse(body, "[2✗]")
    assert preview().startswith("✗ Contradicted")
    QApplication.sendEvent(body.viewport(), QEvent(QEvent.Type.Leave))
    await until(lambda: not QToolTip.isVisible())


def preview():
    return QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()


def rest_the_mouse(view, text):
    found = view.document().find(text)
    found.setPosition(found.selectionStart() + 1)
    at = view.cursorRect(found).center() + QPoint(2, 0)
    event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)


async def test_what_a_page_says_is_shown_as_the_text_that_it_is(open_window):
    check = CitationCheck(1, "partly", HOSTILE, reason=HOSTILE)
    said = Claim("So [1].", (1,), "partly", HOSTILE, reason=HOSTILE, checks=(check,))
    source = Source(1, HOSTILE, "https://example.org/x")
    window = await asked(
        open_window, [AnswerGiven(text="So [1].", sources=(source,), claims=(said,))]
    )
    message = window.chat.last
    await until(lambda: "[1~]" in message.body.toPlainText())
    await until(lambda: rest_the_mouse(message.body, "[1~]") or QToolTip.isVisible())
    assert preview().count(HOSTILE) == 3
    review(message)
    assert HOSTILE in message.findChild(ClaimsView).toPlainText()


def review(view):
    scenes.press(view, "Review")
    return labels(view)


async def test_one_line_sums_the_check_up_and_review_shows_what_is_not_supported_first(open_chat):
    chat, _ = await shown(open_chat, turn_with(*evidence_scenes.checked()))
    verdict = chat.last.findChild(VerdictView)
    line = verdict.findChild(QLabel, "meta")
    assert (
        line.accessibleName()
        == line.toolTip()
        == (
            "3 of 5 statements confirmed by their source · 1 partly confirmed · 1 contradicted · "
            "1 value not found on any page"
        )
    )
    assert line.text().endswith("…")
    assert line.height() < 2 * line.fontMetrics().height()
    assert verdict.findChild(ClaimsView) is None
    said = review(verdict)
    assert "Agrees with the extracted evidence\n• Extracted from the sources: 2.6" in said
    text = verdict.findChild(ClaimsView).toPlainText()
    assert "~ Partly supported  Heat pumps use about half" in text
    assert "[2✗] “Condensing operation needs" in text
    assert "the page says 0.86, not 0.92" in text
    assert "[3?] the page was not read, only its snippet" in text
    assert "no source holds 75 %" in text
    assert "? Unconfirmed  Output against +7 °C, about 75 %, 100 %" in text
    assert text.index("no source holds") < text.index(f"[3✓] “{evidence_scenes.WINTER}”")


async def test_what_was_struck_stands_under_the_answer_with_the_quote_against_it(open_chat):
    chat, _ = await shown(open_chat, turn_with(*evidence_scenes.struck()))
    verdict = chat.last.findChild(VerdictView)
    view = verdict.findChild(ClaimsView)
    assert view.isVisible()
    text = view.toPlainText()
    assert "✗ Struck out  The lighthouse is 12 metres tall." in text
    assert "[1✗] “The lighthouse is 47 metres tall.”" in text
    cursor = view.document().find("12 metres")
    assert cursor.charFormat().fontStrikeOut()
    line = verdict.findChild(QLabel, "meta").text()
    assert line == "1 of 2 statements confirmed by their source · 1 contradicted and struck out"
    assert "12 metres" not in chat.last.body.toPlainText()


async def test_a_card_shows_a_mark_and_opens_its_source_as_a_citation_does(open_window):
    window = await asked(open_window, evidence_scenes.checked())
    cards = window.chat.last.findChildren(SourceCard)
    assert [card.source.number for card in cards] == [1, 2, 3]
    assert [card.accessibleName().rsplit(", ", 1)[1] for card in cards] == [
        "Partly supported",
        "Contradicted",
        "Partly supported",
    ]
    assert len({card.y() for card in cards}) == 1
    assert (
        cards[0].mapTo(window, QPoint(0, 0)).y()
        < window.chat.last.body.mapTo(window, QPoint(0, 0)).y()
    )
    sources = window.side.sources
    for act, title in (
        (cards[1].click, "Condensing boilers"),
        (lambda: window.chat.last.body.cited.emit(1, -1), "Heat pumps in cold"),
    ):
        window.panes.open_side(False)
        act()
        assert sources.isVisible()
        assert sources.view.current.title.startswith(title)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            "repaired",
            "Corrected to agree with the extracted evidence\n• Extracted from the sources: 2.6",
        ),
        ("replaced", "• The model contradicted the evidence."),
    ],
)
async def test_review_says_how_the_answer_compares_with_the_evidence(open_chat, action, said):
    chat, _ = await shown(open_chat, turn_with(*evidence_scenes.checked(action)))
    assert said in review(chat.last.findChild(VerdictView))


async def test_review_says_what_the_reviewer_found_in_the_sources(open_chat):
    said = "Reviewer: the passage says this"
    check = CitationCheck(1, "supported", "free of charge", reason=said)
    judged = Claim("Nobody pays", (1,), "supported", check.quote, reason=said, checks=(check,))
    support = {"supported": 1, "contradicted": 0, "not stated": 2, "discarded": 0}
    events = [
        *scenes.drafting("Nobody pays [1]."),
        Verdict(by="consulter", ok=True, details={"verdict": "ok", "support": support}),
        AnswerGiven(text="Nobody pays [1].", sources=scenes.SOURCES[:1], claims=(judged,)),
        RunFinished(status="answered"),
    ]
    chat, _ = await shown(open_chat, turn_with(*events))
    verdict = chat.last.findChild(VerdictView)
    compared = "Statements compared with their sources: 1 supported, 2 not stated"
    assert compared in review(verdict)
    assert f"“free of charge” — {said}" in verdict.findChild(ClaimsView).toPlainText()


async def test_a_copied_answer_keeps_its_marks_and_lists_what_is_not_supported(open_chat):
    chat, _ = await shown(open_chat, turn_with(*evidence_scenes.checked()))
    chat.last.copy_markdown()
    markdown = QGuiApplication.clipboard().text()
    assert "at any outdoor temperature [2✗]." in markdown
    sources, verdict, checks = markdown.split("\n\n")[-4:-1]
    assert verdict.startswith("**3 of 5 statements confirmed by their source · 1 partly")
    assert sources.startswith("1. [Heat pumps in cold climates")
    assert checks.startswith("Citations checked against the stored pages: ✓ supported")
    assert markdown.endswith(
        "- ? unconfirmed: | Output against +7 °C | about 75 % | 100 % | (no source holds 75 %)"
    )
    assert "**Heat pumps use" in markdown
    chat.last.copy_text()
    text = QGuiApplication.clipboard().text()
    assert "[2✗]" in text
    assert "half the energy" in text
    assert "**" not in text
