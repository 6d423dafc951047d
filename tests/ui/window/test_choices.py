"""Each conversation has its own choices; questions queue; what is opened in a hurry is what is wanted."""

import asyncio

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.core.events import ModelCall
from desktop_agent.core.knowledge import CollectionInfo
from desktop_agent.core.messages import Message
from desktop_agent.storage.settings_file import change_setting
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.window.person import (
    CTRL,
    ask,
    asked,
    click,
    last_answer,
    open_row,
    press,
    questions,
    said,
    send,
    titles,
    two_conversations,
    write,
)


def offline(window):
    return window.commands["program.network"].action.isChecked()


def switch_network(window):
    menu = window.sidebar.foot.model.menu()
    menu.aboutToShow.emit()
    next(each for each in menu.actions() if each.text() == "Work offline").trigger()


async def test_each_conversation_keeps_its_own_choices(open_window, reopen):
    window = open_window(said("one"), said("two"))
    switch = window.composer.bar.documents
    assert not switch.isVisibleTo(window)  # there are none
    window.stage.knowledge.held = [CollectionInfo("a", "Papers", "files", documents=3)]
    window.page.look_for_documents()
    await until(lambda: switch.isVisibleTo(window))
    click(switch)
    assert switch.toolTip() == "Not searching your documents"
    click(window.composer.bar.web)
    window.commands["chat.offline"].action.trigger()
    assert window.page.banner.text.text().startswith("This chat is offline")
    window.composer.mode.choose("quick")
    window.composer.mode.activated.emit(window.composer.mode.currentIndex())
    await ask(window, "private")
    window.page.begin_new()
    assert window.page.banner.text.text() == ""
    assert window.composer.chosen_mode == "auto"
    assert switch.isChecked()
    assert window.composer.bar.web.isChecked()
    await ask(window, "public")
    kept = [(each.offline, each.strategy, each.documents, each.web) for each in window.stage.asked]
    assert kept == [(True, "quick", False, False), (False, "auto", True, True)]
    again = await reopen(window, said("three"))
    await until(lambda: questions(again) == ["public"])
    assert again.page.banner.text.text() == ""
    assert again.composer.bar.documents.isChecked()
    await until(lambda: "private" in titles(again))
    open_row(again, "private")
    await until(lambda: questions(again) == ["private"])
    assert again.page.banner.text.text().startswith("This chat is offline")
    assert not offline(again)
    assert again.composer.chosen_mode == "quick"
    assert not again.composer.bar.documents.isChecked()
    assert not again.composer.bar.web.isChecked()
    await ask(again, "more")
    asked = again.stage.asked[0]
    assert (asked.offline, asked.strategy, asked.documents) == (True, "quick", False)
    again.composer.bar.documents.click()
    await until(lambda: again.page.conversation.conversation.documents)


async def test_the_row_of_a_chat_keeps_it_offline_and_its_banner_lets_it_go_online(open_window):
    window = await asked(open_window, said("one"), question="first")
    await until(lambda: titles(window) == ["first"])
    await choose_in_row_menu(window, "Keep this chat offline")
    await until(lambda: window.page.banner.text.text().startswith("This chat is offline"))
    assert window.page.conversation.conversation.offline is True
    window.page.begin_new()
    assert window.page.banner.text.text() == ""
    open_row(window, "first")
    await until(window.page.banner.text.text)
    click(window.page.banner.buttons[0])
    assert window.page.banner.text.text() == ""
    await until(lambda: window.page.conversation.conversation.offline is False)


async def choose_in_row_menu(window, text):
    view = window.sidebar.view
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    (action,) = [each for each in menu.actions() if each.text() == text]
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


