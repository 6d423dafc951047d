import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.child_process import child_process


@pytest.fixture(autouse=True)
def _as_for_users(processes_anew) -> None:
    """What a process costs from its start is measured, too."""


@pytest.fixture
def environ(request, tmp_path) -> Iterator[Mapping[str, str]]:
    """The environment of the world that the module of the test names, in a process of its own."""
    module, *arguments = request.module.WORLD
    with child_process(
        [sys.executable, "-m", f"tests.benchmarks.{module}", str(tmp_path / "home"), *arguments],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as world:
        yield json.loads(world.stdout.readline())
        world.stdin.close()
        world.wait(10)
