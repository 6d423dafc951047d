"""What a person does before the store has answered: nothing opens, or is shown, that is not wanted."""

import asyncio

from PySide6.QtCore import Qt

from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.window.person import (
    CTRL,
    press,
    questions,
    send,
    titles,
    two_conversations,
    write,
)


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
    newest = here.history.outline(0).id
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
    newest = window.page.conversation.history.outline(0).id
    bar = window.chat.verticalScrollBar()
    await until(lambda: bar.value() == bar.maximum() > 0)
    window.chat.go_to(0)
    await until(lambda: bar.value() == 0)
    window.page.conversation.switch(newest, -1)
    await settled(window)
    await until(lambda: window.page.conversation.history.outline(0).id == newest - 1)
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
