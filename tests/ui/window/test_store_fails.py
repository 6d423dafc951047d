"""Conversations that cannot be read or written: the window opens, says so, and answers."""

import pytest

from desktop_agent.storage.paths import find_paths
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.window.person import ask, asked, last_answer, questions
from tests.unit.storage.conversations.runs import fill_disk


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
