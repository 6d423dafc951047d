"""Small things at the window: finding, drops, exports, undoing and marks."""

import asyncio

from PySide6.QtCore import QMimeData, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.settings.network_log import NetworkLog
from desktop_agent.frontends.ui.settings.shortcuts import ShortcutsPane
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.window.command_palette import CommandPalette
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.manners.activation import focused
from tests.ui.window.person import (
    CTRL,
    LEFT,
    SHIFT,
    ask,
    asked,
    click,
    open_row,
    press,
    questions,
    said,
    send,
    titles,
    two_conversations,
)

KEY = Qt.Key
COPY, NONE = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier


# --- exports


async def test_an_export_names_its_file_or_why_it_failed(open_window, tmp_path, monkeypatch):
    window = await asked(open_window, scenes.approved(), question="How do pumps do?")
    opened, told = [], []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url)) or True)
    window.tasks.report = told.append
    window.exports.save(window.page.conversation.id, tmp_path / "nowhere" / "pumps.md")
    await until(lambda: told)
    assert "pumps.md" in told[0].message
    assert not window.toast.text
    window.exports.save(window.page.conversation.id, tmp_path / "pumps.md")
    await until(lambda: window.toast.text == "Exported to pumps.md")
    assert window.toast.action.text() == "Show in folder"
    click(window.toast.action)
    assert [url.toLocalFile() for url in opened] == [str(tmp_path)]


# --- drops


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drag_in(widget, data):
    event = QDragEnterEvent(widget.rect().center(), COPY, data, LEFT, NONE)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop_on(widget, data):
    at = QPointF(widget.rect().center())
    QApplication.sendEvent(widget, QDropEvent(at, COPY, data, LEFT, NONE))


async def test_files_and_text_are_taken_wherever_they_are_dropped(open_window, tmp_path):
    window = open_window([])
    names = ["page", "sidebar", "side", "composer"]
    for name in names:
        file = tmp_path / f"{name}.txt"
        file.write_text("heat")
        data, over = files(file), getattr(window, name)
        assert drag_in(over.edit.viewport() if name == "composer" else over, data)
        assert window.composer.property("dropping")
        drop_on(window, data)
        assert not window.composer.property("dropping")
    await until(lambda: len(window.composer.attachments.all) == len(names))
    assert {each.name for each in window.composer.attachments.all} == {f"{n}.txt" for n in names}
    assert focused(window.composer.edit)
    strange = QMimeData()
    strange.setData("application/x-strange", b"?")
    assert not drag_in(window, strange)
    text = QMimeData()
    text.setText("Why so?")
    assert drag_in(window, text)
    drop_on(window, text)
    assert window.composer.edit.toPlainText() == "Why so?"


# --- undoing a deletion


async def test_the_key_undoes_what_was_typed_and_then_a_deletion(open_window):
    window, *_ = await two_conversations(open_window)

    async def delete():
        open_row(window, "one")
        window.sidebar.view.setFocus()
        await press(window, KEY.Key_Delete)
        await until(lambda: titles(window) == ["two"] and window.toast.text)

    await delete()
    window.sidebar.head.show_search()
    for field, text in (
        (window.composer.edit, window.composer.edit.toPlainText),
        (window.sidebar.head.search, window.sidebar.head.search.text),
    ):
        field.setFocus()
        QTest.keyClicks(field, "h")
        await press(window, KEY.Key_Z, CTRL)
        assert text() == ""
    await until(lambda: titles(window) == ["two"])
    window.composer.edit.setFocus()
    await press(window, KEY.Key_Z, CTRL)
    await until(lambda: titles(window) == ["two", "one"])
    assert not window.toast.text
    await delete()
    window.toast.dismiss()
    await press(window, KEY.Key_Z, CTRL)
    (gone,) = await window.stage.conversations.deleted()
    assert gone.title == "one"


# --- the composer, dialogs, the sidebar


