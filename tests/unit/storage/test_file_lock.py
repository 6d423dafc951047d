import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.files import locked
from tests.child_process import child_process


def test_a_second_holder_waits_then_says_which_file_is_in_use(tmp_path: Path):
    file = tmp_path / "f"
    with locked(file):
        began = time.monotonic()
        with pytest.raises(StorageError, match="in use") as caught, locked(file, timeout_s=0.05):
            raise AssertionError("two held it")
        assert time.monotonic() - began >= 0.05
    assert str(file) in caught.value.message


def test_the_lock_goes_to_the_next_one_that_waits(tmp_path: Path):
    file, order = tmp_path / "f", []

    def second():
        with locked(file):
            order.append("second")

    with locked(file):
        waiting = threading.Thread(target=second)
        waiting.start()
        time.sleep(0.05)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]


def test_an_error_inside_gives_the_lock_back(tmp_path: Path):
    with pytest.raises(ZeroDivisionError), locked(tmp_path / "f"):
        raise ZeroDivisionError
    with locked(tmp_path / "f", timeout_s=0):
        pass


def test_the_death_of_its_holder_gives_the_lock_back(tmp_path: Path):
    file = tmp_path / "f"
    script = (
        "import sys, pathlib\n"
        "from desktop_agent.storage.files import locked\n"
        "with locked(pathlib.Path(sys.argv[1])):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(file)]
    with child_process(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(StorageError), locked(file, timeout_s=0.05):
            pass
        holder.kill()
        holder.wait()
        with locked(file, timeout_s=5):
            pass
