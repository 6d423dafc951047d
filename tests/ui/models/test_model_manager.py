"""The model manager, driven as a person does, and the downloads that it shows."""

import sys

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from desktop_agent.core.events import ModelCall
from desktop_agent.core.models import PullProgress
from desktop_agent.frontends.ui.settings.model_manager import ModelManager
from desktop_agent.frontends.ui.widgets.list_view import ROW
from desktop_agent.frontends.ui.widgets.model_download import PullMeter, recommended
from desktop_agent.storage.runs import RunRecorder
from tests.ui.conftest import until
from tests.ui.scenes import press

GIB = 2**30


@pytest.fixture
async def manager(theme, session, tasks, downloads, place):
    manager = place(ModelManager(theme, session, tasks, downloads), 600, 700)
    await until(lambda: manager.list.rows.rowCount() == 3)
    return manager


def choose(manager, name):
    manager.list.setCurrentIndex(manager.list.rows.index_of(name))


async def test_models_are_told_with_all_that_is_known_and_one_is_chosen_to_answer(manager, session):
    role = Qt.ItemDataRole.AccessibleTextRole
    first = manager.list.rows.index(0, 0).data(role)
    for fact in ("qwen3:4b", "2.5 GB", "4.0B", "Q4_K_M", "33k tokens", "in memory", "tools"):
        assert fact in first
    assert "in memory" not in manager.list.rows.index(1, 0).data(role)
    changes = []
    manager.changed.connect(lambda: changes.append(session.settings.llm.model))
    choose(manager, "tiny:1b")
    QTest.keyClick(manager.list, Qt.Key.Key_Return)
    assert session.settings.llm.model == "tiny:1b"
    assert changes == ["tiny:1b"]
    await until(lambda: not manager._use.isEnabled())
    choose(manager, "qwen3:4b")
    assert manager._use.isEnabled()
    choose(manager, "embed:latest")
    assert not manager._use.isEnabled()
    assert manager._remove.isEnabled()


async def test_a_model_is_deleted_only_when_that_is_confirmed(manager, fake):
    choose(manager, "tiny:1b")
    manager.list.setFocus()
    await until(manager.isActiveWindow)
    QTest.keyClick(manager.list, Qt.Key.Key_Delete)
    box = manager.findChild(QMessageBox)
    assert "tiny:1b" in box.text()
    assert "700 MB" in box.informativeText()
    assert box.defaultButton().text() == "Keep"
    box.defaultButton().click()
    assert "tiny:1b" in fake.models
    await until(lambda: manager.findChild(QMessageBox) is None)
    manager.delete()
    press(manager.findChild(QMessageBox), "Delete")
    await until(lambda: manager.list.rows.rowCount() == 2)
    assert "tiny:1b" not in fake.models


async def test_a_typed_name_is_loaded_with_progress_speed_and_time_to_go(manager, downloads):
    QTest.keyClicks(manager.name, "ollama pull new:1b")
    QTest.keyClick(manager.name, Qt.Key.Key_Return)
    view = manager._views["new:1b"]
    await until(lambda: "of 4.0 GB" in view.told.text() and 0 < view.bar.value() < 1000)
    view.button.click()
    await until(lambda: view.button.text() == "Resume")
    view.button.click()
    await until(lambda: manager.list.rows.index_of("new:1b").isValid(), 20)
    assert view.told.text() == "Installed"
    view.dismiss.click()
    assert not view.isVisible()


async def test_a_suggestion_is_got_by_a_click_and_leaves_the_list(manager, downloads):
    rows = manager.suggested.rows
    assert not rows.index_of("qwen3:4b").isValid()
    manager.suggested.setCurrentIndex(rows.index_of("llama3.2:3b"))
    assert manager.name.text() == "llama3.2:3b"
    manager.get.click()
    assert downloads.get("llama3.2:3b").active
    assert not rows.index_of("llama3.2:3b").isValid()
    assert manager.focusWidget() is manager._views["llama3.2:3b"].button  # not the next suggestion
    told = manager.suggested.rows.index_of("gemma3:4b").data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.casefold().count("reads images") == 1


