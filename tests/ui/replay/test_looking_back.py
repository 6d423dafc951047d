"""From the window to the replay and back: what is played, and what the panels beside show."""

import asyncio

import pytest
from PySide6.QtWidgets import QFileDialog

from desktop_agent.core.events import AnswerGiven
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.replay.recorded import stamped, written


@pytest.fixture
async def window(open_window):
    window = open_window(scenes.verified(), scenes.approved())
    window.show_panel(window.side.reasoning)
    window.ask(scenes.QUESTION)
    await until(lambda: not window.page.conversation.busy)
    return window


async def test_the_work_panel_offers_the_run_and_follows_it_as_a_file_while_the_chat_stays(
    window, tmp_path
):
    side, answered = window.side, window.page.conversation.history.last
    await until(side.reasoning.replay_button.isEnabled)
    side.reasoning.replay_button.click()
    await until(lambda: window.middle.shown == "replay" and window.middle.is_built("replay"))
    page = window.middle.page("replay")
    await until(lambda: page.playing.player.playing)
    page.playing.set_speed(float("inf"))
    await until(lambda: page.playing.player.at_end and not page.run.busy)
    assert page.run.turn is not answered
    assert page.run.turn.text == answered.text
    await until(lambda: side._turn is page.run.turn)
    window.middle.stop()
    assert window.middle.shown == ""
    assert side._turn is answered
    assert not page.playing.player.playing
    window.replay.open_recording()
    dialog = window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(written(tmp_path, stamped([AnswerGiven(text="Other.")]))))
    dialog.close()
    await until(lambda: window.middle.shown == "replay")
    await until(lambda: page.run.turn.text == "Other.")
    assert window.chat.last.body.markdown == scenes.ANSWER


async def test_asked_again_both_answers_stand_side_by_side(window):
    from desktop_agent.frontends.ui.pages.compare.ask_again import AskAgainDialog

    window.chat.wishes.compare.emit(window.page.conversation.history.last.turn_id, True)
    await until(lambda: window.findChild(AskAgainDialog))
    dialog = window.findChild(AskAgainDialog)
    await until(lambda: dialog.model.count() > 1)
    assert dialog.model.chosen == "qwen3:4b"
    dialog.model.choose("llama3.2:3b")
    dialog.strategy.choose("quick")
    dialog.accept()
    await until(lambda: window.middle.shown == "compare" and window.middle.is_built("compare"))
    page = window.middle.page("compare")
    await until(lambda: all(each.turn and not each.turn.running for each in page.columns))
    assert [each.turn.text for each in page.columns] == [scenes.ANSWER, scenes.DRAFT]
    asked = window.stage.asked[-1]
    assert (asked.model, asked.strategy, asked.text) == ("llama3.2:3b", "quick", scenes.QUESTION)
    await until(page.differ.isEnabled)
    await asyncio.sleep(0.001)
    page.columns[1].chat.wishes.regenerate.emit(0)
    assert window.middle.shown == ""
    assert window.composer.edit.toPlainText() == scenes.QUESTION
