"""Keys beside what needs them, never shown; and the network log over a real one in a file."""

import csv
import json
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMessageBox

from desktop_agent.core.network import OutboundRequest
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.settings.keys import KeyField, KeyringPane, KeyStore
from desktop_agent.frontends.ui.settings.network_log import NetworkLog
from desktop_agent.frontends.ui.widgets.list_view import ROW
from desktop_agent.storage.network_ledger import NetworkLedger
from desktop_agent.storage.runs import RunRecorder, recorded_questions
from tests.chaos.faulty_keyring import use_faulty_keyring
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.activation import activated


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


NOW = time.time()
ENTRIES = (
    OutboundRequest(NOW - 5 * 86400, "old.example.org", "fetch", 100, 900),
    OutboundRequest(NOW - 3, "a.example.org", "fetch", 500, 60_000, "ok", "r1"),
    OutboundRequest(NOW - 2, "a.example.org", "search", 700, 2_000_000, "ok", "r1"),
    OutboundRequest(NOW - 1, "b.example.org", "model", 0, 0, "refused"),
)
POLL = OutboundRequest(NOW, "127.0.0.1", "model", 0, 0, "failed")


@pytest.fixture
def session(tmp_path):
    path, runs = tmp_path / "ledger.jsonl", tmp_path / "runs"
    ledger = NetworkLedger(path)
    later = time.time() - NOW  # a day may have begun since this file was imported
    for each in ENTRIES:
        ledger.append(replace(each, at=each.at + later))
    recorder = RunRecorder(runs, "r1")
    recorder.write(scenes.started("How do\nheat pumps do?"))
    recorder.close()
    yield SimpleNamespace(
        ledger=ledger,
        paths=SimpleNamespace(ledger_file=path),
        recorded_questions=lambda run_ids: recorded_questions(runs, run_ids),
    )
    ledger.flush()


@pytest.fixture
async def log(theme, session, tasks, place):
    log = place(NetworkLog(theme, session, tasks), 700)
    await until(lambda: log.view.rows.rowCount() == 4)
    return log


def hosts_of(log):
    return [log.view.rows.index(row).data() for row in range(log.view.rows.rowCount())]


def seconds(log):
    return [log.view.rows.index(row).data(ROW).second for row in range(log.view.rows.rowCount())]


async def test_the_newest_request_is_first_is_copied_in_words_and_by_host_they_add_up(log, app):
    assert hosts_of(log) == ["b.example.org", "a.example.org", "a.example.org", "old.example.org"]
    assert seconds(log) == [
        "model · blocked because you were offline",
        "search · sent 700 B, received 1.9 MB · How do heat pumps do?",
        "page · sent 500 B, received 58.6 kB · How do heat pumps do?",
        "page · sent 100 B, received 900 B",
    ]
    assert log.totals.accessibleName() == "4 requests · ↑ 1.3 kB ↓ 2.0 MB"
    await activated(log.window())
    log.view.setFocus()
    log.view.setCurrentIndex(log.view.rows.index(0))
    QTest.keyClick(log.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "b.example.org · model · blocked" in app.clipboard().text()
    QTest.mouseClick(log.by_host, Qt.MouseButton.LeftButton)
    hosts = ["b.example.org", "a.example.org", "old.example.org"]
    await until(lambda: hosts_of(log) == hosts)
    said = "search, page (2) · sent 1.2 kB, received 2.0 MB · How do heat pumps do?"
    assert seconds(log)[1] == said
    QTest.mouseClick(log.by_host, Qt.MouseButton.LeftButton)
    await until(lambda: log.view.rows.rowCount() == 4)


async def test_the_filter_looks_at_host_purpose_and_question_once_typing_rests(log):
    for words, hosts in (
        ("B.EXAMPLE", ["b.example.org"]),
        ("refused", ["b.example.org"]),
        ("heat pumps search", ["a.example.org"]),
        ("no such thing", []),
    ):
        log.filter.clear()
        QTest.keyClicks(log.filter, words)
        await until(lambda hosts=hosts: hosts_of(log) == hosts)
    assert log.note.text() == "No requests found"


async def test_what_comes_appears_and_polls_of_this_computer_are_one_line(log, session):
    now = time.time()  # later than the import of this file, as the fixture's entries are
    for second in range(35):
        session.ledger.append(replace(POLL, at=now + 4 * second))
    session.ledger.append(replace(POLL, at=now + 200, run_id="r1"))
    await until(lambda: log.view.rows.rowCount() == 6)
    assert hosts_of(log)[:3] == ["127.0.0.1", "127.0.0.1", "b.example.org"]
    failed = "failed · sent 0 B, received 0 B"
    assert seconds(log)[0].startswith(f"model · {failed}")
    assert seconds(log)[1] == f"model (35) · {failed}"
    assert log.totals.accessibleName().startswith("40 requests")


async def test_export_writes_the_format_of_the_ending_or_says_why_it_cannot(log, tmp_path):
    for name, read in (
        ("a.csv", lambda text: list(csv.DictReader(text.splitlines()))),
        ("a.json", json.loads),
    ):
        log.write_to(tmp_path / name)
        await until(lambda name=name: log.said.text() == f"Saved as {name}")
        rows = read((tmp_path / name).read_text())
        assert [row["host"] for row in rows][::3] == ["b.example.org", "old.example.org"]
    log.write_to(tmp_path / "none" / "a.csv")
    await until(lambda: "Couldn't write" in log.said.text())


async def test_clearing_asks_first_and_keeps_by_default(log, session):
    QTest.mouseClick(log.erase, Qt.MouseButton.LeftButton)
    box = log.findChild(QMessageBox)
    QTest.mouseClick(box.defaultButton(), Qt.MouseButton.LeftButton)
    assert len(session.ledger.read()) == 4
    await until(lambda: log.findChild(QMessageBox) is None)
    QTest.mouseClick(log.erase, Qt.MouseButton.LeftButton)
    scenes.press(log.findChild(QMessageBox), "Clear")
    await until(lambda: log.view.rows.rowCount() == 0)
    assert session.ledger.read() == ()
    await until(lambda: log.note.text() == "No requests yet")
