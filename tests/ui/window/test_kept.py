"""Conversations are kept, or the window says that they cannot be, and answers."""

import pytest

from desktop_agent.core.messages import Message
from desktop_agent.frontends.ui.start import STATE_FILE
from desktop_agent.storage.paths import find_paths
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.test_window import rows
from tests.ui.window.person import (
    answers,
    ask,
    asked,
    last_answer,
    open_row,
    questions,
    titles,
    write,
)
from tests.unit.storage.conversations.runs import fill_disk


async def test_after_a_restart_the_last_conversation_goes_on(open_window, reopen):
    window = await asked(open_window, evidence_scenes.checked(), question="What do they use?")
    await until(lambda: titles(window) == ["What do they use?"])
    assert window.sidebar.view.rows.open_id == window.page.conversation.id
    await until(lambda: "✗]" in last_answer(window))
    before = answers(window)
    assert window.side.isHidden()
    window.show_panel(window.side.discoveries)
    again = await reopen(window, scenes.from_memory())
    assert not again.side.isHidden()
    assert again.side.discoveries.isVisibleTo(again.side)
    await until(lambda: questions(again) == ["What do they use?"])
    await until(lambda: len(again.page.conversation.history) and "✗]" in last_answer(again))
    assert answers(again) == before
    again.show_panel(again.side.reasoning)
    assert "qwen3:4b" in " ".join(map(str, rows(again.side.reasoning.model)))
    again.show_panel(again.side.sources)
    assert again.side.sources.view.sources.rowCount() > 0
    await ask(again, "And now?")
    assert again.stage.asked[0].history == (
        Message("user", "What do they use?"),
        Message("assistant", scenes.ANSWER),
    )
    assert questions(again) == ["What do they use?", "And now?"]


async def test_an_unsent_text_comes_back_where_it_was_written(open_window, reopen):
    window = open_window(scenes.approved())
    write(window, "for a new chat")
    await until(lambda: not window.composer._save.isActive())
    window.composer.edit.selectAll()
    await ask(window, "first")
    write(window, "for the first one")
    window.page.begin_new()
    write(window, "for another")
    again = await reopen(window)
    await until(lambda: again.composer.edit.toPlainText() == "for another")
    await until(lambda: titles(again) == ["first"])
    open_row(again, "first")
    await until(lambda: again.composer.edit.toPlainText() == "for the first one")
    again.page.begin_new()
    await until(lambda: again.composer.edit.toPlainText() == "for another")


async def test_edit_and_resend_keeps_the_first_wording_beside_the_second(open_window):
    window = await asked(open_window, scenes.approved(), scenes.from_memory())
    write(window, "unsent")
    window.chat.wishes.edit.emit(window.page.conversation.history.outlines[0].id)
    assert window.composer.edit.toPlainText() == "What?"
    window.composer.edit.selectAll()
    await ask(window, "What else?")
    assert questions(window) == ["What else?"]
    assert window.composer.edit.toPlainText() == "unsent"
    turn = window.page.conversation.history.outlines[0]
    assert (turn.sibling, turn.siblings) == (2, 2)
    window.chat.wishes.switched.emit(turn.id, -1)
    await until(lambda: questions(window) == ["What?"])


async def test_an_unsent_text_outlives_the_windows_own_file(open_window, reopen):
    window = open_window([])
    write(window, "begun before the file was lost")
    for part in (window, window.stage):
        await part.aclose()
    (window.stage.paths.config / STATE_FILE).unlink(missing_ok=True)
    again = await reopen(open_window([]))
    await until(lambda: again.composer.edit.toPlainText() == "begun before the file was lost")


@pytest.fixture
def damaged(open_window, tmp_path):
    """Opens a window where a folder stands in the place of the file."""
    path = find_paths({"DESKTOP_AGENT_HOME": str(tmp_path / "home")}).conversations_file
    path.mkdir(parents=True)

    def build(*scenes):
        window = open_window(*scenes)
        window.told = []
        window.tasks.report = window.told.append
        window.refresh()
        window.page.open_first("")
        return window

    return build


async def test_with_a_file_that_cannot_be_read_the_window_says_so_and_answers(damaged):
    window = damaged(scenes.from_memory(), scenes.approved(), [float("inf")])
    await until(lambda: window.told)
    assert "conversations.db cannot be read or written" in window.told[0].message
    assert window.isVisible()
    await ask(window, "first")
    assert "from memory" in last_answer(window)
    assert "couldn't be saved" in window.composer.note.text()
    await ask(window, "second")
    assert questions(window) == ["first", "second"]
    said = [message.content for message in window.stage.asked[1].history]
    assert said[0] == "first"
    assert len(said) == 2
    assert window.stage.asked[1].turn_id == 0
    window.page.ask_last_again()
    await until(lambda: len(window.stage.asked) == 3)
    assert questions(window) == ["first", "second", "second"]
    window.page.conversation.stop()
    await until(lambda: not window.page.conversation.busy)
    window.page.begin_new()
    assert questions(window) == []


async def test_once_the_file_is_whole_again_questions_are_kept(damaged):
    window = damaged(scenes.from_memory())
    await ask(window, "first")
    window.stage.paths.conversations_file.rmdir()
    await ask(window, "second")
    assert questions(window) == ["first", "second"]
    assert [each.title for each in await window.stage.conversations.list()] == ["second"]
    assert window.stage.asked[1].history[0].content == "first"


async def test_a_full_disk_costs_the_keeping_and_not_the_answer(open_window):
    window = await asked(open_window, scenes.from_memory(), question="first")

    await window.stage.conversations.bare(fill_disk)
    window.page.ask("second " * 20_000)
    await until(lambda: len(questions(window)) == 2)
    await until(lambda: not window.page.conversation.busy)
    assert "from memory" in last_answer(window)
    assert "disk is full" in window.composer.note.text()
