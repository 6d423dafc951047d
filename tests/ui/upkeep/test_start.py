"""What a start costs: nothing of upkeep is there when the window is, nor before it is needed."""

import subprocess
import sys

from tests.ui.test_main import environment

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from desktop_agent.frontends.ui import start
from desktop_agent.frontends.ui.window import shell

class Shell(shell.Shell):
    def take(self, window):
        super().take(window)
        QTimer.singleShot(3500, report)

def report():
    parts = ("desktop_agent.frontends.ui.settings.maintenance", "desktop_agent.app.updates",
             "desktop_agent.app.diagnostics", "tuf", "securesystemslib")
    print(*(name for name in sys.modules if name.startswith(parts)), flush=True)
    import os; os._exit(0)

start.Shell = Shell
from desktop_agent.__main__ import main
main([])
"""


def test_a_window_at_rest_has_loaded_nothing_of_upkeep(tmp_path):
    environ = environment(tmp_path, "http://127.0.0.1:9", "http://127.0.0.1:9")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "\n", done.stderr
