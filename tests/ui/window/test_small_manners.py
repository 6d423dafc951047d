"""Small things at the window: messages, drops, undoing, marks, and what lines up with what."""

import asyncio
from itertools import pairwise

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from desktop_agent.frontends.ui.composer.attachments import DropTarget
from desktop_agent.frontends.ui.settings.mcp.server_dialog import ServerDialog
from tests.ui import scenes
from tests.ui.conftest import until
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
    titles,
    two_conversations,
)

KEY = Qt.Key
COPY, NONE = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier


# --- exports


async def test_an_export_says_the_files_name_and_shows_its_folder_and_a_failure_is_told(
    open_window, tmp_path, monkeypatch
):
    window = await asked(open_window, scenes.approved(), question="How do pumps do?")
    opened, told = [], []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url)) or True)
    window.exports.failed.connect(told.append)
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


def told(target):
    return target._text.text()


async def test_files_dropped_anywhere_are_attached_and_the_place_to_drop_is_shown(
    open_window, tmp_path
):
    window = open_window([])
    target = window.findChild(DropTarget)
    assert not target.isVisible()
    anywhere = (window.page, window.sidebar, window.composer.edit.viewport(), window.status)
    for count, below in enumerate(anywhere, start=1):
        file = tmp_path / f"notes {count}.txt"
        file.write_text("heat")
        data = files(file)
        assert drag_in(below, data)
        assert target.isVisible()
        assert told(target) == "Drop files to attach them to your question"
        QApplication.sendEvent(window, QDragLeaveEvent())  # as Qt does: it has come to the target
        assert drag_in(target, data)
        await asyncio.sleep(0.05)
        assert target.isVisible()
        drop_on(target, data)
        assert not target.isVisible()
        await until(lambda count=count: len(window.composer.attachments.all) == count)
        assert window.composer.attachments.all[-1].name == file.name
        assert window.composer.edit.hasFocus()


async def test_what_cannot_be_attached_is_refused_with_the_reason(open_window, tmp_path):
    window = open_window([])
    target = window.findChild(DropTarget)
    strange = QMimeData()
    strange.setData("application/x-strange", b"?")
    assert drag_in(window, strange)
    assert told(target) == "This cannot be attached to a question"
    drop_on(target, strange)
    assert window.composer.note.text() == "Only files, pictures and text can be attached."
    text = QMimeData()
    text.setText("Why so?")
    assert drag_in(window, text)
    drop_on(target, text)
    assert window.composer.edit.toPlainText() == "Why so?"


async def test_the_place_to_drop_goes_with_the_mouse_and_is_not_on_the_page_of_documents(
    open_window, tmp_path
):
    window = open_window([])
    target = window.findChild(DropTarget)
    drag_in(window, files(tmp_path / "a.txt"))
    QApplication.sendEvent(window, QDragLeaveEvent())
    await until(lambda: not target.isVisible())
    drag_in(window, files(tmp_path / "a.txt"))
    drag_in(target, files(tmp_path / "a.txt"))
    QApplication.sendEvent(target, QDragLeaveEvent())
    assert not target.isVisible()
    window.commands["view.knowledge"].action.trigger()
    await until(lambda: window.middle.is_built("knowledge"))
    drag_in(window.page, files(tmp_path))
    assert not target.isVisible()


# --- undoing a deletion


async def test_the_key_undoes_what_was_typed_and_then_a_deletion_whose_message_has_gone(
    open_window,
):
    window, *_ = await two_conversations(open_window)

    async def delete():
        open_row(window, "one")
        window.sidebar.view.setFocus()
        await press(window, KEY.Key_Delete)
        await until(lambda: titles(window) == ["two"] and window.toast.text)
        window.toast.dismiss()

    await delete()
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
    await until(lambda: window.toast.text == "“one” restored")
    window.toast.dismiss()
    await press(window, KEY.Key_Z, CTRL)
    assert not window.sidebar.undo_delete()
    await delete()
    (gone,) = await window.stage.conversations.deleted()
    window.sidebar.restore(gone.id)  # by hand: it is not restored again
    await until(lambda: titles(window) == ["two", "one"])
    await press(window, KEY.Key_Z, CTRL)
    await window.stage.conversations.deleted()  # after what the key has asked
    assert not window.sidebar.undo_delete()
    assert not window.toast.text


