"""The reasoning panel: details, changes, copying, one line for a run, and its cost."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from desktop_agent.core.events import (
    RunFinished,
    RunStarted,
    ToolFinished,
    ToolStarted,
)
from desktop_agent.frontends.ui.conversation.turn import Turn
from tests.ui import scenes
from tests.ui.conftest import until

STARTED = RunStarted(question="q", strategy="verified", provider="ollama", model="m", budget_s=300)


def played(*events):
    return Turn("q", events=events)


def indexes(tree, parent=None):
    parent = parent or QModelIndex()
    for row in range(tree.model().rowCount(parent)):
        if not tree.isRowHidden(row, parent):
            index = tree.model().index(row, 0, parent)
            yield index
            yield from indexes(tree, index)


def titles(dock):
    return [index.data() for index in indexes(dock.tree)]


def choose(dock, title):
    (index,) = [each for each in indexes(dock.tree) if each.data() == title]
    dock.tree.setCurrentIndex(index)
    return index


async def test_a_run_is_summed_up_and_rows_are_copied_with_all_below_them(dock, app):
    dock.show_turn(played(STARTED, *scenes.verified()))
    assert dock._summary.text() == "Careful · m · 24.6 s · 21,036 tokens"
    choose(dock, "Reviewed: needs changes")
    dock.tree.setFocus()
    await until(dock.isActiveWindow)
    QTest.keyClick(dock.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = app.clipboard().text().splitlines()
    assert lines[:2] == ["Reviewed: needs changes", "  Missing: what it costs to run"]
    dock.tree.copy_all()
    whole = app.clipboard().text()
    assert "Think and gather evidence" in whole
    assert "      DuckDuckGo" not in whole.splitlines()[0]
    assert "    DuckDuckGo · blocked" in whole


def test_a_tool_call_shows_its_arguments_and_its_result_until_escape(dock):
    dock.show_turn(
        played(
            STARTED,
            ToolStarted(call_id="c", tool="lookup", arguments={"text": "a\nb", "n": [1]}),
            ToolFinished(call_id="c", tool="lookup", ok=True, summary="1"),
        )
    )
    index = next(each for each in indexes(dock.tree) if str(each.data()).startswith("lookup"))
    dock.tree.activated.emit(index)
    shown = dock.detail.text.toPlainText()
    assert "text: a" in shown
    assert shown.endswith("→ 1")
    QTest.keyClick(dock.detail.text, Qt.Key.Key_Escape)
    assert dock.detail.isHidden()


def test_a_finished_run_can_be_asked_to_be_played_again(dock):
    asked = []
    dock.replay.connect(asked.append)
    turn = played(STARTED)
    dock.show_turn(turn)
    assert not dock.replay_button.isEnabled()
    turn.apply(RunFinished(status="answered"))
    dock.catch_up()
    QTest.mouseClick(dock.replay_button, Qt.MouseButton.LeftButton)
    assert asked == [turn]
