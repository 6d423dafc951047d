"""The row of the search model among the settings for search, with a real session and a real download."""

import random

import pytest

from desktop_agent.frontends.ui.settings.model_manager import SearchModelRow
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from tests.servers.model_hub import model_hub
from tests.servers.ollama import FakeOllama
from tests.ui.conftest import until
from tests.ui.models.desk import desk

BODY = random.Random(5).randbytes(4_000_000)


@pytest.fixture
def hub():
    with model_hub(BODY) as hub:
        yield hub


@pytest.fixture
async def session(tmp_path, hub):
    with desk(tmp_path / "home", FakeOllama()) as session:
        yield session
        await session.aclose()


@pytest.fixture
def downloads(app, session, tasks):
    downloads = Downloads(session, tasks)
    yield downloads
    downloads.deleteLater()


@pytest.fixture
def row(theme, session, tasks, downloads, place):
    return place(SearchModelRow(theme, session, tasks, downloads), 600, 200)


async def test_a_click_gets_it_a_click_stops_it_and_it_goes_on_where_it_was(row, hub, session):
    assert row.get.text() == "Download (4 MB)"
    assert not row.remove.isVisible()
    hub.pause_s = 0.03
    row.get.click()
    await until(lambda: "of 4 MB" in row._view.told.text() and row._view.bar.value() > 0)
    assert not row.get.isVisible()
    row._view.button.click()
    await until(lambda: row._view.button.text() == "Resume")
    assert not session.search_model.installed
    hub.pause_s = 0
    row._view.button.click()
    # the file may be there a moment before the download counts as done
    await until(lambda: row.remove.isVisible() and row._view.isHidden())
    assert row.said.text() == "Installed"
    assert session.paths.search_model_file.read_bytes() == BODY
    assert hub.asked[1][1].startswith("bytes=")
    row.remove.click()
    await until(row.get.isVisible)
    assert not session.search_model.installed
    assert not row.remove.isVisible()


async def test_being_offline_or_a_failure_is_said_in_the_row_and_it_can_be_tried_again(
    row, hub, session
):
    session.change_setting("network.offline", True)
    row.get.click()
    await until(lambda: "switched off" in row._view.told.text())
    assert not hub.asked
    session.change_setting("network.offline", False)
    hub.body = BODY[:-1] + b"!"
    row._view.button.click()
    await until(lambda: "not the expected search model" in row._view.told.text())
    assert row._view.button.text() == "Try again"
    hub.body = BODY
    row._view.button.click()
    await until(row.remove.isVisible)
