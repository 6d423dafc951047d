"""Commands: the palette that finds them, and giving them other keys."""

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QKeySequenceEdit, QMessageBox

from desktop_agent.frontends.ui.settings.shortcuts import NAME_ROLE, ShortcutsPane
from desktop_agent.frontends.ui.window.command_palette import CommandPalette, Offer, best_offers
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.manners.activation import activate
from tests.ui.scenes import rows_of


def press(place, key, modifier=Qt.KeyboardModifier.ControlModifier):
    QTest.keyClick(place.window.centralWidget(), key, modifier)


def test_chosen_keys_are_taken_and_an_unknown_name_is_passed_over(make_place, caplog):
    place = make_place({"chat.gone": "F9", "chat.new": "Ctrl+J"})
    assert "chat.gone" in caplog.text
    press(place, Qt.Key.Key_J)
    assert place.done == ["chat.new"]
    assert place.commands.chosen() == {"chat.gone": "F9", "chat.new": "Ctrl+J"}
    place = make_place({"view.sources": "Ctrl+F"})
    press(place, Qt.Key.Key_F)
    assert place.done == ["view.sources"]
    assert place.commands["chat.find"].keys == ""


CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(theme, place, stage):
    page = ShortcutsPane(place.commands, stage)
    place.window.setCentralWidget(page)
    QTest.qWait(10)
    return page


def choose(page, name):
    activate(page.window())
    shown = page.tree.model()
    sections = [shown.index(row, 0) for row in range(shown.rowCount())]
    cells = (shown.index(row, 0, each) for each in sections for row in range(shown.rowCount(each)))
    page.tree.setCurrentIndex(next(each for each in cells if each.data(NAME_ROLE) == name))
    page.tree.setFocus()


def record(page, name, key, modifier=CTRL):
    choose(page, name)
    QTest.keyClick(page.tree, Qt.Key.Key_Return)
    editor = page.tree.findChild(QKeySequenceEdit)
    assert editor is not None
    QTest.keyClick(QApplication.focusWidget(), key, modifier)
    QTest.qWait(10)


def kept(page):
    return page._session.settings.shortcuts.keys


def test_keys_are_pressed_in_place_taken_at_once_and_kept(page, place):
    changed = []
    page.changed.connect(changed.append)
    record(page, "view.sources", Qt.Key.Key_J)
    assert place.commands["view.sources"].keys == "Ctrl+J"
    assert kept(page) == {"view.sources": "Ctrl+J"}
    assert changed == ["shortcuts.keys"]
    assert "Show the sources" in page.said.text()
    QTest.keyClick(page.tree, Qt.Key.Key_J, CTRL)
    assert place.done == ["view.sources"]


def test_keys_of_another_are_named_and_moved_only_after_asking(page, place):
    record(page, "view.sources", Qt.Key.Key_R)
    scenes.press(page.findChild(QMessageBox), "Cancel")
    assert place.commands.chosen() == {} == kept(page)
    QTest.qWait(10)
    record(page, "view.sources", Qt.Key.Key_R)
    box = page.findChild(QMessageBox)
    assert "Ctrl+R is already the shortcut for Show the reasoning." in box.text()
    assert "no shortcut" in [each.name for each in controls(page)]
    assert nameless(page) == []
    assert kept(page) == {}
    scenes.press(box, "Use it")
    assert place.commands["view.sources"].keys == "Ctrl+R"
    assert place.commands["view.reasoning"].keys == ""
    assert kept(page) == {"view.sources": "Ctrl+R", "view.reasoning": ""}


@pytest.mark.parametrize(
    ("key", "modifier", "said"),
    [
        (Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier, "is used for typing"),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, "move the focus"),
        (Qt.Key.Key_MediaPlay, CTRL, "chat.new"),  # no file of settings can hold it
    ],
)
def test_keys_that_cannot_be_taken_are_refused_with_the_reason(page, place, key, modifier, said):
    record(page, "chat.new", key, modifier)
    assert place.commands["chat.new"].keys == "Ctrl+N"
    assert said in page.said.text()


def test_leaving_the_field_or_escape_gives_up_and_backspace_takes_the_keys_away(page, place):
    choose(page, "chat.new")
    QTest.keyClick(page.tree, Qt.Key.Key_Return)
    assert page.tree.findChild(QKeySequenceEdit) is not None
    page.change.setFocus()
    QTest.qWait(10)
    assert place.commands["chat.new"].keys == "Ctrl+N"
    assert page.said.text() == ""
    record(page, "chat.new", Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert place.commands["chat.new"].keys == "Ctrl+N"
    assert page.isVisible()
    record(page, "chat.new", Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier)
    assert place.commands["chat.new"].keys == ""
    assert kept(page) == {"chat.new": ""}


def test_one_is_reset_and_all_are_reset(page, place):
    record(page, "chat.new", Qt.Key.Key_J)
    record(page, "chat.find", Qt.Key.Key_K)
    assert page.reset_one.isEnabled()
    QTest.mouseClick(page.reset_one, Qt.MouseButton.LeftButton)
    assert kept(page) == {"chat.new": "Ctrl+J"}
    assert not page.reset_one.isEnabled()
    QTest.mouseClick(page.reset_every, Qt.MouseButton.LeftButton)
    assert kept(page) == {}
    assert place.commands["chat.new"].keys == "Ctrl+N"
    assert not page.reset_every.isEnabled()


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
