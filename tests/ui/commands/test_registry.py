"""Commands by name: their keys, the chosen ones and those that clash."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


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
