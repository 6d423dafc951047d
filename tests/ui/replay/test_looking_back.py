"""From the window to the replay and back: what is played, and what the panels beside show."""

from contextlib import suppress
from functools import partial

import pytest
from PySide6.QtWidgets import QFileDialog, QMenu

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
    await until(lambda: page.player.at_end and not page.run.busy)
    assert page.run.turn is not answered
    assert page.run.turn.text == answered.text
    await until(lambda: side._turn is page.run.turn)
    window.middle.stop()
    assert window.middle.shown == ""
    assert side._turn is answered
    assert not page.player.playing
    window.replay.open_recording()
    dialog = window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(written(tmp_path, stamped([AnswerGiven(text="Other.")]))))
    dialog.close()
    await until(lambda: window.middle.shown == "replay")
    await until(lambda: page.run.turn.text == "Other.")
    assert window.chat.last.body.markdown == scenes.ANSWER


async def _menu_of(window, act):
    """Return the menu that ``act`` opens; whatever takes the focus from the window closes it, so try again."""

    def shown():
        return [each for each in window.chat.findChildren(QMenu) if each.isVisible()]

    for _ in range(5):
        window.activateWindow()
        await until(window.isActiveWindow)
        act()
        with suppress(AssertionError):
            await until(shown, seconds=5)
            break
    return shown()[0]


async def test_asked_again_with_another_model_or_mode_both_answers_stand_side_by_side(window):
    last = window.page.conversation.history.last
    await until(lambda: window.page.conversation.history.index_of(last.turn_id) is not None)
    menu = await _menu_of(window, partial(window.chat.wishes.compare.emit, last.turn_id, True))
    entries = {each.text(): each for each in menu.actions()}
    assert {"Ask the same way", "Fast", "Deep"} <= entries.keys()
    assert entries.keys().isdisjoint({"Careful", "qwen3:4b", "nomic-embed-text"})
    entries["llama3.2:3b"].trigger()
    menu.close()
    await until(lambda: window.middle.shown == "compare" and window.middle.is_built("compare"))
    page = window.middle.page("compare")
    await until(lambda: all(each.turn for each in page.columns))
    assert [each.turn.text for each in page.columns] == [scenes.ANSWER, scenes.DRAFT]
    asked = window.stage.asked[-1]
    assert (asked.model, asked.strategy, asked.text) == ("llama3.2:3b", "verified", scenes.QUESTION)
    page.columns[1].chat.wishes.regenerate.emit(0)
    assert window.middle.shown == ""
    assert window.composer.edit.toPlainText() == scenes.QUESTION
