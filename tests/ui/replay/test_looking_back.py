"""From the window to the replay and back: what is played, and what the panels beside show."""

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
    await until(lambda: page.player.playing)
    page.player.speed = 10_000
    await until(lambda: page.player.at_end)
    assert page.player.turn is not answered
    assert page.player.turn.text == answered.text
    await until(lambda: side._turn is page.player.turn)
    window.middle.stop()
    assert window.middle.shown == ""
    assert side._turn is answered
    assert not page.player.playing
    window.replay.open_recording()
    dialog = window.findChild(QFileDialog)
    dialog.filesSelected.emit([str(written(tmp_path, stamped([AnswerGiven(text="Other.")])))])
    dialog.close()
    await until(lambda: window.middle.shown == "replay")
    await until(lambda: page.player.turn.text == "Other.")
    assert window.chat.last.body.markdown == scenes.ANSWER
