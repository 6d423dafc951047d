"""The dialogs around runs in files: what they tell before, and what they bring."""

import asyncio

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QPushButton

from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import AnswerGiven
from desktop_agent.core.research import Source
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.replay.recorded import stamped


class Archives:
    """Writes a line; takes in whatever is not called broken."""

    ending = "darun"

    async def export(self, run_id, path):
        path.write_text(run_id)

    async def import_(self, path):
        await asyncio.sleep(0)
        if "broken" in path.name:
            raise StorageError("It is damaged.")
        return "conversation", 7


EVENTS = stamped(
    [
        scenes.read("https://www.one.example.org/a", "t", 9, snapshot="a"),
        scenes.read("https://one.example.org/b", "t", 9, snapshot="b"),
        scenes.read("https://two.example.org/", "t", 9, snapshot=""),  # nothing was kept of it
        AnswerGiven(
            text="x",
            sources=(
                Source(1, "A", "https://one.example.org/a", "a", read=True),
                Source(2, "Mine", "file:///home/me/my%20notes.md", "c", read=True),
            ),
        ),
    ],
    run_id="run-7",
)


@pytest.fixture
def opened(open_window):
    window = open_window([])
    window.stage.archives = Archives()
    return window.replay


def choose(dialog, path):
    dialog.fileSelected.emit(str(path))
    dialog.filesSelected.emit([str(path)])
    QDialog.done(dialog, 1)


async def test_before_an_export_one_is_told_what_leaves(opened, tmp_path):
    opened.export_run(EVENTS).button(QMessageBox.StandardButton.Cancel).click()
    await asyncio.sleep(0)
    assert opened.parent().findChildren(QFileDialog) == []
    box = opened.export_run(EVENTS)
    assert "the text of 2 pages: one.example.org" in box.informativeText()
    assert "my notes.md" in box.informativeText()
    assert nameless(box) == []
    box.findChild(QPushButton, "primary").click()
    dialog = opened.parent().findChild(QFileDialog)
    assert dialog.defaultSuffix() == "darun"
    choose(dialog, tmp_path / "a.darun")
    await until(lambda: opened.parent().toast.text == "Exported to a.darun")
    assert (tmp_path / "a.darun").read_text() == "run-7"


async def test_a_recording_is_chosen_and_a_run_taken_in_or_refused(opened, tmp_path, monkeypatch):
    chosen, taken, failed = [], [], []
    monkeypatch.setattr(opened, "play_file", chosen.append)
    monkeypatch.setattr(opened.parent().page, "open", taken.append)
    monkeypatch.setattr(opened.parent(), "show_failure", failed.append)
    dialog = opened.open_recording()
    assert {"*.jsonl", "*.darun"} <= set(dialog.nameFilters()[0].strip(")").split("(")[1].split())
    choose(dialog, tmp_path / "a.jsonl")
    assert chosen == [tmp_path / "a.jsonl"]
    choose(opened.import_run(), tmp_path / "a.darun")
    await until(lambda: taken == ["conversation"])
    choose(opened.import_run(), tmp_path / "broken.darun")
    await until(lambda: failed)
    assert failed[0].message == "It is damaged."
