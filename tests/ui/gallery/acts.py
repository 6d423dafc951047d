"""What is done to the window before a picture, one act after the other."""

import asyncio
import json
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from desktop_agent.core.events import (
    ApprovalAsked,
    SleepEnded,
    SleepStarted,
    StepStarted,
    ToolStarted,
)
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.pages.replay import ReplayPage
from desktop_agent.frontends.ui.settings.mcp_servers import McpPane
from desktop_agent.frontends.ui.window.compare import ComparePage
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.knowledge import shelf as documents
from tests.ui.replay.recorded import recording, stamped, turn_of
from tests.ui.servers.scripted import CALENDAR, FILES, TIME, TOOLS
from tests.ui.tasks import filled, shelf
from tests.ui.upkeep.scripted import CRASHES, RELEASE


def command(name):
    return lambda window: window.commands[name].action.trigger()


def panel(name):
    return lambda window: window.show_panel(getattr(window.side, name))


def settings(page):
    return lambda window: window.open_settings(page) and None


# --- the chat and the composer


def ask(window, strategy=""):
    window.ask(window.property("question"), strategy)


async def idle(window):
    await until(lambda: not window.page.conversation.busy)


def top(window):
    window.chat.verticalScrollBar().setValue(0)


ASKED = (ask, idle)
READ = (*ASKED, top)


def review(window):
    scenes.press(window.chat.last, "Review")


def attachments(window):
    window.composer.put(
        "Compare the two reports.\nWhich of them measured in winter, and over how many houses?"
    )
    window.composer.attachments.put(
        (
            Attachment("field-study.pdf", "application/pdf", "x" * 48_000),
            Attachment("boilers.md", "text/markdown", "y" * 3_100, note="cut at 3,000 characters"),
        )
    )


ask_deep = partial(ask, strategy="deep")


def choose_deep(window):
    window.composer.mode.choose("deep")


def review_plan(window):
    window.composer.options.review.setChecked(True)


# --- the panels and the sidebar


def whole_tree(window):
    window.side.reasoning.tree.expandAll()
    window.side.reasoning.tree.scrollToTop()


TREE = (panel("reasoning"), *ASKED, whole_tree)


SOURCES = (panel("sources"), *READ, lambda window: window.side.sources.view.expandAll())


def snapshot(window):
    window.side.sources.point_at(1)
    window.side.sources.view.open_snapshot()


def discoveries(window):
    log = window.session.discoveries
    newest = log.read().items[0]
    log.change(newest, replace(newest, tags=("heating", "costs")))
    window.side.discoveries.refresh()
    window.show_panel(window.side.discoveries)


def search(window):
    window.sidebar.head.show_search()
    QTest.keyClicks(window.sidebar.head.search, "heat pump")


def palette(window):
    window.command_palette.open()
    QTest.keyClick(window.command_palette.findChild(QLineEdit), Qt.Key.Key_Down)


# --- pages


def open_documents(make=documents.filled, **about):
    async def act(window):
        window.session.knowledge = make()
        vars(window.session.knowledge).update(about)
        window.activateWindow()
        window.commands["view.knowledge"].action.trigger()
        page = window.middle.page("knowledge")
        await until(lambda: page.isVisible() and not page.note.isVisible())

    return act


def choose_folder(window):
    view = window.middle.page("knowledge").collections.view
    view.setCurrentIndex(view.index_of(1))


async def results(window):
    page = window.middle.page("knowledge")
    QTest.keyClicks(page.search, "heat pump below -15")
    await until(page.results.view.rows.rowCount)
    page.results.view.enter()


def _show_instead(window, page):
    window.middle.addWidget(page)
    window.middle.setCurrentWidget(page)


def _slept(events):
    whole = stamped(
        [
            *events[:-30],
            SleepStarted(mode="timer", seconds=600, reason="the figures come out at noon"),
            SleepEnded(reason="the time was up", slept_s=600),
            *events[-30:],
        ],
        pace=0.6,
    )
    place = next(i for i, each in enumerate(whole) if isinstance(each, SleepEnded))
    return [*whole[:place], *(replace(each, t=each.t + 600) for each in whole[place:])]


async def replay(window):
    page = ReplayPage(window.theme, window.session, window.tasks)
    page.turn_shown.connect(window.side.show_turn)
    page.player.happened.connect(window.side.catch_up_soon)
    _show_instead(window, page)
    window.show_panel(window.side.reasoning)
    page.show_recording(recording(_slept(scenes.verified())))
    page.player.pause()
    page.player.go_to(round(page.player.count * 0.62))
    page.enter()
    await asyncio.sleep(0.6)
    window.side.reasoning.tree.expandToDepth(0)


def compare(window):
    page = ComparePage(window.theme)
    _show_instead(window, page)
    window.panes.open_side(False)
    first = turn_of(scenes.approved(), 1, strategy="quick", model="llama3.2:3b")
    page.show_turns(first, turn_of(evidence_scenes.checked(), 2))


async def no_tasks(window):
    window.activateWindow()
    window.background.begin()
    window.commands["view.runs"].action.trigger()
    await until(lambda: window.middle.is_built("tasks") and window.background.runs.loaded)


async def tasks(window):
    first = (await window.session.conversations.list())[:1]
    for run in shelf.filled(first[0].id if first else ""):
        window.session.runs.put(run)
    await no_tasks(window)
    await asyncio.sleep(0.3)
    window.middle.page("tasks").view.go_to("working")
    window.middle.page("tasks").view.setFocus()


async def schedules(window):
    await filled.fill(window.session)
    await tasks(window)
    await asyncio.sleep(0.5)
    window.middle.page("tasks").enter()


def schedule(window):
    window.middle.page("tasks").schedule().question.setPlainText(filled.QUESTION)


# --- settings and notices


async def download(window):
    window.open_settings("models/installed")
    for name in ("qwen3:8b", "gemma3:4b"):
        window.downloads.start(name)
    await asyncio.sleep(1.6)


def asking():
    tool = TOOLS["time"][1]
    arguments = {"source_timezone": "Europe/Berlin", "time": "16:30", "target": "Asia/Tokyo"}
    return [
        StepStarted(step_id="s1", agent="main", title="Think and gather evidence"),
        ToolStarted(call_id="c1", tool="time_convert_time", arguments=arguments, step_id="s1"),
        ApprovalAsked(
            call_id="c1", server=tool.server, tool=tool.name, arguments=json.dumps(arguments),
            description=tool.description,
        ),
    ]  # fmt: skip


def ask_time(window):
    window.ask("What time is it in Tokyo when the meeting begins?", "quick")


async def _expand_tree(window):
    await asyncio.sleep(0.8)
    window.side.reasoning.tree.expandAll()


APPROVAL = (panel("reasoning"), ask_time, _expand_tree)


async def servers(window):
    known = window.stage.servers
    for server in (TIME, FILES, CALENDAR):
        await known.change(server)
    for name in ("time", "files"):
        await known.try_server(name)
    dialog = window.open_settings("tools/mcp")
    await asyncio.sleep(0.4)
    pane = dialog.findChild(McpPane)
    pane.list.setCurrentIndex(pane.list.rows.index_of("time"))


def release(window):
    window.stage.updates.release = RELEASE


def crashed(window):
    window.stage.diagnostics.reports = CRASHES
    window.stage.paths.crashes.mkdir(parents=True)
    (window.stage.paths.crashes / "signals.txt").write_text("Fatal")
