"""Who is spoken to when the window is opened and nothing is asked."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from desktop_agent.core.settings import KnowledgeSettings, LlmSettings
from desktop_agent.llm.build import provider_url
from tests.end2end.world import ROOT
from tests.security.privacy_page import unnamed
from tests.security.socket_audit import Call
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama

OPENED = """
import json, sys
from dataclasses import asdict
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from desktop_agent.__main__ import main
from desktop_agent.frontends.ui.window.shell import Shell
from tests.security.socket_audit import recorded

app = QApplication(["desktop-agent"])

def look():
    for shell in app.topLevelWidgets():
        if isinstance(shell, Shell) and hasattr(shell.centralWidget(), "page"):
            timer.stop()
            QTimer.singleShot(2500, shell.close)

timer = QTimer()
timer.timeout.connect(look)
timer.start(50)
with recorded() as calls:
    status = main([])
print(json.dumps([asdict(call) for call in calls]))
sys.exit(status)
"""
"""Opens the window, leaves it alone for some seconds, and closes it."""


def opened(home: Path, **environ: str) -> list[Call]:
    """Gives what the sockets of a window did that was opened and left alone."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    own = {
        "DESKTOP_AGENT_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "QT_QPA_PLATFORM": "offscreen",
    }
    done = subprocess.run(
        [sys.executable, "-c", OPENED],
        env=kept | own | environ,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return [Call(**each) for each in json.loads(done.stdout.splitlines()[-1])]


def test_an_opened_window_asks_the_model_s_server_and_nobody_else(tmp_path: Path) -> None:
    with serve(FakeOllama(models=["m"]).app, host="127.0.0.2") as url:
        calls = opened(tmp_path / "home", DESKTOP_AGENT_LLM__OLLAMA_URL=url)
    assert [call for call in calls if call.leaves] == []
    spoken = {call.host for call in calls if call.event == "socket.connect" and not call.local}
    assert spoken == {"127.0.0.2"}


def test_an_opened_window_without_a_model_asks_nobody_and_leaves_what_the_page_names(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    calls = opened(home, DESKTOP_AGENT_LLM__PROVIDER="none")
    assert [call for call in calls if not call.local] == []
    assert list(home.glob("*/*"))
    assert unnamed(home) == set()


def test_unless_it_is_set_otherwise_every_model_is_on_this_machine() -> None:
    settings, documents = LlmSettings(), KnowledgeSettings()
    for provider in (settings.provider, documents.embedding_provider):
        assert urlsplit(provider_url(settings, provider)).hostname == "127.0.0.1"
