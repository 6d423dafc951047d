import platform
import time

import pytest

from desktop_agent.app.doctor import check_sandbox
from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.base import LayerState, how_to_get_full_python
from desktop_agent.tools.sandbox.layers import LayeredSandbox


@pytest.fixture
def _no_bubblewrap(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def _broken_bubblewrap(monkeypatch, tmp_path) -> None:
    program = tmp_path / "bwrap"
    program.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("_no_bubblewrap")
async def test_where_nothing_holds_full_python_only_code_that_needs_it_is_refused(sandbox):
    ended = await sandbox.run("import statistics\nstatistics.mean([1, 2])")
    assert ended.status == "refused"
    for told in ("imports statistics", "Install bubblewrap"):
        assert told in ended.error
    assert (await sandbox.run("round(1 / 3, 2)")).value == "0.33"
    ended = await sandbox.run("(10).bit_length()")
    assert (ended.status, ended.layer) == ("error", "monty")
    assert "AttributeError" in ended.error


@pytest.mark.usefixtures("_broken_bubblewrap")
async def test_a_bubblewrap_that_the_system_does_not_let_work_is_not_used(sandbox):
    states = {state.name: state for state in await sandbox.available()}
    assert "No permissions" in states["bubblewrap"].fault
    ended = await sandbox.run("import statistics")
    assert ended.status == "refused"
    assert "No permissions" in ended.error


async def test_an_error_of_the_small_interpreter_is_not_the_last_word(sandbox, bubblewrap):
    assert not await bubblewrap.fault()
    ended = await sandbox.run("(10).bit_length()")
    assert (ended.value, ended.layer) == ("4", "bubblewrap")


async def test_without_the_small_interpreter_python_runs_all(monkeypatch, tmp_path, bubblewrap):
    (tmp_path / "pydantic_monty.py").write_text("raise ImportError('not for this machine')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert not await bubblewrap.fault()
    sandbox = LayeredSandbox(SandboxSettings())
    ended = await sandbox.run("6 * 7")
    states = {state.name: state for state in await sandbox.available()}
    await sandbox.aclose()
    assert (ended.value, ended.layer) == ("42", "bubblewrap")
    assert "not installed" in states["monty"].fault


@pytest.mark.parametrize(("most", "asked"), [(10.0, 0.4), (0.4, 60)])
async def test_the_shorter_time_holds_and_what_runs_out_of_it_is_not_rerun(most, asked, tmp_path):
    sandbox = LayeredSandbox(SandboxSettings(timeout_s=most))
    began = time.monotonic()
    ended = await sandbox.run("while True: pass", timeout_s=asked)
    took = time.monotonic() - began
    await sandbox.aclose()
    assert ended.status == "timeout"
    assert 400 <= ended.ms < 3000
    assert took < 3


async def test_nothing_is_kept_between_two_pieces_of_code(sandbox, bubblewrap):
    for code in ("x = 1", "import statistics\nx = 1"):
        assert (await sandbox.run(code)).ok
        for again in ("x", "import statistics\nx"):
            assert "NameError" in (await sandbox.run(again)).error
    assert bubblewrap.name == "bubblewrap"


def test_doctor_tells_what_code_can_use():
    small = LayerState("monty", "the language")
    full = LayerState("bubblewrap", "the whole standard library, numpy")
    none = LayerState("bubblewrap", "", "it is not installed")
    check = check_sandbox([small, full])
    assert (check.status, "numpy" in check.text) == ("ok", True)
    check = check_sandbox([small, none])
    assert check.status == "warning"
    assert "refused" in check.text
    assert "bubblewrap" in check.remedy
    assert check_sandbox([LayerState("monty", "", "broken"), none]).status == "failed"


@pytest.mark.parametrize(("system", "told"), [("Linux", True), ("Windows", False)])
def test_bubblewrap_is_advised_where_there_is_one(system, told, monkeypatch):
    monkeypatch.setattr(platform, "system", lambda: system)
    assert ("bubblewrap" in how_to_get_full_python()) is told
