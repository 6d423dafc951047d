"""The pages over a real session: what they ask for is there, in the shape that they ask for it in."""

import pytest

from desktop_agent.frontends.ui.settings import maintenance
from desktop_agent.frontends.ui.settings.maintenance import (
    BackupPane,
    RestoreDialog,
    UpdatesPane,
)
from tests.security.update_world import make_world
from tests.servers.ollama import FakeOllama
from tests.servers.update_repository import UpdateRepository, contents, serve_updates
from tests.ui.conftest import until, window_over
from tests.ui.models.desk import desk
from tests.ui.upkeep.conftest import NEVER, choose, notice_of, pressed


@pytest.fixture
async def window(theme, tmp_path):
    """A window over a real session in a folder of the test."""
    with desk(tmp_path / "home", FakeOllama()) as session:
        async with window_over(theme, session) as window:
            yield window


async def test_a_signed_release_is_found_and_what_was_tampered_with_is_refused(
    opened_page, tmp_path, monkeypatch
):
    with serve_updates(UpdateRepository()) as served:
        world = make_world(served, tmp_path)
        monkeypatch.setattr(maintenance, "downloads_folder", lambda: world.folder)
        program = world.program()
        _, page = await opened_page("updates", lambda stage: setattr(stage, "updates", program))
        pane = page.findChild(UpdatesPane)
        await until(pane.check.isVisible)
        assert pane.host.text().startswith("Gets a signed list of versions from 127.0.0.1")
        pane.check.click()
        await until(pane.get.isVisible)
        assert pane.said.text().startswith("Version 0.2.0 is available")
        await until(lambda: "What is new in 0.2.0" in pane.notes.toPlainText())
        honest = served.repository.files[world.program_path]
        served.repository.files[world.program_path] = honest[:-1] + b"!"
        pane.get.click()
        await until(lambda: pane.downloaded.property("tone") == "error")
        assert contents(world.folder) == []
        served.repository.files[world.program_path] = honest
        pane.get.click()
        await until(pane.folder.isVisible)
        assert contents(world.folder) == ["desktop-agent-0.2.0.tar"]
        assert not pane.install.isVisible()


async def test_everything_is_written_and_lies_ready_to_be_put_back_and_a_letter_is_no_backup(
    window, tmp_path
):
    kept = await window.session.conversations.create("How tides follow the moon")
    page = window.open_settings("privacy/backup")
    await until(lambda: page.pages["privacy"].is_whole)
    file = tmp_path / "all.agentbackup"
    page.findChild(BackupPane).make_backup()
    await choose(file)
    await until(page.findChild(BackupPane).folder.isVisible)
    assert file.stat().st_size > 0
    await window.session.conversations.delete(kept.id)
    (tmp_path / "letter.txt").write_text("Dear all")
    page.findChild(BackupPane).restore_backup()
    await choose(tmp_path / "letter.txt")
    await until(lambda: page.findChild(BackupPane).found.property("tone") == "error")
    assert "letter.txt" in page.findChild(BackupPane).found.text()
    page.findChild(BackupPane).restore_backup()
    await choose(file)
    await until(lambda: window.findChild(RestoreDialog) is not None)
    dialog = window.findChild(RestoreDialog)
    assert "• 1 chat" in dialog.holdings.text().splitlines()
    dialog.restore.click()
    await until(lambda: window.leaving)
    assert await window.session.backups.waiting()


async def test_the_last_words_of_a_process_that_died_are_told_of_once_and_forgotten(window):
    crashes = window.session.paths.crashes
    crashes.mkdir(parents=True, exist_ok=True)
    dead = crashes / "signals.txt"
    dead.write_text('Fatal Python error: Aborted\n\n  File "x.py", line 3 in work\n')
    window.notices.begin(NEVER, 0)
    notice = await notice_of(window)
    assert not dead.read_text()
    assert [each.name for each in crashes.glob("crash-*.json")]
    pressed(notice, "Delete")
    await until(lambda: not list(crashes.glob("crash-*.json")))
