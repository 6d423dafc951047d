"""The settings: made from the table, taken at once, keys kept out of every file."""

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox

from desktop_agent.core.settings import Settings
from desktop_agent.ui.settings.dialog import PAGES
from desktop_agent.ui.settings.field import SettingField, options, value_of
from tests.ui.conftest import until

SECRET = "tvly-0123456789abcdef"


def field(dialog, key):
    found = [each for each in dialog.findChildren(SettingField) if each.option.key == key]
    assert len(found) == 1
    return found[0].widget


@pytest.fixture
def dialog(open_window):
    window = open_window([])
    return window, window.open_settings()


async def test_every_option_of_the_table_has_a_field_with_its_value(dialog):
    _, dialog = dialog
    for option in options():
        field(dialog, option.key)
    assert {option.key.split(".")[0] for option in options()} | {"keys"} == set(PAGES)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("llm.provider", QComboBox),
        ("llm.num_ctx", QSpinBox),
        ("llm.temperature", QDoubleSpinBox),
        ("search.engines", QLineEdit),
        ("agent.budget_s", QDoubleSpinBox),
    ],
)
async def test_the_type_of_an_option_chooses_its_field(dialog, key, kind):
    assert isinstance(field(dialog[1], key), kind)


async def test_an_edited_text_is_written_to_the_settings(dialog):
    window, dialog = dialog
    line = field(dialog, "llm.ollama_url")
    line.setText("http://127.0.0.1:9999")
    line.editingFinished.emit()
    assert window.stage.settings.llm.ollama_url == "http://127.0.0.1:9999"
    assert "9999" in window.stage.paths.settings_file.read_text()


async def test_a_list_is_edited_as_words_and_a_wrong_one_is_refused_in_words(dialog):
    window, dialog = dialog
    line = field(dialog, "search.engines")
    line.setText("tavily, brave")
    line.editingFinished.emit()
    assert window.stage.settings.search.engines == ("tavily", "brave")
    line.setText("altavista")
    line.editingFinished.emit()
    assert window.stage.settings.search.engines == ("tavily", "brave")
    assert "search.engines" in dialog._error.text()
    assert not dialog._error.isHidden()


async def test_an_unset_number_stays_unset(dialog):
    window, dialog = dialog
    box = field(dialog, "llm.temperature")
    assert box.text() == "Model's own"
    box.setValue(0.7)
    box.editingFinished.emit()
    assert window.stage.settings.llm.temperature == pytest.approx(0.7)


async def test_leaving_a_field_as_it_was_writes_nothing(dialog):
    window, dialog = dialog
    field(dialog, "llm.num_ctx").editingFinished.emit()
    assert not window.stage.paths.settings_file.exists()


async def test_the_theme_changes_while_the_window_is_open(dialog):
    _, dialog = dialog
    box = field(dialog, "appearance.theme")
    before = QApplication.palette().color(QPalette.ColorRole.Window)
    box.setCurrentIndex(box.findData("dark"))
    box.activated.emit(box.currentIndex())
    after = QApplication.palette().color(QPalette.ColorRole.Window)
    assert after.lightness() < before.lightness()


async def test_the_search_leaves_only_what_holds_the_words(dialog):
    _, dialog = dialog
    dialog.search.setText("brave interval")
    shown = [
        x.option.key for x in dialog.findChildren(SettingField) if not x.widget.parent().isHidden()
    ]
    assert shown == ["search.brave_interval_s"]
    assert dialog._stack.currentWidget().title == "Web search"
    dialog.search.setText("")
    assert not any(dialog.list.isRowHidden(row) for row in range(len(PAGES)))


async def test_a_key_is_stored_tried_and_removed_and_stands_in_no_file(dialog, tmp_path):
    window, dialog = dialog
    dialog.show_page("keys")
    row = dialog.keys.rows["tavily"]
    await until(lambda: "memory" in dialog.keys._where.text())
    assert row.field.echoMode() == QLineEdit.EchoMode.Password
    row.field.setText(SECRET)
    row.save.click()
    await until(row.test.isEnabled)
    assert row.field.text() == ""
    assert window.stage.keys.get("tavily").get_secret_value() == SECRET
    row.test.click()
    await until(lambda: row._said.text() == "tavily accepted the key.")
    row.remove.click()
    await until(lambda: not row.test.isEnabled())
    assert window.stage.keys.get("tavily") is None
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in path.read_bytes() for path in files)


async def test_a_key_that_cannot_be_one_is_refused_with_the_reason(dialog):
    _, dialog = dialog
    row = dialog.keys.rows["brave"]
    row.field.setText("two words")
    row.save.click()
    await until(lambda: "no key for brave" in row._said.text())


def test_values_are_found_by_their_key():
    assert value_of(Settings(), "fetch.links") == "strict"
