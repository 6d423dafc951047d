"""The interpreter's program, which a build carries beside its libraries."""

import shutil
import sys
from pathlib import Path

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox import layers
from desktop_agent.tools.sandbox.layers import MontyLayer, bundled_interpreter


def test_a_checkout_has_none_and_a_build_has_it_beside_its_libraries(tmp_path, monkeypatch):
    assert bundled_interpreter() is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    found = bundled_interpreter()
    assert (found.parent, found.stem) == (tmp_path, "monty")


async def test_code_runs_in_the_one_of_the_build_or_where_missing_in_python(tmp_path, monkeypatch):
    installed = shutil.which("monty", path=str(Path(sys.executable).parent))
    assert installed is not None
    program = Path(shutil.copy(installed, tmp_path))
    monkeypatch.setattr(layers, "bundled_interpreter", lambda: program)
    layer = MontyLayer(SandboxSettings())
    tried = await layer.run("6 * 7", 60)  # a first start on a busy machine
    await layer.aclose()
    monkeypatch.setattr(layers, "bundled_interpreter", lambda: tmp_path / "none")
    layer = MontyLayer(SandboxSettings())
    fault, left = await layer.fault(), await layer.run("6 * 7", 10)
    await layer.aclose()
    assert tried.ended.value == "42", tried
    assert fault == "pydantic-monty is not installed"
    assert left.elsewhere
