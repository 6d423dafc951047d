"""From the start of the process to the first painted window, and what an idle window costs.

The baseline is a bare PySide6 window of the same size, started in turn with ours.
"""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.benchmark

ROOT = Path(__file__).parents[3]
ROUNDS = 9
HEAVY = ("openai", "anthropic", "ollama", "httpx", "mcp", "lancedb", "pydantic", "asyncio")

_REPORT = """
import json, os, sys, time
from PySide6.QtCore import QTimer
def report(_began=time.monotonic()):
    heavy = [name for name in sys.argv[1].split(",") if name in sys.modules]
    print(json.dumps({"cpu": time.process_time(), "heavy": heavy}))
    sys.stdout.flush()
    os._exit(0)
"""
_BARE = (
    _REPORT
    + """
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, report)
app = QApplication(sys.argv)
window = Window()
window.resize(1280, 820)
window.show()
app.exec()
"""
)
_OURS = (
    _REPORT
    + """
import desktop_agent.ui.shell as shell
class Skeleton(shell.Skeleton):
    def paintEvent(self, event):
        QTimer.singleShot(0, report)
        super().paintEvent(event)
shell.Skeleton = Skeleton
from desktop_agent.__main__ import main
main([])
"""
)
_IDLE = """
import json, os, sys, time
import psutil
from PySide6.QtCore import QTimer
def look():
    print(json.dumps({"rss": psutil.Process().memory_info().rss, "cpu": time.process_time()}))
    sys.stdout.flush()
    os._exit(0)
import desktop_agent.ui.start as start
from desktop_agent.ui import shell
class Shell(shell.Shell):
    def take(self, window):
        super().take(window)
        print(json.dumps({"whole": time.process_time()}))
        QTimer.singleShot(9000, look)
start.Shell = Shell
from desktop_agent.__main__ import main
main([])
"""


def run(script, home):
    environ = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "DESKTOP_AGENT_HOME": str(home),
        "DESKTOP_AGENT_LLM__OLLAMA_URL": "http://127.0.0.1:9",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", script, ",".join(HEAVY)],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout, done.stderr
    found = {}
    for line in done.stdout.splitlines():
        found |= json.loads(line)
    return found


def test_the_window_is_painted_almost_as_soon_as_a_bare_one(tmp_path):
    bare, ours = [], []
    run(_BARE, tmp_path)
    run(_OURS, tmp_path)
    for _ in range(ROUNDS):
        bare.append(run(_BARE, tmp_path)["cpu"])
        shown = run(_OURS, tmp_path)
        ours.append(shown["cpu"])
        assert not shown["heavy"], "imported before the first paint"
    ratio = statistics.median(ours) / statistics.median(bare)
    print(
        f"\nfirst paint: bare {statistics.median(bare) * 1000:.0f} ms CPU, "
        f"ours {statistics.median(ours) * 1000:.0f} ms, ratio {ratio:.2f}"
    )
    assert ratio <= 1.35


def test_an_idle_window_is_small(tmp_path):
    idle = run(_IDLE, tmp_path)
    print(
        f"\nidle with an empty chat: {idle['rss'] / 2**20:.0f} MiB resident; the whole window "
        f"stands after {idle['whole'] * 1000:.0f} ms CPU"
    )
    assert idle["rss"] <= 150 * 2**20
