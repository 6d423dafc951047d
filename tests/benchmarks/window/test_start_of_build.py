"""From the start of the process to the first painted window: a build against `python -m`.

Measured from outside, where both look alike: the X server's picture is not bare any more. Skipped
where there is no build (FROZEN_BUILD names its executable; else that in dist/).
"""

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.figures import record
from tests.child_process import child_process

pytestmark = pytest.mark.benchmark

ROOT = Path(__file__).parents[3]
SMOKE = ROOT / "packaging" / "smoke"
BUILD = Path(os.environ.get("FROZEN_BUILD", ROOT / "dist" / "desktop-agent" / "desktop-agent"))
ROUNDS = 7
MOST = 1.5

needed = [name for name in ("Xvfb", "xdotool") if not shutil.which(name)]


@pytest.mark.skipif(not BUILD.is_file(), reason="there is no build: make package")
@pytest.mark.skipif(bool(needed), reason=f"needs {', '.join(needed)}")
def test_a_build_paints_its_window_almost_as_soon_as_python_does(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(SMOKE))
    from checks.picture import Picture
    from checks.surroundings import display

    def first_paint(command, name, picture):
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "LANG": "C.UTF-8",
            "DISPLAY": name,
            "DESKTOP_AGENT_HOME": str(tmp_path / "agent"),
            "DESKTOP_AGENT_LLM__OLLAMA_URL": "http://127.0.0.1:9",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
        }
        began = time.monotonic()
        with child_process(command, env=environ, cwd=ROOT, stderr=subprocess.DEVNULL) as started:
            while not picture.shows_anything():
                assert started.poll() is None
                assert time.monotonic() < began + 60
                time.sleep(0.002)
            wall = time.monotonic() - began
        while picture.shows_anything():  # the server takes the window away
            time.sleep(0.01)
        return wall

    commands = {"python": [sys.executable, "-m", "desktop_agent"], "build": [str(BUILD)]}
    found = {name: [] for name in commands}
    with display() as (name, screen):
        picture = Picture(screen)
        for each in commands.values():  # once for the disk
            first_paint(each, name, picture)
        for _ in range(ROUNDS):
            for kind, command in commands.items():
                found[kind].append(first_paint(command, name, picture))
    python, build = (statistics.median(found[kind]) * 1000 for kind in ("python", "build"))
    name = "Start of a build to its first painted window"
    record(name, build, "ms", limit=python * MOST, baseline=python)
    assert build <= python * MOST
