"""What the window tells by itself, and when: a newer version once, a crash once, nothing over the composer."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_agent.core.errors import UpdateError
from desktop_agent.core.maintenance import RestoreOutcome
from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.settings.maintenance import CrashDialog, UpdatesPane
from desktop_agent.frontends.ui.window import update_and_crash_notices
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import focused
from tests.ui.upkeep.conftest import notice_of, notices, pressed
from tests.ui.upkeep.scripted import CRASHES, RELEASE


def with_release(stage):
    stage.updates.release = RELEASE


def with_crash(stage):
    stage.diagnostics.reports = CRASHES
    stage.paths.crashes.mkdir(parents=True)
    (stage.paths.crashes / "signals.txt").write_text("Fatal Python error: Aborted")


async def test_a_newer_version_is_told_of_above_the_page_and_nothing_is_downloaded(kept_window):
    window = await kept_window(with_release)
    notice = await notice_of(window)
    assert notice.text.text() == "Version 0.2.0 is available"
    assert [each.text() for each in notice.buttons] == ["Show"]
    below = notice.mapTo(window, notice.rect().bottomLeft()).y()
    assert below < window.middle.mapTo(window, window.middle.rect().topLeft()).y()
    assert focused(window.composer.edit)
    assert window.stage.updates.folders == []
    assert nameless(window) == []
    pressed(notice, "Show")
    assert notices(window) == []
    page = window.findChild(SettingsDialog)
    await until(lambda: "read beside" in page.findChild(UpdatesPane).notes.toPlainText())
    assert window.stage.updates.asked == 1


async def test_a_version_is_told_of_once_even_after_a_new_start(kept_window, tmp_path):
    window = await kept_window(with_release)
    (await notice_of(window)).close_button.click()
    assert notices(window) == []
    await window.aclose()
    again = await kept_window(with_release)
    await until(lambda: again.stage.updates.asked)
    await asyncio.sleep(0.1)
    assert notices(again) == []
    await again.aclose()
    newer = replace(RELEASE, version="0.3.0")
    third = await kept_window(lambda stage: setattr(stage.updates, "release", newer))
    await notice_of(third)


@pytest.mark.parametrize("fault", [None, UpdateError("updates.example.org does not answer.")])
async def test_a_look_that_is_not_due_is_not_made_and_one_that_fails_says_nothing(
    kept_window, fault
):
    def prepare(stage):
        with_release(stage)
        stage.updates.fault, stage.updates.is_over = fault, fault is not None

    window = await kept_window(prepare)
    await until(lambda: window.stage.updates.asked or fault is None)
    await asyncio.sleep(0.2)
    assert window.stage.updates.asked == int(fault is not None)
    assert notices(window) == []


async def test_a_crash_is_told_of_with_its_report(kept_window):
    window = await kept_window(with_crash, crashes=True)
    notice = await notice_of(window)
    assert notice.text.text().startswith("Desktop Agent quit unexpectedly last time.")
    pressed(notice, "Show")
    dialog = window.findChild(CrashDialog)
    assert CRASHES[0].text in dialog.text.toPlainText()
    assert notices(window) == []
    assert window.stage.updates.asked == 0
    dialog.close()


async def test_without_a_crash_nothing_is_told_and_nothing_loaded(kept_window):
    def prepare(stage):
        stage.paths.crashes.mkdir(parents=True)
        (stage.paths.crashes / "signals.txt").touch()  # ours, while it runs
        (stage.paths.crashes / "crash-x.json").write_text("{}")  # was told when it happened

    window = await kept_window(prepare, crashes=True)
    await asyncio.sleep(0.1)
    assert notices(window) == []
    assert "upkeep" not in window.__dict__


@pytest.mark.parametrize(
    ("outcome", "said", "offered"),
    [
        (RestoreOutcome(done=True, kept="/x/data.before"), "Backup restored", True),
        (
            RestoreOutcome(done=False, why="the folder is in use by another process."),
            "The backup has not been restored yet: the folder is in use by another process.",
            False,
        ),
    ],
    ids=["restored", "waits"],
)
async def test_what_became_of_a_restored_backup_is_told(
    kept_window, monkeypatch, outcome, said, offered
):
    opened = []
    monkeypatch.setattr(update_and_crash_notices, "open_folder", opened.append)
    window = await kept_window(lambda stage: setattr(stage, "restored", outcome), crashes=True)
    notice = await notice_of(window)
    assert notice.text.text() == said
    for each in notice.buttons:
        each.click()
    assert opened == ([Path("/x/data.before")] if offered else [])


async def test_a_key_goes_to_a_new_server_only_after_a_question(kept_window):
    def with_stranger(stage):
        stage.change_setting("llm.openai_url", "http://stranger.example:8080/v1")
        stage.keys.record.add(["openai"])

    window = await kept_window(with_stranger, crashes=True)
    notice = await notice_of(window)
    assert notice.text.text() == (
        "The key for OpenAI was not sent to http://stranger.example:8080, a new server. Send it?"
    )
    assert not window.stage.keys.may_go("openai")
    assert nameless(window) == []
    pressed(notice, "Send")
    await until(lambda: notices(window) == [])
    assert window.stage.keys.may_go("openai")
