"""The panels at the sides: what is in them, and how they make room for each other."""

import time

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

from desktop_agent.core.network import OutboundRequest
from desktop_agent.frontends.ui.settings.network_log import NetworkLog
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.window.person import (
    CTRL,
    SHIFT,
    ask,
    click,
    last_answer,
    open_row,
    press,
    said,
    titles,
    two_conversations,
    write,
)

KEY = Qt.Key


async def test_what_was_deleted_is_taken_back_and_a_new_name_is_everywhere(open_window):
    window, *_ = await two_conversations(open_window)
    toast = window.sidebar.toast

    async def delete_the_open_one():
        window.sidebar.view.setFocus()
        await press(window, KEY.Key_Delete)
        await until(lambda: titles(window) == ["one"])

    await delete_the_open_one()
    assert window.page.welcome.isVisible()
    assert toast.text == "“two” deleted"
    click(toast.action)
    await until(lambda: titles(window) == ["two", "one"])
    await until(lambda: "from memory" in last_answer(window))
    await delete_the_open_one()
    open_row(window, "one")
    await until(lambda: window._top._title.accessibleName() == "one")
    click(toast.action)
    await until(lambda: titles(window) == ["two", "one"])
    assert window._top._title.accessibleName() == "one"
    view = window.sidebar.view
    view.go_to(window.page.conversation.id)
    view.setFocus()
    await press(window, KEY.Key_F2)
    editor = view.findChild(QLineEdit, "renameConversation")
    editor.setText("Gas boilers")
    QTest.keyClick(editor, KEY.Key_Return)
    await until(lambda: sorted(titles(window)) == ["Gas boilers", "two"])
    await until(lambda: window._top._title.accessibleName() == "Gas boilers")
    kept = await window.stage.conversations.list()
    assert "Gas boilers" in [each.title for each in kept]


async def test_deleting_the_conversation_that_is_answered_stops_nothing_else(open_window):
    window = open_window([0.4, *scenes.approved()])
    write(window, "slow")
    QTest.keyClick(window.composer.edit, KEY.Key_Return)
    await until(lambda: titles(window) == ["slow"])
    window.sidebar.view.setFocus()
    await press(window, KEY.Key_Delete)
    await until(lambda: titles(window) == [])
    await until(lambda: not window.page.conversation.busy)
    await ask(window, "next")
    await until(lambda: titles(window) == ["next"])


async def test_keys_fold_the_panes_away_and_out_and_lead_to_each_panel(open_window):
    window = open_window([])
    window.stage.ledger.append(OutboundRequest(time.time(), "a.example.org", "fetch", 500, 60_000))
    for key, modifiers, pane in (
        (KEY.Key_B, CTRL, window.sidebar),
        (KEY.Key_P, CTRL | SHIFT, window.side),
    ):
        before = pane.isVisible()
        await press(window, key, modifiers)
        assert pane.isVisible() != before
        await press(window, key, modifiers)
        assert pane.isVisible() == before
    await press(window, KEY.Key_D, CTRL)
    assert window.side.discoveries.isVisible()
    await press(window, KEY.Key_L, CTRL | SHIFT)
    await until(lambda: "1 request" in window.findChild(NetworkLog).totals.accessibleName())


CONTROLS = (QAbstractButton, QComboBox, QLineEdit)


def shown(window):
    return [
        each
        for kind in CONTROLS
        for each in window.findChildren(kind)
        if each.isVisible() and each.window() is window and each.objectName() != "turnAction"
    ]


def place_of(widget, window):
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def outside(window):
    """Gives the controls, but for those that scroll, that are cut off by the window's edge."""
    fixed = [each for each in shown(window) if not window.chat.isAncestorOf(each)]
    return [
        each.accessibleName()
        for each in fixed
        if not window.rect().contains(place_of(each, window))
    ]


