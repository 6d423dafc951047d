"""The members of a swarm in the settings: a line each, kept when the keyboard leaves the field."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.settings.field import LinesField
from tests.ui.conftest import until
from tests.ui.manners.activation import activated


async def test_each_line_is_a_member_and_is_written_when_the_keyboard_leaves_the_field(open_window):
    window = open_window([])
    dialog = window.dialogs.open_settings("swarm")
    await until(lambda: "swarm.models" in dialog.rows)
    await activated(dialog)
    field, edited = dialog.rows["swarm.models"].field.widget, []
    assert isinstance(field, LinesField)
    assert field.accessibleName() == "Members"
    field.edited.connect(edited.append)
    field.setFocus()
    for line in ("qwen3:4b", "", " openai/gpt@http://127.0.0.1:1234/v1 ", "qwen3:4b"):
        QTest.keyClicks(field, line)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert edited == []
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert not field.hasFocus()
    wanted = ("qwen3:4b", "openai/gpt@http://127.0.0.1:1234/v1")
    assert window.stage.settings.swarm.models == wanted
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert edited == [list(wanted)], "what was only looked at is no edit"
    dialog.rows["swarm.models"].reset.click()
    assert window.stage.settings.swarm.models == ()
    assert field.toPlainText() == ""
