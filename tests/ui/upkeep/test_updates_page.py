"""The page of updates: what is asked for by a click, what came of it, and what is never done alone."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from desktop_agent.frontends.ui.settings import maintenance
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.upkeep.scripted import RELEASE, UNREACHABLE


@pytest.fixture
def found(opened_page):
    """Opens the page, on which a newer version was found."""

    async def build(release=RELEASE):
        desk, page = await opened_page("updates")
        desk.stage.updates.release = release
        page.findChild(maintenance.UpdatesPane).check.click()
        await until(page.findChild(maintenance.UpdatesPane).get.isVisible)
        return desk, page.findChild(maintenance.UpdatesPane)

    return build


async def test_a_newer_version_shows_its_notes_and_loads_nothing_for_them(found):
    desk, pane = await found()
    assert pane.said.text().startswith("Version 0.2.0 is available · ")
    assert "84 MB" in pane.said.text()
    await until(lambda: pane.notes.settled)
    text = pane.notes.toPlainText()
    assert "pages are read beside each other" in text
    assert "tracker" not in text
    assert desk.stage.updates.asked == 1
    assert nameless(desk) == []


async def test_a_look_that_fails_says_why_and_can_be_made_again(opened_page):
    desk, page = await opened_page(
        "updates", lambda stage: stage.change_setting("network.offline", True)
    )
    pane, updates = page.findChild(maintenance.UpdatesPane), desk.stage.updates
    await until(pane.check.isVisible)
    pane.check.click()
    await until(lambda: "switched off" in pane.said.text())
    assert updates.asked == 0
    desk.stage.change_setting("network.offline", False)
    updates.fault = UNREACHABLE
    pane.check.click()
    await until(lambda: pane.said.text().startswith(UNREACHABLE.message))
    assert pane.said.property("tone") == "error"
    updates.fault = None
    pane.check.click()
    await until(lambda: pane.said.text() == "You have the latest version")
    assert pane.version.text() == "Desktop Agent 0.1.0"
    assert not pane.get.isVisible()


async def test_a_build_without_a_place_for_updates_says_so_and_has_no_buttons(opened_page):
    desk, page = await opened_page(
        "updates", lambda stage: setattr(stage.updates, "configured", False)
    )
    pane = page.findChild(maintenance.UpdatesPane)
    await until(lambda: pane.said.text().startswith("Updates aren't available in this build."))
    for part in (pane.check, pane.get, pane.install, pane.folder, pane.host):
        assert not part.isVisible()
    assert desk.stage.updates.asked == 0


async def test_a_download_shows_how_far_it_is_is_broken_off_and_says_what_to_do_with_the_file(
    found, monkeypatch
):
    desk, pane = await found()
    opened = []
    monkeypatch.setattr(maintenance, "open_address", opened.append)
    monkeypatch.setattr(maintenance, "open_folder", opened.append)
    desk.stage.updates.hold.clear()
    pane.get.click()
    await until(lambda: pane.line.told.text() == "42 MB of 84 MB")
    assert pane.line.bar.value() == 50
    assert not pane.get.isVisible()
    pane.line.cancel.click()
    await until(lambda: pane.downloaded.text() == "Download cancelled")
    pane.get.click()
    await until(lambda: pane.line.bar.value() == 50)
    pane.line.cancel.click()
    await until(lambda: desk.stage.updates.broken_off == 2)
    await until(pane.get.isVisible)
    desk.stage.updates.hold.set()
    pane.get.click()
    await until(pane.install.isVisible)
    file = desk.stage.updates.folders[0] / "desktop-agent_0.2.0_amd64.deb"
    assert pane.downloaded.text() == "desktop-agent_0.2.0_amd64.deb was downloaded and checked"
    assert opened == []  # nothing is opened by itself
    pane.install.click()
    pane.folder.click()
    assert opened == [file.as_uri(), file]


async def test_a_strangers_version_is_one_short_line_without_markup(found):
    odd = replace(RELEASE, version="<b>9</b>\n\u202e" + "9" * 500, released="no day", notes="")
    _desk, pane = await found(odd)
    await until(lambda: pane.said.text().startswith("Version <b>9</b> \\u202e999"))
    assert len(pane.said.text()) < 140
    assert pane.said.textFormat() == Qt.TextFormat.PlainText
