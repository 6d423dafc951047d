"""Commands by name: their keys, the chosen ones and those that clash."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from desktop_agent.core.settings import Settings


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


def test_keys_that_begin_others_clash_with_them(place):
    place.commands.rebind("chat.new", "Ctrl+J, Ctrl+K")
    assert place.commands.holder("Ctrl+J").name == "chat.new"
    assert place.commands.holder("Ctrl+J", besides="chat.new") is None
    assert place.commands.holder("") is None


def test_a_tooltip_names_the_keys_that_hold_now(place):
    button = QToolButton(place.window)
    place.commands.explain(button, "chat.new")
    assert button.toolTip() == "New chat (Ctrl+N)"
    place.commands.rebind("chat.new", "F7")
    assert button.toolTip() == "New chat (F7)"
    assert button.accessibleName() == "New chat"


def test_qt_knows_every_key_that_the_settings_accept():
    from PySide6.QtGui import QKeySequence

    names = "Esc Tab Backtab Backspace Return Enter Ins Del Pause Print Home End Left Right Up Down"
    for name in [*names.split(), "PgUp", "PgDown", "Space", "Menu", "Help", "F1", "F35", "Ä", "+"]:
        keys = f"Ctrl+Shift+{name}"
        Settings.model_validate({"shortcuts": {"keys": {"x": keys}}})
        assert QKeySequence(keys).toString() == keys
