"""The sheet of all keys."""

import pytest
from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.dialogs.keyboard_shortcuts import CheatSheet, local_keys
from tests.ui.manners.test_accessible_names import stops, tab_round


@pytest.fixture
def sheet(theme, place):
    sheet = CheatSheet(theme, place.commands, place.window)
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


def test_it_has_every_command_and_the_keys_of_parts_of_the_window(sheet, place):
    told = lines(sheet)
    assert ("Chat", "New chat", "Ctrl+N") in told
    assert len(told) == len(list(place.commands)) + len(local_keys())
    assert all(keys for section, _, keys in told if section != "View")
    assert set(tab_round(sheet, sheet.search)) | {sheet.search} == stops(sheet)


def test_it_is_searched_by_words_and_by_keys(sheet):
    QTest.keyClicks(sheet.search, "ctrl+n")
    assert lines(sheet) == [("Chat", "New chat", "Ctrl+N")]
    sheet.search.setText("view sources")
    assert [title for _, title, _ in lines(sheet)] == ["Show the sources"]
    sheet.search.setText("nothing of the kind")
    assert lines(sheet) == []
    assert not sheet._nothing.isHidden()


def test_it_follows_when_keys_change(sheet, place):
    place.commands.rebind("view.sources", "F7")
    assert ("View", "Show the sources", "F7") in lines(sheet)
