"""Finding: in the conversation that is open, in all of them, and among the commands."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.dialogs.command_palette import CommandPalette
from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.settings.network_log import NetworkLog
from desktop_agent.frontends.ui.settings.shortcuts import ShortcutsPane
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import focused
from tests.ui.window.person import CTRL, SHIFT, ask, press, questions, said, send

KEY = Qt.Key


async def test_find_counts_goes_round_and_is_put_away(open_window):
    window = open_window(said("A pump, and a Pump."), said("No such thing."), said("pump"))
    for question in ("first pump", "second", "third"):
        await ask(window, question)
    await press(window, KEY.Key_F, CTRL)
    bar = window.page.finding
    assert bar.isVisible()
    assert focused(bar.field)
    QTest.keyClicks(bar.field, "pump")
    await until(lambda: bar.count.text() == "1 of 4")
    assert nameless(window) == []
    QTest.keyClick(bar.field, KEY.Key_Return)
    assert bar.count.text() == "2 of 4"
    QTest.keyClick(bar.field, KEY.Key_F3, SHIFT)
    QTest.keyClick(bar.field, KEY.Key_Return, SHIFT)
    assert bar.count.text() == "4 of 4"
    QTest.keyClick(bar.field, KEY.Key_F3)
    assert bar.count.text() == "1 of 4"
    QTest.keyClicks(bar.field, "x")
    await until(lambda: bar.count.text() == "No matches")
    assert not bar.on.isEnabled()
    QTest.keyClick(bar.field, KEY.Key_Escape)
    assert bar.isHidden()
    assert focused(window.chat)
    await press(window, KEY.Key_F, CTRL)
    assert bar.field.selectedText() == "pumpx"


async def test_escape_in_the_find_bar_or_on_a_page_does_not_stop_the_answer(open_window):
    window = open_window([float("inf")])
    send(window, "slow")
    await until(lambda: window.stage.scenes_played)
    await press(window, KEY.Key_F, CTRL)
    await press(window, KEY.Key_Escape)
    assert window.page.finding.isHidden()
    window.commands["view.knowledge"].action.trigger()
    await press(window, KEY.Key_Escape)
    assert not window.middle.shown
    await asyncio.sleep(0.05)
    assert window.page.conversation.busy
    await press(window, KEY.Key_Escape)
    await until(lambda: not window.page.conversation.busy)


async def test_the_palette_runs_a_command_and_opens_a_conversation(open_window):
    window = open_window(scenes.approved(), said("hi"))
    await ask(window, "Heat pumps in winter")
    window.page.begin_new()
    await ask(window, "another")
    await press(window, KEY.Key_K, CTRL)
    palette = window.findChild(CommandPalette)
    assert palette.isVisible()
    QTest.keyClicks(palette.field, "heat win")
    QTest.keyClick(palette.field, KEY.Key_Return)
    await until(lambda: questions(window) == ["Heat pumps in winter"])
    await press(window, KEY.Key_K, CTRL)
    QTest.keyClicks(palette.field, "network log")
    QTest.keyClick(palette.field, KEY.Key_Return)
    await until(lambda: window.findChild(NetworkLog).isVisible())


async def test_f1_shows_every_key_and_other_keys_hold_at_once_and_later(open_window, reopen):
    window = open_window([])
    await press(window, KEY.Key_F1)
    dialog = window.findChild(SettingsDialog)
    await until(lambda: dialog.findChild(ShortcutsPane))
    window.commands.rebind("view.ledger", "Ctrl+U")
    window.stage.change_setting("shortcuts.keys", window.commands.chosen())
    dialog.close()
    await press(window, KEY.Key_U, CTRL)
    await until(lambda: window.findChild(NetworkLog).isVisible())
    again = await reopen(window)
    again.panes.open_side(False)
    await press(again, KEY.Key_U, CTRL)
    await until(lambda: again.findChild(NetworkLog).isVisible())
