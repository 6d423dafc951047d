"""The command palette, as one uses it: letters, arrows, Enter."""

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.dialogs.command_palette import (
    CommandPalette,
    Offer,
    best_offers,
)
from tests.ui.conftest import until
from tests.ui.manners.activation import activate
from tests.ui.scenes import rows_of


@pytest.fixture
def palette(theme, place):
    palette = CommandPalette(theme, place.commands, lambda: place.more, place.window)
    palette.open()
    activate(palette)
    return palette


def key(palette, key):
    QTest.keyClick(palette.field, key)


async def test_letters_find_a_command_and_enter_or_a_click_runs_it(place, palette):
    role = Qt.ItemDataRole.AccessibleTextRole
    assert palette.model.index(0).data(role) == "New chat, Chat, Ctrl+N"
    high = palette.height()
    QTest.keyClicks(palette.field, "reas")
    assert rows_of(palette.model) == ["Show the reasoning"]
    await until(lambda: palette.height() < high)
    assert abs(palette.geometry().center().x() - place.window.geometry().center().x()) < 4
    key(palette, Qt.Key.Key_Return)
    assert not palette.isVisible()
    await until(lambda: place.done == ["view.reasoning"])
    palette.open()
    row = palette.list.visualRect(palette.model.index(1))
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    await until(lambda: place.done[1:] == ["chat.new"])


async def test_arrows_go_round_and_what_was_run_comes_first_the_next_time(place, palette):
    key(palette, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == 4
    key(palette, Qt.Key.Key_Down)
    key(palette, Qt.Key.Key_Down)
    key(palette, Qt.Key.Key_Return)
    await until(lambda: place.done == ["chat.find"])
    palette.open()
    QTest.keyClicks(palette.field, "settings")
    key(palette, Qt.Key.Key_Return)
    await until(lambda: place.done[1:])
    palette.open()
    assert palette.field.text() == ""
    assert rows_of(palette.model)[0] == "Settings"
    assert palette.recent == ["window.settings", "chat.find"]


def test_what_is_off_is_not_offered_and_neither_keys_of_the_window_nor_escape_run_anything(
    place, palette
):
    place.commands["chat.find"].action.setEnabled(False)
    palette.open()
    assert "Find in chat" not in rows_of(palette.model)
    QTest.keyClicks(palette.field, "zzzz")
    assert palette.list.isHidden()
    key(palette, Qt.Key.Key_Return)
    key(palette, Qt.Key.Key_Down)
    assert palette.isVisible()
    QTest.keyClick(palette.field, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    key(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert place.done == []


async def test_typing_waits_for_no_search_in_many_chats(place, palette):
    many = [Offer(str(n), "Open", f"Talk {n}", place.done.clear) for n in range(30_000)]
    zebra = Offer("x", "Page", "Zebra", lambda: place.done.append("x"))
    place.more = [zebra, *many]
    palette.open()
    took = []
    for letter in "zebra":
        start = time.thread_time()
        QTest.keyClicks(palette.field, letter)
        took.append(time.thread_time() - start)
    assert max(took) < 0.15
    key(palette, Qt.Key.Key_Return)
    await until(lambda: place.done == ["x"])


def ranked(typed, titles):
    offers = [(f"Chat {title}".casefold(), Offer(title, "Chat", title, list)) for title in titles]
    return [offer.title for offer in best_offers(typed, offers, ())]


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("new", ["New chat", "The news", "Renew"]),
        ("set", ["Settings", "Reset a setting", "Reset the text"]),
        ("st", ["Stop", "A stop", "A test that is longer than it need be"]),
        ("chat st", ["Stop", "A stop"]),
        ("show sources", ["Show the sources", "Sources that show", "Show all resources"]),
    ],
)
def test_a_start_comes_before_a_word_before_the_inside(typed, titles):
    assert ranked(typed, list(reversed(titles))) == titles
