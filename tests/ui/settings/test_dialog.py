"""The settings: made from the tables, taken at once, keys kept out of every file."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit

from desktop_agent.frontends.ui.settings.dialog import PAGES
from desktop_agent.frontends.ui.settings.field import EngineList, NumberField, options
from desktop_agent.frontends.ui.settings.keys import KeyField
from desktop_agent.frontends.ui.wording.labels import labels
from desktop_agent.system.resources import toml_resource
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama
from tests.servers.tavily import FakeTavily, Result
from tests.ui.conftest import until
from tests.ui.manners.activation import activated
from tests.ui.models.desk import desk
from tests.ui.settings.opened import settings_dialog

SECRET = "tvly-0123456789abcdef"
TABLE = toml_resource("settings_pages.toml")
IN_PAGES = {key: page for page, each in PAGES.items() for keys in each.values() for key in keys}
ELSEWHERE = {"llm.ollama_url": "models", "llm.openai_url": "models", "llm.anthropic_url": "models"}


async def row_of(dialog, key):
    page = {**IN_PAGES, **ELSEWHERE, "search.searxng_url": "search"}[key]
    dialog.show_page(f"{page}/advanced")
    dialog.show_page(page)
    await until(lambda: key in dialog.rows)
    return dialog.rows[key]


async def field(dialog, key):
    return (await row_of(dialog, key)).widget


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
    await activated(dialog)
    yield dialog
    dialog.close()
    await tasks.aclose()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_every_option_is_on_one_page_or_only_in_the_file_and_has_a_name():
    told = [option.key for option in options() if option.key != "shortcuts.keys"]
    placed = [*IN_PAGES, *TABLE["elsewhere"]["options"], *TABLE["file"]["options"]]
    assert sorted(placed) == sorted(told)
    assert set(labels("Options")) == set(told) - set(TABLE["file"]["options"])
    assert all(map(all, labels("Options").values()))
    assert set(labels("SettingsPages")) == set(PAGES)
    named = {f"{page}/{each}" for page, sections in PAGES.items() for each in sections}
    assert {each for each in named if not each.endswith("/advanced")} | {"advanced"} == set(
        labels("SettingsSections")
    )


async def test_about_twenty_options_are_in_view_and_every_other_has_a_field_below_advanced(dialog):
    for page in PAGES:
        dialog.show_page(page)
        await until(lambda page=page: dialog.pages[page].is_whole)
        assert not any(key in dialog.rows for key in PAGES[page].get("advanced", ()))
    assert 18 <= len(dialog.rows) <= 27
    for page in PAGES:
        dialog.show_page(f"{page}/advanced")
    wanted = [*IN_PAGES, *TABLE["elsewhere"]["options"]]
    await until(lambda: all(key in dialog.rows for key in wanted))
    seen = {key: type(row.widget) for key, row in dialog.rows.items()}
    assert seen["llm.provider"] is QComboBox
    assert seen["llm.num_ctx"] is seen["llm.temperature"] is NumberField
    assert seen["network.offline"] is QCheckBox
    assert seen["search.engines"] is EngineList


async def test_numbers_have_units_and_go_back_to_their_default(dialog, session):
    for key, shown, typed, value in (
        ("fetch.max_bytes", "5 MB", 8, 8 * 2**20),
        ("agent.budget_s", "5 minutes", 1.5, 90),
        ("search.timeout_s", "15 seconds", 20, 20),
        ("appearance.font_size", "System", 12, 12),
        ("llm.num_ctx", "16,384 tokens", 8192, 8192),
        ("search.cache_ttl_s", "15 minutes", 0, 0),
        ("llm.temperature", "Model default", 0.7, 0.7),
    ):
        row = await row_of(dialog, key)
        box, section = row.widget, key.partition(".")
        assert box.text() == shown
        box.editingFinished.emit()
        file = session.paths.settings_file
        assert not file.exists() or section[2] not in file.read_text()  # it was left as it was
        box.setValue(typed)
        box.editingFinished.emit()
        now = getattr(getattr(session.settings, section[0]), section[2])
        assert now == pytest.approx(value)
        assert isinstance(now, type(value) | float)
        assert row.note.text() == f"Default: {shown}"
        row.reset.click()
        assert box.text() == shown
        assert row.reset.isHidden()


async def test_engines_are_switched_and_put_in_order_and_keys_stand_below_them(dialog, session):
    engines = await field(dialog, "search.engines")
    rows = engines.rows
    assert [row.switch.isChecked() for row in rows.values()] == [True, True, True, False]
    rows["brave"].up.click()
    assert session.settings.search.engines == ("duckduckgo", "brave", "tavily")
    await activated(dialog)
    rows["tavily"].switch.setFocus()
    QTest.keyClick(rows["tavily"].switch, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    rows["duckduckgo"].switch.click()
    assert session.settings.search.engines == ("tavily", "brave")
    assert engines.order[:2] == ["tavily", "brave"]
    assert not rows["brave"].down.isEnabled()
    assert not rows["duckduckgo"].up.isEnabled()
    await until(lambda: rows["tavily"].findChild(KeyField))
    dialog.rows["search.engines"].reset.click()
    assert engines.order == ["duckduckgo", "tavily", "brave", "searxng"]


async def test_a_wrong_value_is_refused_in_words_and_a_list_is_typed_with_commas(dialog, session):
    row = await row_of(dialog, "knowledge.ocr_languages")
    line = row.widget
    line.setText("eng deu")
    line.editingFinished.emit()
    assert session.settings.knowledge.ocr_languages == "eng"
    assert "knowledge.ocr_languages" in row.error.text()
    await until(row.error.isVisible)
    line.setText("eng+deu")
    line.editingFinished.emit()
    assert session.settings.knowledge.ocr_languages == "eng+deu"
    assert row.error.isHidden()
    line = await field(dialog, "fetch.allow_hosts")
    line.setText("wiki.local:8080, nas.local")
    line.editingFinished.emit()
    assert session.settings.fetch.allow_hosts == ("wiki.local:8080", "nas.local")


async def test_the_search_leaves_only_what_holds_the_words_and_opens_advanced_for_a_hit(dialog):
    await activated(dialog)
    dialog.list.setFocus()
    QTest.keyClick(dialog, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: dialog.focusWidget() is dialog.search)
    dialog.search.setText("brave delay")
    await until(lambda: "search.brave_interval_s" in dialog.rows)
    page = dialog.pages["search"]
    await until(dialog.rows["search.brave_interval_s"].isVisible)
    assert page.views["advanced"].is_open
    assert not dialog.rows["search.count"].isVisible()
    dialog.search.setText("claude")
    assert dialog._stack.currentWidget() is dialog.pages["models"]
    dialog.search.setText("new chat")
    assert dialog._stack.currentWidget() is dialog.pages["appearance"]
    dialog.search.setText("no such thing anywhere")
    assert dialog._stack.currentWidget() is dialog._nothing
    dialog.search.setText("")
    assert not page.views["advanced"].is_open
    assert not any(dialog.list.isRowHidden(row) for row in range(dialog.list.count()))


async def test_a_section_is_shown_at_once(dialog):
    for name in ("tools/panel", "privacy/log", "privacy/backup", "models/advanced"):
        dialog.show_page(name)
        page, _, section = name.partition("/")
        page = dialog.pages[page]
        assert dialog._stack.currentWidget() is page
        await until(lambda page=page: page.is_whole)
        view, port = page.views[section], page.area.viewport()

        def in_sight(view=view, port=port):
            return 0 <= view.mapTo(port, QPoint(0, 0)).y() < port.height() - 40

        await until(in_sight)
    dialog.show_page("no such page")
    assert dialog._stack.currentWidget() is page


async def test_a_key_is_stored_tried_and_removed_and_stands_in_no_file(dialog, session, tmp_path):
    engines = await field(dialog, "search.engines")
    await until(lambda: engines.rows["tavily"].findChild(KeyField))
    key = engines.rows["tavily"].findChild(KeyField)
    assert key.field.echoMode() == QLineEdit.EchoMode.Password
    key.field.setText(SECRET)
    key.save.click()
    await until(key.test.isVisible)
    assert key.field.text() == ""
    assert session.keys.get("tavily").get_secret_value() == SECRET
    key.test.click()
    await until(lambda: key.said.text() == "tavily accepts the key.")
    key.remove.click()
    await until(key.test.isHidden)
    assert session.keys.get("tavily") is None
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in path.read_bytes() for path in files)
    key.field.setText("two words")
    key.save.click()
    await until(lambda: "isn't a key for tavily" in key.said.text())
