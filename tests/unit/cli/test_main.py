import os
import subprocess
import sys

import pytest

from tests.child_process import ended

pytestmark = pytest.mark.usefixtures("processes_anew")

LISTING = """
import sys
before = set(sys.modules)
from desktop_agent.__main__ import main
try:
    main(["--help"])
except SystemExit as end:
    assert end.code == 0
loaded = {name for name, module in sys.modules.items() if module is not None}
print(*sorted(loaded - before), file=sys.stderr)
"""
LIGHT = {
    "desktop_agent",
    "desktop_agent.core",
    "desktop_agent.core.errors",
    "desktop_agent.core.terminal_text",
    "desktop_agent.__main__",
    "desktop_agent.frontends",
    "desktop_agent.system",
    "desktop_agent.system.resources",
}


def run(*command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTHONDONTWRITEBYTECODE")
    }
    return ended([sys.executable, *command], env=kept | environ)


def test_help_imports_nothing_but_the_parser_and_the_standard_library():
    done = run("-c", LISTING)
    assert done.returncode == 0, done.stderr
    assert "usage: desktop-agent" in done.stdout
    ours = {name for name in done.stderr.split() if name.startswith("desktop_agent")}
    assert {
        name for name in ours - LIGHT if not name.startswith("desktop_agent.frontends.cli")
    } == set()
    foreign = {name.split(".")[0] for name in done.stderr.split()} - {"desktop_agent"}
    assert foreign <= sys.stdlib_module_names
    assert "asyncio" not in done.stderr.split()


def test_help_takes_350_milliseconds_of_processor_time_at_most():
    def once() -> float:
        before = os.times()
        assert run("-m", "desktop_agent", "--help").returncode == 0
        after = os.times()
        user = after.children_user - before.children_user
        return user + after.children_system - before.children_system

    once()  # compiles the bytecode
    assert min(once() for _ in range(3)) < 0.35


def test_the_version_is_told():
    done = run("-m", "desktop_agent", "--version")
    assert (done.returncode, done.stdout) == (0, "Desktop Agent 0.1.0\n")


def test_a_failure_of_our_own_is_a_sentence_and_not_a_traceback():
    script = (
        "import sys\nfrom desktop_agent.frontends.cli.terminal import report_unexpected\n"
        "sys.excepthook = report_unexpected\nraise ValueError('tvly-secret')"
    )
    done = run("-c", script)
    assert done.returncode == 1
    assert done.stderr.startswith("desktop-agent: Something went wrong: ValueError.\n")
    assert "tvly-secret" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_the_terminal_is_offered_instead_of_the_window():
    done = run("-m", "desktop_agent")
    assert done.returncode == 1
    assert done.stdout == ""
    message, remedy = done.stderr.splitlines()
    assert "no display" in message
    assert "desktop-agent ask" in remedy


CODE = '{"code": "print(6)\\n6 * 7", "lock_down": false, "most_output": 99}'


@pytest.mark.parametrize(
    ("worker", "given", "out", "err"),
    [
        (["--extraction-worker", "512"], "", "ready", ""),
        (["--code-runner"], CODE, "6\n", '{"status": "ok", "value": "42"}'),
    ],
)
def test_a_frozen_program_starts_itself_as_its_workers(worker, given, out, err):
    done = ended([sys.executable, "-m", "desktop_agent", *worker], input=given)
    assert done.returncode == 0
    assert out in done.stdout
    assert done.stderr.endswith(err) if err else not done.stderr