async def test_the_network_switch_holds_for_new_chats_after_a_restart_and_in_other_processes(
    open_window, reopen
):
    window = open_window(said("one"), said("two"))
    switch_network(window)
    assert offline(window)
    assert window.page.banner.text.text() == "Offline. Nothing leaves this computer."
    assert not window.composer.bar.web.isEnabled()
    await ask(window, "private")
    await press(window, Qt.Key.Key_N, CTRL)
    assert offline(window)
    assert window.page.banner.text.text()
    assert window.session.settings.network.offline
    again = await reopen(window, said("three"))
    assert offline(again)
    assert again.page.banner.text.text()
    await until(lambda: "private" in titles(again))
    open_row(again, "private")
    await until(lambda: questions(again) == ["private"])
    assert again.page.conversation.conversation.offline is None  # the setting is not the chat's own
    click(again.page.banner.buttons[0])
    assert not offline(again)
    assert again.page.banner.text.text() == ""
    assert not again.session.settings.network.offline
    change_setting(again.session.paths, "network.offline", True)  # another process
    QApplication.sendEvent(again, QEvent(QEvent.Type.ActivationChange))
    await until(lambda: again.isActiveWindow() or again.activateWindow())
    await until(lambda: offline(again))


@pytest.mark.parametrize("value", ["true", "false"])
async def test_the_environment_wins_over_the_network_switch_which_says_so(open_window, value):
    variable = "DESKTOP_AGENT_NETWORK__OFFLINE"
    window = open_window(said("one"), environ={variable: value})
    forced = value == "true"
    assert offline(window) is forced
    assert (variable in window.page.banner.text.text()) is forced
    assert not any(each.isVisible() for each in window.page.banner.buttons)
    switch_network(window)
    assert offline(window) is forced
    box = window.findChild(QMessageBox)
    assert variable in box.text()
    box.accept()


async def test_the_meter_tells_of_the_run_and_a_new_chat_has_its_own_choices_and_model(open_window):
    call = ModelCall(
        agent="main",
        model="m",
        prompt_tokens=12_000,
        completion_tokens=192,
        ms=4000,
        context_tokens=16384,
    )
    window = open_window([call, 0.6, *said("one")])
    window.look_for_models()
    window.composer.mode.choose("deep")
    window.composer.options.review.trigger()
    send(window, "first")
    await until(lambda: window.composer.context.text() == "context 74% full")
    await until(lambda: not window.page.conversation.busy)
    assert window.composer.options.review.isChecked()  # its own chat has begun meanwhile
    await until(lambda: window.sidebar.foot.model.accessibleName() == "Model: qwen3:4b")
    window.page.begin_new()
    assert not window.composer.options.review.isChecked()
    menu = window.sidebar.foot.model.menu()
    menu.aboutToShow.emit()
    next(each for each in menu.actions() if each.text() == "llama3.2:3b").trigger()
    await ask(window, "Why?")
    assert [each.model for each in window.stage.asked][1:] == ["llama3.2:3b"]


async def test_what_is_queued_goes_on_when_one_has_come_back(open_window):
    window = await asked(open_window, said("old"), [0.8, *said("one")], said("two"), question="old")
    window.page.begin_new()
    send(window, "first")
    send(window, "second")
    await until(lambda: "first" in titles(window))
    open_row(window, "old")
    await until(lambda: questions(window) == ["old"])
    assert window.composer.queue.held
    assert [each.text for each in window.stage.asked] == ["old", "first"]
    open_row(window, "first")
    await until(lambda: questions(window) == ["first", "second"])
    await until(lambda: window.stage.asked[-1].text == "second")
    assert window.stage.asked[-1].history == (Message("user", "first"), Message("assistant", "one"))
    assert not window.composer.queue.isVisible()


async def test_a_question_that_cannot_be_kept_is_answered_all_the_same(open_window):
    window = await asked(open_window, said("one"), question="first")
    gone = window.page.conversation.id
    store = window.stage.conversations
    await store.delete(gone)
    await store.purge(-1)
    send(window, "second")
    await until(lambda: not window.page.conversation.busy)
    assert last_answer(window) == "one"
    assert questions(window) == ["first", "second"]
    assert "couldn't be saved" in window.composer.note.text()
    assert window.stage.asked[-1].history == (Message("user", "first"), Message("assistant", "one"))


async def settled(window):
    """Waits until the store has answered all that was asked of it."""
    for _ in range(8):
        await window.stage.conversations.folders()
        await asyncio.sleep(0)


