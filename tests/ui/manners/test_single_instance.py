"""A second start raises the first window; a crash leaves nothing in the way."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.window.single_instance import claim
from tests.ui.conftest import until

ROOT = Path(__file__).parents[3]

FIRST = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from desktop_agent.frontends.ui.window.single_instance import claim
app = QApplication(["first"])
instance = claim(Path(sys.argv[1]))
print("first" if instance else "second", flush=True)
if instance and "deaf" not in sys.argv:
    instance.raised.connect(lambda: print("raised", flush=True))
    instance.opened.connect(lambda path: print("opened", repr(path), flush=True))
    instance.listen()
sys.exit(app.exec() if instance else 0)
"""
SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop_agent.frontends.ui.window.single_instance import claim
app = QCoreApplication(["second"])
sys.exit(7 if claim(Path(sys.argv[1]), *sys.argv[2:]) else 0)
"""


def environment():
    return os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}


@pytest.fixture
def start(tmp_path):
    started = []

    def first(*more, folder=tmp_path):
        process = subprocess.Popen(
            [sys.executable, "-c", FIRST, str(folder), *more],
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout.readline() == "first\n"
        return process

    yield first
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def second(folder, file=""):
    return subprocess.run(
        [sys.executable, "-c", SECOND, str(folder), file],
        env=environment(),
        timeout=30,
        check=False,
    ).returncode


def test_a_second_start_of_the_user_hands_over_its_run_and_ends_well(start, tmp_path):
    first = start()
    assert second(tmp_path) == 0
    assert first.stdout.readline() == "raised\n"
    assert second(tmp_path, "/home/me/Ça va.agentrun") == 0
    assert first.stdout.readline() == "raised\n"
    assert first.stdout.readline() == "opened '/home/me/Ça va.agentrun'\n"
    assert second(tmp_path / "other") == 7, "another home has a window of its own"


@pytest.mark.skipif(os.name != "posix", reason="sockets are files on POSIX alone")
def test_only_the_user_may_connect(claimed, tmp_path):
    claimed(tmp_path).listen()
    socket = tmp_path / "instance.socket"
    assert stat.S_ISSOCK(socket.stat().st_mode)
    assert stat.S_IMODE(socket.stat().st_mode) & 0o077 == 0


def test_a_crash_leaves_nothing_in_the_way_even_of_a_machine_with_another_name(start, tmp_path):
    first = start()
    assert second(tmp_path) == 0
    first.send_signal(signal.SIGKILL)
    first.wait()
    again = start()
    assert second(tmp_path) == 0
    assert again.stdout.readline() == "raised\n"
    again.kill()
    again.wait()
    lock = tmp_path / "instance.lock"
    lines = lock.read_text().splitlines()
    assert len(lines) > 2, lines
    lines[2] = "name-in-another-network"
    lock.write_text("\n".join(lines) + "\n")
    start()


def test_a_first_one_that_does_not_answer_is_named(start, tmp_path, monkeypatch, app):
    first = start("deaf")
    for wait in ("_WAIT_S", "_START_S"):
        monkeypatch.setattr(f"desktop_agent.frontends.ui.window.single_instance.{wait}", 0.3)
    with pytest.raises(StorageError, match=f"process {first.pid}"):
        claim(tmp_path)


@pytest.fixture
def claimed(app):
    """Claims a folder in this process, as its first window."""
    made = []

    def first(folder):
        made.append(claim(folder))
        return made[-1]

    yield first
    for each in made:
        each.close()
        each.deleteLater()


async def test_a_first_one_that_is_still_starting_is_waited_for(claimed, tmp_path):
    instance = claimed(tmp_path)
    heard = []
    instance.opened.connect(heard.append)
    other = asyncio.create_task(asyncio.to_thread(second, tmp_path, "late.agentrun"))
    await asyncio.sleep(0.5)
    instance.listen()
    assert await other == 0
    assert heard == ["late.agentrun"]


async def test_what_is_no_message_of_ours_is_passed_over(claimed, tmp_path):
    instance = claimed(tmp_path)
    heard = []
    instance.opened.connect(heard.append)
    instance.listen()
    nonsense = (b"nonsense\n", b"[1]\n", b"x" * 300_000, b"[" * 100_000 + b"\n", b"")
    sockets = []
    for said in (*nonsense, b'{"open": "still here"}\n'):
        socket = QLocalSocket()
        socket.connectToServer(instance._address)
        socket.write(said)
        socket.flush()
        sockets.append(socket)
    await until(lambda: heard)
    assert heard == ["still here"]
    for socket in sockets:
        socket.abort()
        socket.deleteLater()


def test_a_folder_that_cannot_be_written_does_not_keep_the_window_shut(claimed, tmp_path):
    taken = tmp_path / "file"
    taken.write_text("no folder")
    claimed(taken / "config").listen()


def test_a_long_path_still_gets_a_socket(claimed, tmp_path):
    instance = claimed(tmp_path / ("deep" * 40))
    instance.listen()
    assert instance._server is not None
    assert len(os.fsencode(instance._address)) < 104