def overlaps(window):
    """Gives pairs of visible controls of one parent that lie on each other."""
    found = shown(window)
    return [
        (a.accessibleName() or a.text(), b.accessibleName() or b.text())
        for n, a in enumerate(found)
        for b in found[n + 1 :]
        if a.parent() is b.parent() and a.geometry().intersects(b.geometry())
    ]


async def test_in_the_least_window_everything_is_inside_and_nothing_overlaps(open_window):
    window = open_window(scenes.verified())
    window.look_for_models()
    await ask(window, "How do they compare?")
    window.resize(window.minimumSize())
    window.panes.open_sidebar(False)
    window.panes.open_side(False)
    for open_pane, sidebar, side in (
        (lambda: None, False, False),
        (lambda: window.panes.open_sidebar(True), True, False),
        (lambda: window.show_panel(window.side.sources), False, True),
    ):
        open_pane()
        await until(lambda: window.width() == 640 and window.height() == 480)
        assert (window.sidebar.isVisible(), window.side.isVisible()) == (sidebar, side)
        await until(lambda: outside(window) == [])
        assert overlaps(window) == []
        assert window.composer.edit.isVisible()
        assert window.chat.viewport().height() > 100
    await press(window, KEY.Key_F, CTRL)
    QTest.keyClicks(window.page.finding.field, "heat")
    await until(lambda: window.page.finding.count.text().startswith("1 of"))
    await until(lambda: outside(window) == [])


async def test_a_pane_that_would_squeeze_the_chat_is_a_drawer_over_it(open_window):
    window = open_window(scenes.verified())
    await ask(window, "How do they compare?")
    window.resize(1280, 800)
    window.show_panel(window.side.sources)
    await until(lambda: window.middle.width() == 1280 - 248 - 360)
    window.resize(1100, 800)
    await until(lambda: window.middle.width() == 1100 - 248)
    assert window.side.isVisible()
    await press(window, KEY.Key_Escape)
    assert not window.side.isVisible()
    window.resize(800, 600)
    await until(lambda: not window.sidebar.isVisible())
    await press(window, KEY.Key_B, CTRL)
    assert window.sidebar.isVisible()
    assert window.middle.width() == 800
    click(window.chat.viewport())
    assert not window.sidebar.isVisible()
    window.resize(1280, 800)
    await until(window.sidebar.isVisible)


async def test_the_widths_of_the_panes_are_kept(open_window, reopen):
    window = open_window(said("one"))
    window.resize(1280, 800)
    handle = window.panes._sidebar.handle
    QTest.mousePress(handle, Qt.MouseButton.LeftButton)
    QTest.mouseMove(handle, QPoint(60, 10))
    await until(lambda: window.sidebar.width() > 290)
    width = window.sidebar.width()
    again = await reopen(window, said("two"))
    again.resize(1280, 800)
    await until(lambda: again.sidebar.width() == width)


def dark_share(window):
    image = window.grab().toImage()
    points = [(x, y) for x in range(5, image.width(), 40) for y in range(5, image.height(), 40)]
    return sum(image.pixelColor(x, y).lightness() < 110 for x, y in points) / len(points)


async def test_light_and_dark_and_the_zoom_are_switched_live(open_window):
    window = open_window(scenes.verified())
    window.show_panel(window.side.reasoning)
    await ask(window, "How do they compare?")
    assert dark_share(window) < 0.3
    window.commands["view.theme"].action.trigger()
    await until(lambda: dark_share(window) > 0.7)
    assert window.stage.settings.appearance.theme == "dark"
    window.commands["view.theme"].action.trigger()
    await until(lambda: dark_share(window) < 0.3)
    usual = window.chat.last.body.document().defaultFont().pointSizeF()
    height = window.chat.last.height()
    await press(window, KEY.Key_Plus, CTRL)
    await press(window, KEY.Key_Plus, CTRL)
    await until(lambda: window.chat.last.height() > height)
    await until(lambda: window.stage.settings.appearance.font_size > usual)
    await press(window, KEY.Key_0, CTRL)
    await until(lambda: window.stage.settings.appearance.font_size == 0)
