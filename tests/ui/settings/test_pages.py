"""Pages that are made when one turns to them, a little at a time."""

import threading

import pytest

from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.settings.keys_page import KeysPage
from tests.chaos.faulty_keyring import use_faulty_keyring
from tests.ui.conftest import until

# --- the keyring


class Slow:
    """A session whose keyring answers once it is let."""

    settings = Settings()
    in_memory = unknown = False
    backend = "slow"

    def __init__(self):
        self.keys = self
        self.let = threading.Event()
        self.error = None

    def names(self):
        self.let.wait(10)
        if self.error is not None:
            raise self.error
        return ()


@pytest.fixture
def keys_page(theme, tasks):
    def build(session):
        page = KeysPage(theme, session, tasks)
        page.refresh()
        return page

    return build


async def test_a_keyring_that_does_not_answer_is_told_of_until_it_does_and_one_that_breaks(
    keys_page, place, monkeypatch
):
    monkeypatch.setattr("desktop_agent.frontends.ui.settings.keys_page._SLOW_MS", 30)
    session = Slow()
    page = place(keys_page(session))
    assert page.told == "Looking for the keyring…"
    await until(lambda: page.told == "Waiting for your system's password prompt…")
    session.let.set()
    await until(lambda: page.told == "Keys are held by: slow")
    session.error = OSError("the bus is gone")  # which no keyring should raise
    page.refresh()
    await until(lambda: page.told == "The keyring is broken: the bus is gone")
    await until(lambda: page.is_whole)
    assert page._where.text() == page.told


async def test_a_keyring_that_tells_nothing_is_asked_only_by_a_click(
    keys_page, place, stage, tmp_path, monkeypatch
):
    fault = use_faulty_keyring(monkeypatch, tmp_path / "fault", brave="BSA-1")
    fault.write_text("locked")  # each call is refused
    page = place(keys_page(stage))
    await until(lambda: page.is_whole and page._ask.isVisible())
    assert "without being unlocked" in page.told
    page._ask.click()
    await until(lambda: "locked" in page.told and "without" not in page.told)
    fault.unlink()
    page._ask.click()
    await until(lambda: page.told == "Keys are held by: Faulty Keyring")
    assert page.rows["brave"].field.placeholderText() == "Stored in the keyring"
    assert not page._ask.isVisible()


async def test_keys_found_before_the_page_was_made_stand_on_it_and_say_where_they_go(
    keys_page, place, stage
):
    stage.change_setting("llm.openai_url", "http://stranger.example:8080/v1")
    page = keys_page(stage)
    await until(lambda: "memory" in page.told)
    place(page)
    await until(lambda: page.is_whole)
    assert "memory" in page._where.text()
    assert page.rows["brave"].field.placeholderText() == "No key stored"
    assert page.rows["openai"].goes.text() == "Sent to http://stranger.example:8080"
    assert page.rows["openai"].goes.isVisible()
    assert not page.rows["brave"].goes.isVisible()
