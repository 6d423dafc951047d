"""Commands by name: their keys, the chosen ones and those that clash, and the sheet of all."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.dialogs.keyboard_shortcuts import CheatSheet, local_keys
from tests.ui.manners.test_accessible_names import stops, tab_round


def press(place, key, modifier=Qt.KeyboardModifier.ControlModifier):
    QTest.keyClick(place.window.centralWidget(), key, modifier)


def test_an_unknown_name_in_the_settings_is_passed_over_with_a_line_in_the_log(make_place, caplog):
    place = make_place({"chat.gone": "F9", "chat.new": "Ctrl+J"})
    assert "chat.gone" in caplog.text
    press(place, Qt.Key.Key_J)
    assert place.done == ["chat.new"]
    assert place.commands.chosen() == {"chat.gone": "F9", "chat.new": "Ctrl+J"}


def test_chosen_keys_are_taken_from_the_command_that_has_them_only_as_usual(make_place):
    place = make_place({"view.sources": "Ctrl+F"})
    press(place, Qt.Key.Key_F)
    assert place.done == ["view.sources"]
    assert place.commands["chat.find"].keys == ""


# --- The sheet of all keys


@pytest.fixture
def sheet(place):
    sheet = CheatSheet(place.commands, place.window)
    sheet.open()
    return sheet


def lines(sheet):
    shown = sheet.tree.model()
    sections = (shown.index(row, 0) for row in range(shown.rowCount()))
    return [
        (section.data(), shown.index(row, 0, section).data(), shown.index(row, 1, section).data())
        for section in sections
        for row in range(shown.rowCount(section))
    ]


def test_the_sheet_has_every_command_and_keys_of_parts_of_the_window_and_follows(sheet, place):
    told = lines(sheet)
    assert ("Chat", "New chat", "Ctrl+N") in told
    assert len(told) == len(list(place.commands)) + len(local_keys())
    assert all(keys for section, _, keys in told if section != "View")
    assert set(tab_round(sheet, sheet.search)) | {sheet.search} == stops(sheet)
    place.commands.rebind("view.sources", "F7")
    assert ("View", "Show the sources", "F7") in lines(sheet)


def test_the_sheet_is_searched_by_words_and_by_keys(sheet):
    QTest.keyClicks(sheet.search, "ctrl+n")
    assert lines(sheet) == [("Chat", "New chat", "Ctrl+N")]
    sheet.search.setText("view sources")
    assert [title for _, title, _ in lines(sheet)] == ["Show the sources"]
    sheet.search.setText("nothing of the kind")
    assert lines(sheet) == []
    assert not sheet._nothing.isHidden()