async def test_words_found_in_all_conversations_are_marked_in_the_chat(open_window):
    long = said("Nothing.\n\n" * 40)
    found = said("Nothing.\n\n" * 40 + "An **aardvark** digs.")
    window = open_window(long, found, long, long, said("hi"))
    for number in range(4):
        await ask(window, f"question {number}")
    window.page.begin_new()
    await ask(window, "another")
    await press(window, KEY.Key_F, CTRL | SHIFT)
    search = window.sidebar.head.search
    assert focused(search)
    QTest.keyClicks(search, "aardv")
    await until(lambda: titles(window) == ["question 0"])
    assert nameless(window) == []
    assert "Search chats" in [each.name for each in controls(window)]
    QTest.keyClick(search, KEY.Key_Return)
    await until(lambda: len(questions(window)) == 4 and 1 in window.chat.seen)

    def marks():
        message = window.chat.message(1)
        return message.body.extraSelections() if message is not None else []

    await until(lambda: [each.cursor.selectedText() for each in marks()] == ["aardvark"])
    seen = window.chat.viewport()

    def in_view():
        (mark,) = marks()
        body = window.chat.message(1).body
        place = body.cursorRect(mark.cursor).center()
        return seen.rect().contains(body.viewport().mapTo(seen, place))

    await until(in_view)
    search.clear()
    await until(lambda: len(titles(window)) == 2)
    open_row(window, "another")
    await until(lambda: window.chat.last.body.toPlainText() == "hi")
    open_row(window, "question 0")
    await until(lambda: len(questions(window)) == 4)
    assert marks() == []


async def test_find_counts_goes_round_and_is_put_away(open_window):
    window = open_window(said("A pump, and a Pump."), said("No such thing."), said("pump"))
    for question in ("first pump", "second", "third"):
        await ask(window, question)
    await press(window, KEY.Key_F, CTRL)
    bar = window.page.finding
    assert bar.isVisible()
    assert focused(bar.field)
    QTest.keyClicks(bar.field, "pump")
    await until(lambda: bar.count.text() == "1 of 4")
    assert nameless(window) == []
    QTest.keyClick(bar.field, KEY.Key_Return)
    assert bar.count.text() == "2 of 4"
    QTest.keyClick(bar.field, KEY.Key_F3, SHIFT)
    QTest.keyClick(bar.field, KEY.Key_Return, SHIFT)
    assert bar.count.text() == "4 of 4"
    QTest.keyClick(bar.field, KEY.Key_F3)
    assert bar.count.text() == "1 of 4"
    QTest.keyClicks(bar.field, "x")
    await until(lambda: bar.count.text() == "No matches")
    assert not bar.on.isEnabled()
    QTest.keyClick(bar.field, KEY.Key_Escape)
    assert bar.isHidden()
    assert focused(window.chat)
    await press(window, KEY.Key_F, CTRL)
    assert bar.field.selectedText() == "pumpx"


async def test_escape_in_the_find_bar_or_on_a_page_does_not_stop_the_answer(open_window):
    window = open_window([float("inf")])
    send(window, "slow")
    await until(lambda: window.stage.scenes_played)
    await press(window, KEY.Key_F, CTRL)
    await press(window, KEY.Key_Escape)
    assert window.page.finding.isHidden()
    window.commands["view.knowledge"].action.trigger()
    await press(window, KEY.Key_Escape)
    assert not window.middle.shown
    await asyncio.sleep(0.05)
    assert window.page.conversation.busy
    await press(window, KEY.Key_Escape)
    await until(lambda: not window.page.conversation.busy)


async def test_the_palette_runs_a_command_and_opens_a_conversation(open_window):
    window = open_window(scenes.approved(), said("hi"))
    await ask(window, "Heat pumps in winter")
    window.page.begin_new()
    await ask(window, "another")
    await press(window, KEY.Key_K, CTRL)
    palette = window.findChild(CommandPalette)
    assert palette.isVisible()
    QTest.keyClicks(palette.field, "heat win")
    QTest.keyClick(palette.field, KEY.Key_Return)
    await until(lambda: questions(window) == ["Heat pumps in winter"])
    await press(window, KEY.Key_K, CTRL)
    QTest.keyClicks(palette.field, "network log")
    QTest.keyClick(palette.field, KEY.Key_Return)
    await until(lambda: window.findChild(NetworkLog).isVisible())


async def test_f1_shows_every_key_and_other_keys_hold_at_once_and_later(open_window, reopen):
    window = open_window([])
    await press(window, KEY.Key_F1)
    dialog = window.findChild(SettingsDialog)
    await until(lambda: dialog.findChild(ShortcutsPane))
    window.commands.rebind("view.ledger", "Ctrl+U")
    window.stage.change_setting("shortcuts.keys", window.commands.chosen())
    dialog.close()
    await press(window, KEY.Key_U, CTRL)
    await until(lambda: window.findChild(NetworkLog).isVisible())
    again = await reopen(window)
    again.panes.open_side(False)
    await press(again, KEY.Key_U, CTRL)
    await until(lambda: again.findChild(NetworkLog).isVisible())


def test_an_icon_squeezed_to_nothing_is_null_instead_of_a_painter_that_cannot_begin(theme):
    assert theme.icon("search").pixmap(QSize(16, 16)).width() == 16
    assert icons.pixmap("search", "#000000", 0, 2.0).isNull()