async def test_a_closed_manager_hears_of_no_download(theme, session, tasks, downloads):
    manager, told = ModelManager(theme, session, tasks, downloads), []
    sys.excepthook, before = lambda _kind, error, _trace: told.append(error), sys.excepthook
    shiboken6.delete(manager)
    downloads.changed.emit("llama3.2:3b")
    downloads.removed.emit("llama3.2:3b")
    sys.excepthook = before
    assert told == []


@pytest.mark.parametrize(
    ("gigabytes", "name"),
    [(0, "qwen3:4b"), (2, "qwen3:1.7b"), (4, "qwen3:1.7b"), (6, "llama3.2:3b"), (64, "qwen3:4b")],
)
def test_a_model_is_recommended_by_the_memory_of_the_machine(gigabytes, name):
    assert recommended(gigabytes * GIB) == name


async def test_speeds_and_memory_of_models_are_told(theme, session, tasks, downloads, place):
    call = ModelCall(
        agent="main", provider="ollama", model="embed", prompt_tokens=900, completion_tokens=80,
        ms=8000,
    )  # fmt: skip
    for run_id in ("a", "b"):
        recorder = RunRecorder(session.paths.runs, run_id)
        recorder.write(call)
        recorder.close()
    manager = place(ModelManager(theme, session, tasks, downloads), 600, 700)

    def told(name):
        return manager.list.rows.index_of(name).data(ROW).second

    await until(lambda: "tokens/s" in told("embed:latest"))
    memory = round(session.models.machine_memory() / GIB)
    assert told("embed:latest").endswith(f" of {memory} GB of memory · writes 10 tokens/s")
    assert told("qwen3:4b").startswith("2.5 GB · 4.0B · Q4_K_M · ")
    assert told("qwen3:4b").endswith(f"needs about 4 of {memory} GB of memory")


def states(downloads):
    return {each.name: each.state for each in downloads.all()}


async def test_downloads_run_side_by_side_until_they_end_are_stopped_or_fail(downloads, fake):
    for name in ("a:1b", "b:1b", "", "c:1b", " b:1b "):
        downloads.start(name)
    assert states(downloads) == dict.fromkeys(("a:1b", "b:1b", "c:1b"), "running")
    downloads.remove("b:1b")  # only what has ended can be taken off the list
    downloads.get("a:1b").stop()
    await until(lambda: downloads.get("a:1b").state == "stopped")
    downloads.remove("a:1b")
    await until(lambda: states(downloads) == {"b:1b": "done", "c:1b": "done"})
    assert fake.paths.count("POST /api/pull") == 2
    downloads.start("nope:1b")
    await until(lambda: downloads.get("nope:1b").state == "failed")
    assert "does not have the model 'nope:1b'" in str(downloads.get("nope:1b").error)


async def test_nothing_is_downloaded_while_the_network_is_switched_off(downloads, session, fake):
    session.change_setting("network.offline", True)
    downloads.start("a:1b")
    await until(lambda: downloads.get("a:1b").state == "failed")
    assert "switched off" in str(downloads.get("a:1b").error)
    assert not any("pull" in path for path in fake.paths)


@pytest.fixture
def meter(clock):
    return PullMeter(lambda: clock.now)


def step(done, total=1000, layer="a"):
    return PullProgress(f"pulling {layer}", done, total, layer)


@pytest.mark.parametrize(
    ("steps", "counted"),
    [
        ([each for n in (100, 200, 300) for each in (step(n), step(n, 400, "b"))], (600, 1400)),
        ([step(600), step(100)], (600, 1000)),
        ([step(600), step(100), step(700)], (700, 1000)),
        ([step(1200)], (1000, 1000)),
        ([PullProgress("pulling x", 5, 10), PullProgress("pulling y", 5, 10)], (10, 20)),
    ],
    ids=["in turns", "told again", "told again and more", "too far", "without names"],
)
def test_layers_are_counted_once_each_and_never_run_backwards(meter, steps, counted):
    for each in steps:
        meter.add(each)
    assert (meter.completed, meter.total) == counted


def test_speed_and_time_to_go_are_those_of_the_whole_download(meter, clock):
    assert meter.speed is None
    for second in range(31):
        clock.now = 100.0 + second
        meter.add(step(500 + second * 30, 2000))  # the first part was there already
    assert meter.speed == pytest.approx(30, rel=0.02)
    assert meter.eta_s == pytest.approx((2000 - 1400) / 30, rel=0.02)
