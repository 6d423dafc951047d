"""The sidebar by mouse and keys, on a real store."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.frontends.ui.composer.options import ModelChoice
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList, RowMenu
from desktop_agent.frontends.ui.sidebar.conversation_view import Entry, grouped
from desktop_agent.frontends.ui.widgets.list_view import ROW
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.widgets.toast import Toast
from tests.ui.conftest import until


@pytest.fixture
def sidebar(theme, store, tasks, place):
    """Gives the sidebar beside a page, once it shows conversations with the given titles."""

    async def build(*titles):
        for title in titles:
            await store.create(title)
        page, chat = QWidget(), QWidget()
        row = QHBoxLayout(page)
        made = ConversationList(theme, store, tasks, Toast(chat, theme), ModelChoice())
        made.setFixedWidth(260)
        row.addWidget(made)
        row.addWidget(chat, 1)
        place(page, 800, 600)
        made.refresh()
        await until(lambda: made.view.isVisible() == bool(titles) and made._loading is None)
        return made

    return build


def rows(made, kind):
    model = made.view.model()
    every = [model.index(row, 0) for row in range(model.rowCount())]
    return {row.data(): row for row in every if isinstance(row.data(ROW), kind)}


def titles(made):
    return list(rows(made, Entry))


def headings(made):
    return list(rows(made, str))


def go_to(made, title):
    index = rows(made, Entry)[title]
    made.view.setCurrentIndex(index)
    made.view.setFocus()
    return index


def heard(signal):
    said = []
    signal.connect(lambda *what: said.append(what))
    return said


def edit_title(made, text):
    go_to(made, "Pumps")
    QTest.keyClick(made.view, Qt.Key.Key_F2)
    editor = made.view.findChild(QLineEdit, "renameConversation")
    editor.setText(text)
    return editor


async def menu_of(made, title):
    at = made.view.visualRect(go_to(made, title)).center()
    made.view.customContextMenuRequested.emit(at)
    await until(lambda: any(menu.isVisible() for menu in made.findChildren(RowMenu)))
    return next(menu for menu in made.findChildren(RowMenu) if menu.isVisible())


def choose(menu, text):
    action = next(each for each in menu.actions() if each.text() == text)
    action.trigger()
    menu.close()


async def answer_dialog(made, text):
    await until(lambda: made.findChildren(LineDialog))
    dialog = made.findChildren(LineDialog)[-1]
    dialog.setTextValue(text)
    QTest.keyClick(dialog.findChild(QLineEdit), Qt.Key.Key_Return)


async def test_enter_opens_down_goes_past_headings_and_a_click_on_one_opens_nothing(sidebar, store):
    made = await sidebar("Pumps", "Boilers")
    await store.change((await store.list())[0].id, pinned=True)
    made.refresh()
    await until(lambda: headings(made) == ["Pinned", "Today"])
    opened = heard(made.opened)
    QTest.keyClick(made.head.search, Qt.Key.Key_Down)
    assert made.view.hasFocus()
    QTest.keyClick(made.view, Qt.Key.Key_Return)
    QTest.keyClick(made.view, Qt.Key.Key_Down)
    QTest.keyClick(made.view, Qt.Key.Key_Return)
    center = made.view.visualRect(made.view.model().index(0, 0)).center()
    QTest.mouseClick(made.view.viewport(), Qt.MouseButton.LeftButton, pos=center)
    assert [each for each, _hit in opened] == [each.id for each in await store.list()]


async def test_a_refresh_waits_for_an_open_editor_and_escape_keeps_the_old_title(sidebar, store):
    made = await sidebar("Pumps")
    editor = edit_title(made, "Half a ti")
    await store.create("Another")
    made.refresh()
    await until(lambda: made._loading is None)
    assert editor.isVisible()
    assert editor.text() == "Half a ti"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    await until(lambda: sorted(titles(made)) == ["Another", "Pumps"])
    assert sorted(each.title for each in await store.list()) == ["Another", "Pumps"]


async def test_recently_deleted_ones_can_be_restored_and_an_empty_list_says_so(sidebar, store):
    made = await sidebar()
    await until(made.note.isVisible)
    assert made.note.text() == "Your chats appear here"
    for title in ("Pumps", "Boilers"):
        await store.create(title)
    made.refresh()
    await until(lambda: len(titles(made)) == 2)
    assert not made.trash.isVisible(), "nothing is deleted"
    opened = heard(made.opened)
    go_to(made, "Pumps")
    made.delete_current()
    await until(lambda: titles(made) == ["Boilers"])
    assert made.trash.isVisible()
    made.trash.click()
    await until(lambda: titles(made) == ["Pumps"])
    go_to(made, "Pumps")
    QTest.keyClick(made.view, Qt.Key.Key_Return)
    QTest.keyClick(made.view, Qt.Key.Key_Delete)
    assert opened == []
    QTest.mouseClick(made.head.restore, Qt.MouseButton.LeftButton)
    await until(made.note.isVisible)
    assert made.note.text() == "No deleted chats"
    QTest.mouseClick(made.head.back, Qt.MouseButton.LeftButton)
    await until(lambda: len(titles(made)) == 2)


async def test_the_menu_pins_moves_to_a_folder_edits_tags_and_asks_for_export(sidebar, store):
    made = await sidebar("Pumps")
    choose(await menu_of(made, "Pumps"), "Pin")
    await until(lambda: headings(made) == ["Pinned"])
    choose(await menu_of(made, "Pumps"), "Unpin")
    await until(lambda: headings(made) == ["Today"])
    menu = await menu_of(made, "Pumps")
    folders = next(each.menu() for each in menu.actions() if each.text() == "Move to folder")
    choose(folders, "New folder…")
    menu.close()
    await answer_dialog(made, "House & garden")
    await until(lambda: headings(made) == ["House & garden"])
    menu = await menu_of(made, "Pumps")
    folders = next(each.menu() for each in menu.actions() if each.text() == "Move to folder")
    assert [each.text() for each in folders.actions() if each.isChecked()] == ["House && garden"]
    choose(folders, "No folder")
    menu.close()
    await until(lambda: headings(made) == ["Today"])
    choose(await menu_of(made, "Pumps"), "Tags…")
    await answer_dialog(made, "energy, #house, Energy,, ")
    await until(lambda: made.view.rows.entry(go_to(made, "Pumps")).conversation.tags)
    (known,) = await store.list()
    assert known.tags == ("energy", "house")
    for text, signal in (("Export…", made.export_wanted), ("Print…", made.print_wanted)):
        wanted = heard(signal)
        choose(await menu_of(made, "Pumps"), text)
        assert wanted == [(known.id,)]


async def test_enter_opens_what_the_search_finds_the_last_one_counts_and_escape_clears_it(sidebar):
    made = await sidebar("Pumps", "Boilers")
    opened = heard(made.opened)
    QTest.keyClicks(made.head.search, "boil")
    QTest.keyClick(made.head.search, Qt.Key.Key_Return)  # before it has answered
    await until(lambda: opened)
    assert titles(made) == ["Boilers"]
    for words in ("pumps", "boilers", "pumps", "boilers"):
        made.head.search.setText(words)
        made.head.search._tell()
    await until(lambda: made._loading is None)
    assert titles(made) == ["Boilers"]
    made.head.search.clear()
    QTest.keyClicks(made.head.search, "nothing like it")
    await until(made.note.isVisible)
    assert made.note.text() == "No results"
    QTest.keyClick(made.head.search, Qt.Key.Key_Escape)
    await until(lambda: len(titles(made)) == 2)
    assert made.view.isVisible()


async def test_a_refresh_keeps_row_and_scroll_position(sidebar, store):
    made = await sidebar(*(f"Conversation {number}" for number in range(60)))
    index = go_to(made, "Conversation 20")
    made.view.scrollTo(index, made.view.ScrollHint.PositionAtTop)
    before = made.view.visualRect(made.view.currentIndex()).top()
    await store.create("A new one")
    made.refresh()
    await until(lambda: len(titles(made)) == 61)
    assert made.view.current.conversation.title == "Conversation 20"
    assert made.view.visualRect(made.view.currentIndex()).top() == before
    new = await store.create("Brand new")
    made.select(new.id)
    assert made.view.rows.open_id == new.id
    made.refresh()
    await until(lambda: made.view.current_id == new.id)


async def test_a_screen_reader_hears_all_of_a_row(sidebar, store):
    made = await sidebar("Pumps")
    known = (await store.list())[0].id
    await store.change(known, pinned=True, folder="House", tags=("energy",))
    made.refresh()
    await until(lambda: headings(made) == ["Pinned"])
    made.show_running(frozenset({known}))
    spoken = made.view.rows.index_of(known).data(Qt.ItemDataRole.AccessibleTextRole)
    for part in ("Pumps", "pinned", "in folder House", "tags: energy", "answering now"):
        assert part in spoken
    made.show_running(frozenset())
    spoken = made.view.rows.index_of(known).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "answering now" not in spoken


async def test_a_failing_store_is_told_and_the_list_stays_usable(sidebar, tasks):
    made = await sidebar("Pumps")
    failed = []
    tasks.report = failed.append
    made.change("no such conversation", title="x")
    await until(lambda: failed)
    made.refresh()
    await until(lambda: made._loading is None)
    assert titles(made) == ["Pumps"]


def test_conversations_are_grouped_by_pin_folder_and_day():
    now = datetime.now().astimezone().replace(hour=12, minute=0)

    def made(name, days, **more):
        moment = (now - timedelta(days=days)).astimezone(UTC).isoformat()
        return Conversation(name, name, moment, moment, **more)

    rows = grouped(
        (
            made("a", 0, pinned=True, folder="Work"),
            made("b", 0),
            made("c", 1),
            made("d", 7),
            made("e", 400),
            made("f", 3, folder="Work"),
            Conversation("g", "g", "", "not a moment"),
        ),
        now.date(),
    )
    told = [row.conversation.id if isinstance(row, Entry) else row for row in rows]
    month = QLocale().toString((now - timedelta(days=400)).date(), "MMMM yyyy")
    assert told == [
        "Pinned", "a", "Work", "f", "Today", "b", "Yesterday", "c", "Previous 7 days", "d",
        month, "e", "Older", "g",
    ]  # fmt: skip


async def test_the_message_goes_by_itself_not_under_the_keyboard_and_takes_it_from_nobody(sidebar):
    made = await sidebar("Pumps")
    made.toast.show_message("Gone soon", "Undo", lambda: None, ms=40)
    await until(lambda: made.toast.text == "")
    made.toast.show_message("Stays", "Undo", lambda: None, ms=40)
    made.toast.action.setFocus()
    QTest.qWait(120)
    assert made.toast.text == "Stays"
    QTest.keyClick(made.toast.action, Qt.Key.Key_Escape)
    assert made.toast.text == ""
    made.head.show_search()
    made.toast.show_message("Done", "Undo", lambda: None)
    assert QApplication.focusWidget() is made.head.search
    page = made.toast.parentWidget().rect()
    assert made.toast.geometry().center().x() == pytest.approx(page.center().x(), abs=1)
    assert page.contains(made.toast.geometry().topLeft())
    assert made.toast.pos() != page.topLeft()
