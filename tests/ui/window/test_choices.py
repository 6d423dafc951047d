"""Each conversation has its own choices; questions queue; what is typed with a slash is done."""

import json

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.core.events import AnswerGiven
from desktop_agent.core.knowledge import CollectionInfo
from desktop_agent.core.messages import Message
from desktop_agent.ui.export.save_dialog import QFileDialog
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.window.person import (
    CTRL,
    SHIFT,
    ask,
    click,
    last_answer,
    open_row,
    press,
    questions,
    send,
    titles,
    write,
)


def said(text):
    return [AnswerGiven(text=text)]


async def test_each_conversation_keeps_its_own_network_switch_and_strategy(open_window, reopen):
    window = open_window(said("one"), said("two"))
    click(window.status.network)
    window.composer.strategy.choose("quick")
    window.composer.strategy.activated.emit(window.composer.strategy.currentIndex())
    await ask(window, "private")
    window.page.begin_new()
    assert not window.status.offline
    assert window.composer.chosen_strategy == "auto"
    await ask(window, "public")
    assert [each.offline for each in window.stage.asked] == [True, False]
    assert [each.strategy for each in window.stage.asked] == ["quick", "auto"]
    again = await reopen(window, said("three"))
    await until(lambda: questions(again) == ["public"])
    assert not again.status.offline
    await until(lambda: "private" in titles(again))
    open_row(again, "private")
    await until(lambda: questions(again) == ["private"])
    assert again.status.offline
    assert again.composer.chosen_strategy == "quick"
    await ask(again, "more")
    assert (again.stage.asked[0].offline, again.stage.asked[0].strategy) == (True, "quick")


async def test_a_switch_in_the_middle_of_a_conversation_is_remembered_by_it(open_window):
    window = open_window(said("one"))
    await ask(window, "first")
    click(window.status.network)
    await until(lambda: window.page.conversation.conversation.offline is True)
    window.page.begin_new()
    assert not window.status.offline
    await until(lambda: titles(window) == ["first"])
    open_row(window, "first")
    await until(lambda: window.status.offline)


async def test_each_conversation_keeps_whether_documents_are_searched(open_window, reopen):
    window = open_window(said("one"), said("two"))
    switch = window.status.documents
    assert not switch.isVisibleTo(window)  # there are none
    window.stage.knowledge.held = [CollectionInfo("a", "Papers", "files", documents=3)]
    switch.look()
    await until(lambda: switch.isVisibleTo(window))
    click(switch)
    assert switch.text() == "Without my documents"
    await ask(window, "web")
    window.page.begin_new()
    assert switch.isChecked()
    await ask(window, "both")
    assert [each.documents for each in window.stage.asked] == [False, True]
    again = await reopen(window, said("three"))
    await until(lambda: questions(again) == ["both"])
    assert again.status.documents.isChecked()
    await until(lambda: "web" in [each.title for each in again.sidebar.conversations])
    open_row(again, "web")
    await until(lambda: questions(again) == ["web"])
    assert not again.status.documents.isChecked()
    again.status.documents.click()
    await until(lambda: again.page.conversation.conversation.documents)


async def test_questions_queue_and_are_asked_in_their_order(open_window):
    window = open_window([0.3, *said("one")], said("two"), said("three"))
    for question in ("first", "second", "third"):
        send(window, question)
    await until(lambda: len(window.stage.asked) == 3 and not window.page.conversation.busy)
    assert questions(window) == ["first", "second", "third"]
    assert len(titles(window)) == 1


async def test_what_is_queued_in_one_conversation_is_not_asked_in_another(open_window):
    window = open_window(said("old"), [0.4, *said("one")], said("two"))
    await ask(window, "old")
    window.page.begin_new()
    send(window, "first")
    send(window, "second")
    await until(lambda: len(window.stage.asked) == 2)
    await until(lambda: "old" in titles(window))
    open_row(window, "old")
    await until(lambda: questions(window) == ["old"])
    await until(lambda: not window.page.conversation.busy)
    assert window.composer.queue.held
    assert [each.text for each in window.stage.asked] == ["old", "first"]


async def test_what_is_queued_goes_on_when_one_has_come_back(open_window):
    window = open_window(said("old"), [0.8, *said("one")], said("two"))
    await ask(window, "old")
    window.page.begin_new()
    send(window, "first")
    send(window, "second")
    await until(lambda: "first" in titles(window))
    open_row(window, "old")
    await until(lambda: questions(window) == ["old"])
    open_row(window, "first")
    await until(lambda: questions(window) == ["first"])
    await until(lambda: questions(window) == ["first", "second"])
    await until(lambda: not window.page.conversation.busy)


async def test_an_example_that_is_clicked_while_an_answer_is_written_waits_for_it(open_window):
    window = open_window([0.4, *said("one")], said("two"))
    send(window, "first")
    await until(lambda: window.stage.runs)
    window.page.begin_new()
    window.page.welcome.asked.emit("an example")
    assert [each.text for each in window.composer.queue.drafts] == ["an example"]
    await until(lambda: questions(window) == ["an example"])
    await until(lambda: not window.page.conversation.busy)
    assert len(titles(window)) == 2


async def test_commands_typed_with_a_slash_are_the_windows(open_window):
    window = open_window(said("one"))
    await ask(window, "first")
    for text in ("/offline ", "/new "):
        write(window, text)
        QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
        if text == "/offline ":
            assert window.status.offline
    assert window.page.conversation.id == ""
    assert window.page.welcome.isVisible()
    assert len(window.stage.asked) == 1


async def test_slash_find_looks_in_the_conversation(open_window):
    window = open_window(said("one pump"))
    await ask(window, "first")
    write(window, "/find pump")
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
    await until(lambda: window.page._find_bar.count.text() == "1 of 1")


async def test_the_open_conversation_is_exported_where_the_dialog_says(open_window, tmp_path):
    window = open_window(evidence_scenes.checked())
    await ask(window, "What do they use?")
    await press(window, Qt.Key.Key_S, CTRL | SHIFT)
    await until(lambda: window.findChild(QFileDialog) or window.exports.findChild(QFileDialog))
    dialog = window.findChild(QFileDialog) or window.exports.findChild(QFileDialog)
    file = tmp_path / "saved.json"
    dialog.fileSelected.emit(str(file))
    dialog.close()
    await until(file.is_file)
    saved = json.loads(file.read_text())
    assert "What do they use?" in json.dumps(saved)


async def test_every_form_of_export_holds_question_and_answer(open_window, tmp_path):
    window = open_window(scenes.approved())
    await ask(window, "How do pumps do?")
    for ending in ("md", "html", "json"):
        file = tmp_path / f"saved.{ending}"
        window.exports.save(window.page.conversation.id, file)
        await until(file.is_file)
        text = file.read_text(encoding="utf-8")
        assert "How do pumps do?" in text
        assert "Heat pumps stay efficient" in text


async def test_a_question_that_cannot_be_kept_is_answered_all_the_same(open_window):
    window = open_window(said("one"))
    await ask(window, "first")
    gone = window.page.conversation.id
    store = window.stage.conversations
    await store.delete(gone)
    await store.purge(-1)
    send(window, "second")
    await until(lambda: not window.page.conversation.busy)
    assert last_answer(window) == "one"
    assert questions(window) == ["first", "second"]
    assert "not kept" in window.composer.note.text()
    assert window.stage.asked[-1].history == (Message("user", "first"), Message("assistant", "one"))