# --- the composer, dialogs, the sidebar


async def test_no_picker_is_cut_by_a_long_question_nor_changed_after_it(open_window):
    window = open_window([])
    bar = window.composer.bar
    before = bar.review.toolButtonStyle(), bar.review.width()
    window.composer.put("How do heat pumps work in winter? " * 200)
    await until(window.composer.tokens.isVisible)
    for width in (1400, 1180, 1024, 800, 640):
        window.panes.open_side(width > 1100)
        window.resize(width, 700)
        await until(lambda width=width: window.width() == width)
        QApplication.sendPostedEvents()
        for picker in (bar.strategy, bar.model, bar.budget):
            if picker.isVisible():
                assert picker.width() >= picker.sizeHint().width(), picker.currentText()
        assert bar.model.isVisible()
        assert bar.review.isHidden() or bar.review.width() >= bar.review.sizeHint().width()
    window.composer.edit.clear()
    await until(lambda: not window.composer.tokens.isVisible())
    window.panes.open_side(False)
    window.resize(1180, 780)
    await until(lambda: (bar.review.toolButtonStyle(), bar.review.width()) == before)


async def test_no_line_of_the_dialog_for_a_server_lies_on_another(open_window):
    window = open_window([])

    async def nothing(_given):
        return None

    dialog = ServerDialog(window.theme, window.tasks, nothing, nothing, None, window)
    dialog.open()
    await until(dialog.isVisible)
    page = dialog.tabs.currentWidget()
    await until(lambda: page.height() >= page.layout().minimumHeightForWidth(page.width()))
    parts = [page.layout().itemAt(n).geometry() for n in range(page.layout().count())]
    parts = [part for part in parts if part.height()]
    assert all(one.bottom() < two.top() for one, two in pairwise(parts))
    assert parts[-1].bottom() <= page.height()
    buttons = dialog.findChild(QDialogButtonBox).buttons()
    assert buttons
    assert all(button.icon().isNull() for button in buttons)
    dialog.close()


async def test_no_conversation_looks_open_while_another_page_or_a_new_chat_is_shown(open_window):
    window = await asked(open_window, said("one"), question="Pumps")
    await until(lambda: titles(window) == ["Pumps"])
    view = window.sidebar.view
    open_row(window, "Pumps")
    window.composer.edit.setFocus()
    assert view.currentIndex().isValid()
    for name in ("view.knowledge", "view.runs"):
        window.commands[name].action.trigger()
        await until(lambda name=name: window.middle.shown == name.partition(".")[2])
        assert not view.currentIndex().isValid()
        assert window.sidebar.current_id == ""
        window.middle.show_chat()
        assert view.current is not None
    await press(window, KEY.Key_N, CTRL)
    assert not view.currentIndex().isValid()
    assert not view.selectionModel().hasSelection()


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
    assert search.hasFocus()
    QTest.keyClicks(search, "aardv")
    await until(lambda: titles(window) == ["question 0"])
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


async def test_the_welcome_stands_above_the_composer_also_after_a_chat(open_window):
    window = open_window(said("one"))
    window.panes.open_side(True)

    def text(widget):
        """Left and right of what is inside of a widget's margins, in pixels of the window."""
        inside = widget.layout().contentsRect()
        return [widget.mapTo(window, at).x() for at in (inside.topLeft(), inside.topRight())]

    async def at_each_size(stands):
        for width, height in ((1400, 900), (1180, 780), (1180, 500), (900, 480)):
            window.resize(width, height)
            await until(lambda width=width: window.size().width() == width)
            await until(stands)

    welcome = window.page.welcome.step.parentWidget()
    row = window.composer.parentWidget()
    await at_each_size(lambda: text(welcome) == text(row))
    await ask(window, "q")
    answer = window.chat.last.body
    await at_each_size(lambda: answer.mapTo(window, QPoint(0, 0)).x() == text(row)[0])
    await press(window, KEY.Key_N, CTRL)
    assert window.page.welcome.isVisible()
    await at_each_size(lambda: text(welcome) == text(row))
