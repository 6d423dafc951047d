"""The program is killed in the middle of an answer: the next start shows what was written."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.end2end.world import build_world
from tests.servers.ollama import Reply

WORDS_A_SECOND = 20
TEXT = " ".join(f"word{number}" for number in range(1, 1200))

DRIVER = """
import sys
import time
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop_agent.frontends.ui import start
from desktop_agent.frontends.ui.chat.error_card import InterruptedNote
from desktop_agent.frontends.ui.window.shell import Shell

act, home = sys.argv[1], Path(sys.argv[2])
app = QApplication(["desktop-agent"])
asked = []

def window():
    shells = [each for each in app.topLevelWidgets() if isinstance(each, Shell)]
    found = shells[0].centralWidget() if shells else None
    return found if hasattr(found, "page") else None

def ask():
    shown = window()
    if shown is None:
        return
    if not asked and " · m" in shown.status._provider.text():
        asked.append(True)
        shown.composer.strategy.choose("quick")
        QTest.keyClicks(shown.composer.edit, "Tell me a long story")
        QTest.keyClick(shown.composer.edit, Qt.Key.Key_Return)
    elif shown.chat.last is not None:
        text = shown.chat.last.body.toPlainText()
        if text:
            print(text.split()[-1], flush=True)

def look():
    shown = window()
    last = shown.chat.last if shown is not None else None
    if last is None or not last.body.settled or not last.findChild(InterruptedNote):
        return
    timer.stop()
    note = last.findChild(InterruptedNote)
    titles = [each.title for each in shown.sidebar.conversations]
    print(titles, note.isVisible(), note.accessibleName(), shown.runs.running, sep="|")
    print(last.body.toPlainText(), flush=True)
    shown.window().close()

timer = QTimer()
timer.timeout.connect({"ask": ask, "look": look}[act])
timer.start(50)
sys.exit(start.run(home / "config"))
"""


def start(world, act):
    environ = world.process_environ() | {"QT_QPA_PLATFORM": "offscreen"}
    root = str(Path(__file__).parents[2])
    environ["PYTHONPATH"] = os.pathsep.join((environ["PYTHONPATH"], root))
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER, act, str(world.home)],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def integrity(world):
    (file,) = world.home.rglob("conversations*.db")
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return database.execute("pragma integrity_check").fetchone()


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_an_answer_cut_off_by_a_kill_is_there_but_for_its_last_second_and_marked(tmp_path):
    story = Reply(text=TEXT, between_s=1 / WORDS_A_SECOND)
    with build_world(tmp_path / "home", replies=[story]) as world:
        first = start(world, "ask")
        try:
            shown, since = 0, time.monotonic()
            for line in first.stdout:
                shown = int(line.strip().removeprefix("word") or 0)
                if shown > 4 * WORDS_A_SECOND:
                    break
                assert time.monotonic() < since + 60
            first.send_signal(signal.SIGKILL)
            errors = first.communicate(timeout=30)[1]
            assert shown > 4 * WORDS_A_SECOND, errors
        finally:
            first.kill()
            first.wait()
        assert integrity(world) == ("ok",)
        second = start(world, "look")
        try:
            said, errors = second.communicate(timeout=60)
        finally:
            second.kill()
            second.wait()
        assert said, (second.returncode, errors)
        state, text = said.split("\n", 1)
        assert state == "['Tell me a long story']|True|Interrupted|False", errors
        kept = text.split()
        assert kept == TEXT.split()[: len(kept)]
        assert len(kept) >= shown - WORDS_A_SECOND, "more than a second is lost"
        assert integrity(world) == ("ok",)
        assert second.returncode == 0
