"""Crashes are kept as where in the code they were, and never with what a person wrote."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.crash_reports import MOST, CrashReports, place_of, watch_crashes
from tests.child_process import ended

CANARY = "how do I leave example.org"


@pytest.fixture
def reports(tmp_path: Path) -> CrashReports:
    return CrashReports(tmp_path / "crashes")


@pytest.fixture
def watched(reports: CrashReports) -> Iterator[CrashReports]:
    stop = watch_crashes(reports)
    yield reports
    stop()


def fail(text: str = CANARY) -> None:
    raise ValueError(text)


def caught() -> ValueError:
    try:
        fail()
    except ValueError as error:
        return error
    raise AssertionError


def test_a_report_says_what_and_where_and_nothing_else(reports: CrashReports):
    reports.note(caught())
    (report,) = reports.list()
    assert report.what.startswith("ValueError at test_crash_reports.py:")
    assert report.text.splitlines()[0] == "ValueError"
    assert report.text.splitlines()[-1].endswith(" fail")
    assert CANARY not in report.what + report.text
    assert str(Path(__file__).parent) not in report.text
    assert report.version


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("/home/somebody/desktop_agent/src/desktop_agent/web/x.py", "desktop_agent/web/x.py"),
        ("/opt/x/lib/python3.11/site-packages/httpx/_client.py", "httpx/_client.py"),
        ("C:\\Users\\somebody\\Lib\\json\\decoder.py", "json/decoder.py"),
        ("/home/somebody/secret/plan.py", "plan.py"),
        (f"<{CANARY}?>", "<other>"),
    ],
)
def test_files_are_named_from_their_package_on(file: str, place: str):
    assert place_of(file) == place


def test_the_same_failure_counts_once_and_twenty_are_kept_whoever_notes_them(tmp_path: Path):
    for number in range(MOST + 5):
        reports = CrashReports(tmp_path / "crashes")
        for _ in range(3):
            reports.note(type(f"Kind{number:02}", (Exception,), {})())
    found = [each.what for each in reports.list()]
    assert len(found) == MOST
    assert "Kind24" in found[0]
    assert "Kind05" in found[-1]
    for number in range(MOST + 5):  # one program alone cannot fill the disk either
        reports.note(type(f"More{number}", (Exception,), {})())
    assert len(reports.list()) == MOST
    reports.forget()
    assert reports.list() == ()


def test_what_is_logged_with_its_exception_is_noted_but_not_what_is_told_in_a_sentence(
    watched: CrashReports,
):
    log = logging.getLogger("desktop_agent.test")
    log.error("unexpected error", exc_info=caught())
    log.error("no exception")
    log.warning("only a warning", exc_info=caught())
    log.error("told", exc_info=StorageError("the disk is full"))
    log.error("the person stops it", exc_info=KeyboardInterrupt())
    assert [each.what.split()[0] for each in watched.list()] == ["ValueError"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_what_nobody_caught_in_a_thread_or_in_asyncio_is_noted(watched: CrashReports):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    (report,) = watched.list()
    assert "fail" in report.text
    watched.forget()
    asyncio.get_running_loop().call_soon(fail)
    await asyncio.sleep(0.01)
    assert len(watched.list()) == 1


PROGRAM = """
import faulthandler, os, signal, sys
from pathlib import Path
from desktop_agent.storage.crash_reports import CrashReports, watch_crashes
faulthandler.disable()
stop = watch_crashes(CrashReports(Path(sys.argv[1])))
def end(how, question="how do I leave example.org"):
    if how == "signal": os.kill(os.getpid(), signal.SIGSEGV)
    if how == "raise": raise ValueError(question)
    if how == "kill": os.kill(os.getpid(), signal.SIGKILL)
    stop()
end(sys.argv[2])
"""


def run(folder: Path, how: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROGRAM, str(folder), how]
    environ = {k: v for k, v in os.environ.items() if k != "PYTHONFAULTHANDLER"}
    return ended(command, env=environ)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_program_that_dies_leaves_what_becomes_a_report(tmp_path: Path):
    folder = tmp_path / "crashes"
    assert run(folder, "signal").returncode == -signal.SIGSEGV
    assert run(folder, "kill").returncode == -signal.SIGKILL  # which nobody can tell of
    assert run(folder, "well").returncode == 0
    raised = run(folder, "raise")
    assert "ValueError" in raised.stderr
    reports = CrashReports(folder)
    dead, error = sorted(reports.list(), key=lambda each: each.what)
    assert dead.what.startswith("Fatal Python error: Segmentation fault")
    assert "<string>:8 end" in dead.text
    assert error.what.startswith("ValueError at <string>")
    assert "example" not in str((dead, error))
    assert len(reports.list()) == 2


def test_what_a_dead_process_left_is_cleaned(tmp_path: Path):
    folder = tmp_path / "crashes"
    folder.mkdir()
    text = (
        "Fatal Python error: Aborted\n\nCurrent thread 0x00007f [how do I leave] (most recent call first):\n"
        '  File "/home/somebody/app/desktop_agent/frontends/ui/window.py", line 3 in run\n'
        f"{CANARY}\nExtension modules: apsw, lxml.etree (total: 2)\n"
    )
    (folder / "signals.txt").write_text(text)
    (report,) = CrashReports(folder).list()
    place = "desktop_agent/frontends/ui/window.py:3 run"
    assert report.what == f"Fatal Python error: Aborted at {place}"
    assert "leave" not in report.text
    assert "somebody" not in report.text
    assert "lxml.etree" in report.text


def test_a_full_disk_costs_the_report_alone_and_hooks_are_as_before(tmp_path: Path):
    (tmp_path / "crashes").write_text("a file where the folder should be")
    reports = CrashReports(tmp_path / "crashes")
    reports.note(caught())
    with pytest.raises(StorageError):
        reports.list()
    before = (sys.excepthook, threading.excepthook, list(logging.getLogger().handlers))
    for each in (reports, CrashReports(tmp_path / "others")):
        watch_crashes(each)()
        assert (sys.excepthook, threading.excepthook, logging.getLogger().handlers) == before
