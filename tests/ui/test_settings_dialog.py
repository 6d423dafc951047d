"""The settings: made from the table, taken at once, keys kept out of every file."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox

from desktop_agent.frontends.ui.settings.dialog import PAGES, page_of
from desktop_agent.frontends.ui.settings.field import SettingField, options
from desktop_agent.frontends.ui.wording.labels import labels
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama
from tests.servers.tavily import FakeTavily, Result
from tests.ui.conftest import until
from tests.ui.models.desk import desk
from tests.ui.settings.opened import settings_dialog

SECRET = "tvly-0123456789abcdef"


async def page(dialog, name):
    dialog.show_page(name)
    shown = dialog._stack.currentWidget()
    await until(lambda: shown.is_whole)
    return shown


async def field(dialog, key):
    on_servers = key.endswith(("ollama_url", "openai_url", "anthropic_url"))
    await page(dialog, "servers" if on_servers else page_of(key))
    found = [each for each in dialog.findChildren(SettingField) if each.option.key == key]
    assert len(found) == 1
    return found[0].widget


@pytest.fixture
async def session(tmp_path):
    tavily = FakeTavily([[Result("A", "https://a.example/", "a")]])
    with (
        serve(tavily.app) as url,
        desk(tmp_path / "home", FakeOllama(), DESKTOP_AGENT_SEARCH__TAVILY_URL=url) as session,
    ):
        yield session
        await session.aclose()


@pytest.fixture
async def dialog(theme, session, tasks):
    dialog = settings_dialog(theme, session, tasks)
    dialog.open()
    yield dialog
    dialog.close()
    await tasks.aclose()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


async def test_every_option_of_the_table_has_a_field_for_its_type(dialog):
    told = [option for option in options() if not option.key.startswith("shortcuts.")]
    fields = {option.key: type(await field(dialog, option.key)) for option in told}
    assert fields["llm.provider"] is QComboBox
    assert fields["llm.num_ctx"] is QSpinBox
    assert fields["llm.temperature"] is fields["agent.budget_s"] is QDoubleSpinBox
    assert fields["search.engines"] is QLineEdit
    sections = {page_of(option.key) for option in told}
    assert sections | {"keys", "models", "servers", "shortcuts", "backup"} == set(PAGES)


def test_every_option_has_a_name_and_a_text_for_people():
    told = {option.key for option in options() if not option.key.startswith("shortcuts.")}
    assert told == set(labels("Options"))
    assert all(title and text for title, text in labels("Options").values())


async def test_a_list_is_edited_as_words_and_a_wrong_one_is_refused_in_words(dialog, session):
    line = await field(dialog, "search.engines")
    line.setText("tavily, brave")
    line.editingFinished.emit()
    assert session.settings.search.engines == ("tavily", "brave")
    assert '["tavily", "brave"]' in session.paths.settings_file.read_text()
    line.setText("altavista")
    line.editingFinished.emit()
    assert session.settings.search.engines == ("tavily", "brave")
    row = dialog.rows["search.engines"]
    assert "search.engines" in row.error.text()
    assert not row.error.isHidden()
    line.setText("brave")
    line.editingFinished.emit()
    assert row.error.isHidden()


async def test_a_changed_option_says_its_default_and_goes_back_to_it_and_an_unset_one_stays_so(
    dialog, session
):
    box = await field(dialog, "llm.temperature")
    assert box.text() == "Model's own"
    box.editingFinished.emit()
    assert not session.paths.settings_file.exists()  # it was left as it was
    box.setValue(0.7)
    box.editingFinished.emit()
    assert session.settings.llm.temperature == pytest.approx(0.7)
    row = dialog.rows["llm.num_ctx"]
    assert not row.reset.isVisible()
    row.field.widget.setValue(8192)
    row.field.widget.editingFinished.emit()
    assert row._default.text() == "Default: 16,384"
    row.reset.click()
    assert session.settings.llm.num_ctx == 16384
    assert row.field.widget.value() == 16384
    assert row.reset.isHidden()


async def test_the_search_is_found_by_the_keyboard_and_leaves_only_what_holds_the_words(dialog):
    dialog.list.setFocus()
    QTest.keyClick(dialog, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: dialog.focusWidget() is dialog.search)
    dialog.search.setText("brave pause")
    await until(lambda: dialog._stack.currentWidget().is_whole)
    shown = [key for key, row in dialog.rows.items() if not row.isHidden()]
    assert "search.brave_interval_s" in shown
    assert "search.duckduckgo_interval_s" not in shown
    assert dialog._stack.currentWidget().title == "Web search"
    assert "background-color" in dialog.rows["search.brave_interval_s"]._title.text()
    dialog.search.setText("claude servers")
    assert dialog._stack.currentWidget().title == "Servers"
    dialog.search.setText("no such thing anywhere")
    assert dialog._stack.currentWidget() is dialog._nothing
    dialog.search.setText("")
    assert dialog.rows["search.brave_interval_s"]._title.text() == "Pause between searches at Brave"
    assert not any(dialog.list.isRowHidden(row) for row in range(dialog._names.rowCount()))


async def test_a_key_is_stored_tried_and_removed_stands_in_no_file_and_must_be_one(
    dialog, session, tmp_path
):
    await page(dialog, "keys")
    row = dialog.keys.rows["tavily"]
    await until(lambda: "memory" in dialog.keys.told)
    assert row.field.echoMode() == QLineEdit.EchoMode.Password
    row.field.setText(SECRET)
    row.save.click()
    await until(row.test.isEnabled)
    assert row.field.text() == ""
    assert session.keys.get("tavily").get_secret_value() == SECRET
    row.test.click()
    await until(lambda: row.said.text() == "tavily accepts the key.")
    row.remove.click()
    await until(lambda: not row.test.isEnabled())
    assert session.keys.get("tavily") is None
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in path.read_bytes() for path in files)
    row.field.setText("two words")
    row.save.click()
    await until(lambda: "no key for tavily" in row.said.text())
