"""The members of a swarm in the settings: a line each, kept when the keyboard leaves the field."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from desktop_agent.frontends.ui.settings.field import LinesField
from tests.ui.conftest import until
from tests.ui.manners.activation import activate


class Page(QWidget):
    """The field, and another one to go to."""

    def __init__(self):
        super().__init__()
        self.field, self.other = LinesField(), QLineEdit()
        self.edited = []
        self.field.edited.connect(self.edited.append)
        lines = QVBoxLayout(self)
        lines.addWidget(self.field)
        lines.addWidget(self.other)


@pytest.fixture
def page(app) -> Iterator[Page]:
    page = Page()
    page.show()
    activate(page)
    page.field.setFocus()
    yield page
    page.close()
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_each_line_is_an_entry_and_what_was_only_looked_at_is_no_edit(page):
    page.field.show_entries(("a", "b"))
    QTest.keyClick(page.field, Qt.Key.Key_Tab)
    assert page.edited == []
    assert page.field.entries == ["a", "b"]
    page.field.show_entries(())
    page.field.setFocus()
    QTest.keyClicks(page.field, "qwen3:4b")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    QTest.keyClicks(page.field, " openai/gpt@http://127.0.0.1:1234/v1 ")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    QTest.keyClicks(page.field, "qwen3:4b")
    assert page.edited == []
    QTest.keyClick(page.field, Qt.Key.Key_Tab)
    assert page.other.hasFocus()
    assert page.edited == [["qwen3:4b", "openai/gpt@http://127.0.0.1:1234/v1"]]


async def test_the_members_are_written_to_the_settings_and_faults_said_below(open_window):
    window = open_window([])
    dialog = window.dialogs.open_settings("swarm")
    await until(lambda: "swarm.models" in dialog.rows)
    field = dialog.rows["swarm.models"].field.widget
    assert isinstance(field, LinesField)
    assert field.accessibleName() == "Members"
    field.setPlainText("qwen3:4b\ngemma3:4b")
    field.edited.emit(field.entries)
    assert window.stage.settings.swarm.models == ("qwen3:4b", "gemma3:4b")
    dialog.rows["swarm.models"].reset.click()
    assert window.stage.settings.swarm.models == ()
    assert field.toPlainText() == ""
