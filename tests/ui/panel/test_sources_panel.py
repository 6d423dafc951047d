"""The sources panel: what an answer cites, what each source says, and the way to see it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from desktop_agent.core.events import AnswerGiven, EvidenceFound, RunFinished
from desktop_agent.core.research import CitationCheck, Claim, Passage, Source
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.panels.sources import SourcesPanel, reference
from tests.ui import scenes
from tests.ui.conftest import until

PAGE = "First line.\nHeat pumps deliver 2.6 units.\nThe season was long.\nLast line.\n"


def shown(model, parent=None):
    """All rows as a screen reader hears them."""
    found = []
    for row in range(model.rowCount(parent) if parent else model.rowCount()):
        index = model.index(row, 0, parent) if parent else model.index(row, 0)
        found.append(index.data(Qt.ItemDataRole.AccessibleTextRole))
        found += shown(model, index)
    return found


def check(number, mark, words, name, reason=""):
    start = PAGE.index(words)
    return CitationCheck(number, mark, words, start, start + len(words), name, reason)


@pytest.fixture
def turn(shelf):
    """An answer with two citations of one stored page, a snippet, and a page read in vain."""
    name = shelf.keep(PAGE, "https://a.example.org/x", "Heat pumps")
    checks = (
        check(1, "supported", "Heat pumps deliver 2.6 units.", name),
        check(1, "partly", "The season was long.", name, "the page names no year"),
        CitationCheck(2, "unconfirmed"),
    )
    turn = Turn("q")
    for event in (
        scenes.read("https://a.example.org/x", "H", 9),
        scenes.read("https://b.example.org/", "In vain", 9, wall="paywall"),
        AnswerGiven(
            text="A [1]. B [1]. C [2].",
            sources=(
                Source(1, "Heat pumps", "https://a.example.org/x", name, True),
                Source(2, "A snippet", "https://c.example.org/"),
                Source(3, "Not used", "https://d.example.org/"),
            ),
            claims=(
                Claim("A", (1,), "supported", checks=checks[:1]),
                Claim("B", (1,), "partly", checks=checks[1:2]),
                Claim("C", (2,), checks=checks[2:]),
            ),
        ),
        RunFinished(status="answered"),
    ):
        turn.apply(event)
    return turn


@pytest.fixture
def dock(theme, shelf, tasks, place):
    return place(SourcesPanel(theme, shelf, tasks))


async def test_cited_sources_come_first_with_their_marks_then_what_was_not_cited(dock, turn):
    dock.show_turn(turn)
    rows = shown(dock.view.sources)
    assert rows[0] == "Cited · 2"
    assert rows[1].startswith("Source 1. Heat pumps. a.example.org")
    assert rows[1].endswith("1 supported. 1 partly supported")
    assert rows[2] == "Supported. Heat pumps deliver 2.6 units."
    assert rows[3] == "Partly supported. The season was long.. the page names no year"
    assert rows[4] == "Source 2. A snippet. c.example.org · snippet only. 1 unconfirmed"
    assert rows[6] == "Not cited · 2"
    assert [row.split(". ")[1 if "Source" in row else 0] for row in rows[7:]] == [
        "Not used",
        "In vain",
    ]
    assert rows[8].endswith("preview only")


async def test_pointing_at_a_check_chooses_its_quote_which_stays_chosen_when_more_comes(dock, turn):
    dock.show_turn(turn)
    wanted = turn.answer.claims[1].checks[0]
    dock.point_at(1, wanted)
    index = dock.view.currentIndex()
    assert dock.view.isExpanded(index.parent())
    assert dock.view.sources.row(index).check == wanted
    assert dock.open_snapshot.isEnabled()
    dock.point_at(2)
    assert dock.view.current.number == 2
    assert not dock.open_snapshot.isEnabled()  # a snippet alone is known
    dock.point_at(77)
    assert dock.view.current.number == 2
    dock.point_at(1)
    turn.events.append(scenes.read("https://e.example.org/", "E", 1))
    dock.catch_up()
    assert dock.view.current.number == 1
    assert dock.view.isExpanded(dock.view.sources.index_of(1))


async def test_a_chosen_quote_is_marked_without_a_piece_of_its_own_before_it(dock, turn, theme):
    dock.show_turn(turn)
    dock.point_at(1, turn.answer.claims[1].checks[0])
    view = dock.view
    row = view.visualRect(view.currentIndex()).center()
    image = view.viewport().grab().toImage()
    window = QColor(theme.colours.window).rgb()
    assert {image.pixel(x, row.y()) for x in range(view.indentation())} == {window}
    assert image.pixel(view.viewport().width() - 8, row.y()) != window


async def test_the_browser_gets_web_addresses_and_nothing_else(dock, turn, browser):
    dock.show_turn(turn)
    dock.point_at(2)
    QTest.keyClick(dock.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(dock.open_browser, Qt.MouseButton.LeftButton)
    assert browser == ["https://c.example.org/"] * 2
    bad = Turn("q")
    bad.apply(AnswerGiven(text="[1]", sources=(Source(1, "x", "file:///etc/passwd"),)))
    dock.show_turn(bad)
    dock.point_at(1)
    assert not dock.open_browser.isEnabled()
    QTest.keyClick(dock.view, Qt.Key.Key_Return)
    assert len(browser) == 2


async def test_a_reference_is_copied_with_the_day_of_reading(dock, turn, app):
    dock.show_turn(turn)
    dock.point_at(1)
    await until(dock.isActiveWindow)
    QTest.keyClick(dock.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    expected = "Heat pumps. a.example.org. https://a.example.org/x (read 2026-11-21)"
    await until(lambda: app.clipboard().text() == expected)


async def test_a_passage_opens_in_the_text_that_it_was_taken_from(dock, shelf):
    url = "https://a.example.org/x"
    before = shelf.keep("Old words stand here.", url)
    after = shelf.keep("A page that was read again, and now says new words.", url)
    turn = Turn("q")
    turn.apply(
        EvidenceFound(
            intent="general_fact",
            sources=(Source(1, "T", url, before, True),),
            passages=(
                Passage(1, "Old words", "", 0, 9, before),
                Passage(1, "new words", "", 41, 50),
            ),
        )
    )
    dock.show_turn(turn)
    assert {"Old words", "new words"} <= set(shown(dock.view.sources))
    turn.apply(AnswerGiven(text="It says so [1].", sources=(Source(1, "T", url, after, True),)))
    dock.catch_up()
    row = dock.view.sources.index_of(1)
    for number, words in ((0, "Old words"), (1, "new words")):
        dock.view.setCurrentIndex(dock.view.sources.index(number, 0, row))
        dock.view.open_snapshot()
        viewer = dock.view.viewer
        await until(viewer._loading.done)
        await until(viewer.text.extraSelections)
        (marked,) = viewer.text.extraSelections()
        assert marked.cursor.selectedText() == words
    viewer.close()


READ_AT = "2026-01-02T03:04:05+00:00"


def test_a_reference_holds_no_markup_of_the_page():
    url = "https://x.example.org/(a)"
    expected = "A_b & [c]. x.example.org. https://x.example.org/(a) (read 2026-01-02)"
    assert reference("A_b &\n[c]", url, READ_AT) == expected
