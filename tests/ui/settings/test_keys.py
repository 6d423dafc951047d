"""Keys beside what needs them: stored, tried, removed, and never shown."""

import threading

import pytest
from PySide6.QtWidgets import QLineEdit

from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.settings.keys import KeyField, KeyringPane, KeyStore
from tests.chaos.faulty_keyring import use_faulty_keyring
from tests.ui.conftest import until


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
def shown(app, theme, tasks, place):
    """Shows where keys are, and the field of one."""

    def build(session, name="brave"):
        store = KeyStore(session, tasks, app)
        pane, field = place(KeyringPane(theme, store)), place(KeyField(store, name))
        store.refresh()
        return store, pane, field

    return build


async def test_a_keyring_that_does_not_answer_or_breaks_is_told_of(shown, monkeypatch):
    monkeypatch.setattr("desktop_agent.frontends.ui.settings.keys._SLOW_MS", 30)
    session = Slow()
    store, pane, _ = shown(session)
    assert pane.said.text() == "Opening the keyring…"
    await until(lambda: pane.said.text() == "Waiting for your system's password prompt…")
    session.let.set()
    await until(lambda: pane.said.text() == "Keys are stored in: slow")
    session.error = OSError("the bus is gone")  # which no keyring should raise
    store.refresh()
    await until(lambda: pane.said.text() == "The keyring is broken: the bus is gone")


async def test_a_locked_keyring_is_asked_only_by_a_click(shown, stage, tmp_path, monkeypatch):
    fault = use_faulty_keyring(monkeypatch, tmp_path / "fault", brave="BSA-1")
    fault.write_text("locked")  # each call is refused
    _, pane, field = shown(stage)
    await until(pane.ask.isVisible)
    assert "It is locked" in pane.said.text()
    assert field.remove.isHidden()
    pane.ask.click()
    await until(lambda: "locked" in pane.said.text() and "It is" not in pane.said.text())
    fault.unlink()
    pane.ask.click()
    await until(lambda: pane.said.text() == "Keys are stored in: Faulty Keyring")
    assert field.field.placeholderText() == "Key stored in the keyring"
    assert not pane.ask.isVisible()


async def test_a_key_is_dots_and_says_where_it_goes_and_that_it_lies_in_memory(shown, stage):
    stage.change_setting("llm.openai_url", "http://stranger.example:8080/v1")
    store, pane, field = shown(stage, "openai")
    await until(lambda: "memory" in pane.said.text())
    assert field.goes.text() == "Sent to http://stranger.example:8080"
    assert field.field.echoMode() == QLineEdit.EchoMode.Password
    field.field.setText("sk-0123456789")
    field.save.click()
    await until(lambda: field.said.text() == "Saved")
    await until(field.remove.isVisible)
    assert field.field.text() == ""
    assert field.field.placeholderText() == "Key kept until you quit"
    stage.change_setting("llm.openai_url", "https://api.openai.com/v1")
    store.changed.emit()
    assert field.goes.isHidden()
    assert not KeyField(store, "brave").goes.text()
