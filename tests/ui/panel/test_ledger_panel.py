"""The ledger panel over a real ledger in a file."""

import csv
import json
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from desktop_agent.frontends.ui.panels.ledger import (
    HOST,
    RECEIVED,
    LedgerPanel,
)
from desktop_agent.storage.network_ledger import LedgerEntry, NetworkLedger
from tests.ui import scenes
from tests.ui.conftest import until

NOW = time.time()
ENTRIES = (
    LedgerEntry(NOW - 5 * 86400, "old.example.org", "fetch", 100, 900),
    LedgerEntry(NOW - 3, "a.example.org", "fetch", 500, 60_000, "ok", "r1"),
    LedgerEntry(NOW - 2, "a.example.org", "search", 700, 2_000_000, "ok", "r1"),
    LedgerEntry(NOW - 1, "b.example.org", "model", 0, 0, "refused"),
)


@pytest.fixture
def ledger(tmp_path):
    ledger = NetworkLedger(tmp_path / "ledger.jsonl")
    later = time.time() - NOW  # a day may have begun since this file was imported
    for each in ENTRIES:
        ledger.append(replace(each, at=each.at + later))
    yield ledger
    ledger.flush()


@pytest.fixture
async def dock(theme, ledger, tasks, place):
    dock = place(LedgerPanel(theme, SimpleNamespace(ledger=ledger), tasks), 620)
    dock.days.setCurrentIndex(1)
    await until(lambda: dock.model.count == 4)
    return dock


def cells(dock, column):
    return [dock.model.index(row, column).data() for row in range(dock.model.rowCount())]


async def test_the_newest_request_is_first_copied_in_words_and_today_leaves_out_older(dock, app):
    newest = ["b.example.org", "a.example.org", "a.example.org"]
    assert cells(dock, HOST) == [*newest, "old.example.org"]
    assert cells(dock, RECEIVED) == ["refused", "1.9 MB", "58.6 kB", "900 B"]
    assert cells(dock, 2)[0] == "model"
    assert dock.totals.accessibleName() == "4 requests · ↑ 1.3 kB ↓ 2.0 MB"
    dock.view.selectRow(0)
    QTest.keyClick(dock.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "refused: the network was switched off" in app.clipboard().text()
    dock.days.setCurrentIndex(0)
    assert cells(dock, HOST) == newest


async def test_the_filter_looks_at_host_purpose_and_question_once_typing_rests(dock):
    dock.know_question("r1", "How do\nheat pumps do?")
    dock.refresh()
    for words, hosts in (
        ("B.EXAMPLE", ["b.example.org"]),
        ("refused", ["b.example.org"]),
        ("heat pumps search", ["a.example.org"]),
        ("no such thing", []),
    ):
        dock.filter.clear()
        QTest.keyClicks(dock.filter, words)
        await until(lambda hosts=hosts: cells(dock, HOST) == hosts)
    assert dock._note.text() == "Nothing matches."


async def test_a_click_on_a_heading_sorts_and_by_host_adds_up(dock):
    header = dock.view.horizontalHeader()
    where = header.viewport().rect().center()
    where.setX(header.sectionViewportPosition(RECEIVED) + 10)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=where)
    sizes = ["refused", "900 B", "58.6 kB", "1.9 MB"]
    assert cells(dock, RECEIVED) in (sizes, sizes[::-1])
    QTest.mouseClick(dock.by_host, Qt.MouseButton.LeftButton)
    dock.view.sortByColumn(RECEIVED, Qt.SortOrder.DescendingOrder)
    assert cells(dock, HOST)[0] == "a.example.org"
    assert cells(dock, 2) == ["2", "1", "1"]
    assert cells(dock, RECEIVED)[0] == "2.0 MB"
    QTest.mouseClick(dock.by_host, Qt.MouseButton.LeftButton)
    assert dock.model.rowCount() == 4


async def test_export_writes_the_format_of_the_ending_or_says_why_it_cannot(dock, tmp_path):
    for name, read in (
        ("a.csv", lambda text: list(csv.DictReader(text.splitlines()))),
        ("a.json", json.loads),
    ):
        dock.write_to(tmp_path / name)
        await until(lambda path=tmp_path / name: path.exists() and path.read_text())
        rows = read((tmp_path / name).read_text())
        assert [row["host"] for row in rows][::3] == ["b.example.org", "old.example.org"]
    told = []
    dock.failed.connect(told.append)
    dock.write_to(tmp_path / "none" / "a.csv")
    await until(lambda: told)
    assert "cannot be written" in told[0].message


async def test_clearing_asks_first_and_keeps_by_default(dock, ledger):
    QTest.mouseClick(dock.erase, Qt.MouseButton.LeftButton)
    box = dock.findChild(QMessageBox)
    assert box.defaultButton().text() == "Keep"
    QTest.mouseClick(box.defaultButton(), Qt.MouseButton.LeftButton)
    assert len(ledger.read()) == 4
    await until(lambda: dock.findChild(QMessageBox) is None)
    QTest.mouseClick(dock.erase, Qt.MouseButton.LeftButton)
    scenes.press(dock.findChild(QMessageBox), "Clear")
    await until(lambda: dock.model.count == 0)
    assert ledger.read() == ()
    assert "Nothing has been sent" in dock._note.text()