async def test_of_several_clicks_the_last_one_counts(open_window):
    window, first, second = await two_conversations(open_window)
    window.page.open(first)
    window.page.open(second)  # it is the open one still
    await settled(window)
    assert questions(window) == ["two"]
    window.page.open(first)
    window.page.begin_new()
    await settled(window)
    assert window.page.conversation.id == ""
    assert questions(window) == []
    window.page.open(first)
    window.page.begin_new()
    window.page.open(second)
    await settled(window)
    assert window.page.conversation.id == second
    window.page.begin_new()
    send(window, "three")
    await press(window, Qt.Key.Key_N, CTRL)  # the new chat is not taken by the question before
    await until(lambda: not window.page.conversation.busy and "three" in titles(window))
    assert window.page.conversation.id == ""
    assert questions(window) == []


async def test_a_deleted_conversation_does_not_open_and_it_is_said_why(open_window):
    window, first, second = await two_conversations(open_window)
    conversation = await window.stage.conversations.get(first)
    window.page.open(first)
    window.sidebar.delete(conversation)  # while it opens
    await settled(window)
    await until(lambda: titles(window) == ["two"])
    assert window.page.conversation.id != first
    told = []
    window.tasks.report = told.append
    window.page.open(second)
    await until(lambda: window.page.conversation.id == second)
    window.page.open(first)
    await until(lambda: told)
    assert window.page.conversation.id == second
    assert "was deleted" in told[0].message


async def test_a_question_does_not_land_on_a_branch_that_is_switched_to_meanwhile(open_window):
    window, _, _ = await two_conversations(open_window)
    window.page.ask_last_again()
    await until(lambda: not window.page.conversation.busy)
    here = window.page.conversation
    newest = here.history.outlines[0].id
    send(window, "follow-up")
    here.switch(newest, -1)
    await until(lambda: not here.busy)
    await settled(window)
    assert [each.id for each in here.history.outlines] == [newest - 1]
    here.switch(newest - 1, 1)
    await until(lambda: questions(window) == ["two", "follow-up"])
    here.switch(newest, -1)
    window.page.begin_new()  # the other branch does not come into it
    await settled(window)
    assert len(here.history) == 0


async def test_another_version_of_the_first_question_is_shown_from_its_top(open_window):
    long = [delta("A long line.\n\n" * 80)]
    window, _, _ = await two_conversations(open_window, long, long)
    for _ in range(2):
        window.page.ask_last_again()
        await until(lambda: not window.page.conversation.busy)
    newest = window.page.conversation.history.outlines[0].id
    bar = window.chat.verticalScrollBar()
    await until(lambda: bar.value() == bar.maximum() > 0)
    window.chat.go_to(0)
    await until(lambda: bar.value() == 0)
    window.page.conversation.switch(newest, -1)
    await settled(window)
    await until(lambda: window.page.conversation.history.outlines[0].id == newest - 1)
    await until(lambda: bar.maximum() > 0)
    await settled(window)
    assert bar.value() == 0


async def test_a_question_that_begins_is_shown_once(open_window):
    window, _, second = await two_conversations(
        open_window, [delta("The first half."), float("inf")]
    )
    send(window, "follow-up")
    window.page.conversation.open(second)
    await until(lambda: window.page.conversation.is_answering)
    await settled(window)
    assert questions(window) == ["two", "follow-up"]
    await until(lambda: "first half" in window.chat.last.body.toPlainText())


async def test_what_is_typed_before_an_old_text_comes_is_kept_with_it(open_window):
    window, first, second = await two_conversations(open_window)
    await window.stage.conversations.save_draft(first, "old")
    window.page.open(first)
    await until(lambda: window.page.conversation.id == first)
    write(window, "new")
    # the old text may have come before the first key, or after it
    both = ("oldnew", "old\nnew")
    await until(lambda: window.composer.edit.toPlainText() in both)
    window.page.open(second)
    await settled(window)
    assert await window.stage.conversations.draft(first) in both
