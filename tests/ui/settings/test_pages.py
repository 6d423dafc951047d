"""Pages that are made when one turns to them, a little at a time."""

import threading
import time

from PySide6.QtWidgets import QWidget

from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.settings.keys_page import KeysPage
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks
from tests.chaos.faulty_keyring import FaultyKeyring
from tests.ui.conftest import until
from tests.ui.stage import Stage


async def test_long_work_leaves_room_for_other_events(app):
    order = []
    page = QWidget()
    work = Gradual([lambda: (time.sleep(0.003), order.append("step"))] * 4, page)
    work.done.connect(lambda: order.append("done"))
    Gradual([lambda: order.append("other")], page)
    await until(lambda: order[-1:] == ["done"])
    assert order.index("other") < order.index("done") - 1
    assert order.count("step") == 4
    page.deleteLater()


# --- the keyring


class Broken:
    """A session whose keyring raises what no keyring should."""

    settings = Settings()

    class keys:  # noqa: N801 - stands where a session has an object
        in_memory = False
        backend = "odd"

        @staticmethod
        def names():
            raise OSError("the bus is gone")


class Waiting:
    """A session whose keyring answers once it is let."""

    settings = Settings()

    def __init__(self):
        self.keys = self
        self.let = threading.Event()
        self.in_memory = self.unknown = False
        self.backend = "slow"

    def names(self):
        self.let.wait(10)
        return ()


async def _keys(theme, session):
    tasks = Tasks()
    page = KeysPage(theme, session, tasks)
    page.refresh()
    return page, tasks


async def _end(page, tasks):
    await tasks.aclose()
    page.close()
    page.deleteLater()


async def test_a_keyring_that_breaks_is_told_of(theme):
    page, tasks = await _keys(theme, Broken())
    page.show()
    await until(lambda: page.told == "The keyring is broken: the bus is gone")
    await until(lambda: page.is_whole)
    assert page._where.text() == page.told
    await _end(page, tasks)


async def test_a_keyring_that_does_not_answer_is_told_of_until_it_does(theme, monkeypatch):
    monkeypatch.setattr("desktop_agent.frontends.ui.settings.keys_page._SLOW_MS", 30)
    session = Waiting()
    page, tasks = await _keys(theme, session)
    assert page.told == "Looking for the keyring…"
    await until(lambda: page.told == "Waiting for your system's password prompt…")
    session.let.set()
    await until(lambda: page.told == "Keys are held by: slow")
    await _end(page, tasks)


async def test_a_keyring_that_tells_nothing_is_asked_only_by_a_click(theme, tmp_path, monkeypatch):
    import keyring.core

    monkeypatch.setenv("KEYRING_FAULT", str(tmp_path / "fault"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.chaos.faulty_keyring.FaultyKeyring")
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    monkeypatch.setattr(FaultyKeyring, "keys", {"brave": "BSA-1"})
    (tmp_path / "fault").write_text("locked")  # each call is refused
    stage = Stage(tmp_path / "home", [])
    page, tasks = await _keys(theme, stage)
    page.show()
    await until(lambda: page.is_whole and page._ask.isVisible())
    assert "without being unlocked" in page.told
    page._ask.click()
    await until(lambda: "locked" in page.told and "without" not in page.told)
    (tmp_path / "fault").unlink()
    page._ask.click()
    await until(lambda: page.told == "Keys are held by: Faulty Keyring")
    assert page.rows["brave"].field.placeholderText() == "Stored in the keyring"
    assert not page._ask.isVisible()
    await _end(page, tasks)
    await stage.aclose()


async def test_keys_found_before_the_page_was_made_stand_on_it_and_say_where_they_go(
    theme, tmp_path
):
    stage = Stage(tmp_path / "home", [])
    stage.change_setting("llm.openai_url", "http://stranger.example:8080/v1")
    page, tasks = await _keys(theme, stage)
    await until(lambda: "memory" in page.told)
    page.show()
    await until(lambda: page.is_whole)
    assert "memory" in page._where.text()
    assert page.rows["brave"].field.placeholderText() == "No key stored"
    assert page.rows["openai"].goes.text() == "Sent to http://stranger.example:8080"
    assert page.rows["openai"].goes.isVisible()
    assert not page.rows["brave"].goes.isVisible()
    await _end(page, tasks)
    await stage.aclose()
