"""A frozen program starts itself for each of its workers, and must know each of them."""

import os
import re
import sys
from pathlib import Path

import pytest

from desktop_agent import __main__ as program
from desktop_agent.system.resources import build_stamp
from tests.child_process import output_of

ROOT = Path(__file__).parents[2]


def test_every_worker_argument_that_the_program_uses_is_known_to_it(monkeypatch):
    assert build_stamp() == ""  # a checkout is no build
    used = set[str]()
    for path in (ROOT / "desktop_agent").rglob("*.py"):
        if path.name != "__main__.py":
            used |= set(re.findall(r'"(--[a-z]+-(?:worker|runner))"', path.read_text()))
    assert len(used) == 6, used
    taken = []
    for name in program._WORKERS:
        monkeypatch.setitem(program._WORKERS, name, lambda *_a, name=name: taken.append(name) or 0)
    monkeypatch.setattr(program, "_run_code", lambda name, *_a: taken.append(name) or 0)
    for argument in used:
        assert program.main([argument, "64"]) == 0
    assert set(taken) == used


@pytest.mark.parametrize(
    ("arguments", "starts"),
    [
        (["--multiprocessing-fork", "tracker_fd=5"], True),
        (["-B", "-c", "from multiprocessing.resource_tracker import main;main(5)"], True),
        (["ask", "where does multiprocessing come from?"], False),
        ([], False),
    ],
)
def test_processes_of_libraries_are_told_from_what_people_ask(arguments, starts):
    assert program._starts_process(arguments) is starts


def test_what_the_loader_has_set_is_not_handed_on():
    script = (ROOT / "packaging" / "freeze" / "start_clean.py").read_text()
    environ = {**os.environ, "LD_LIBRARY_PATH_ORIG": "/opt/mine", "_PYI_ARCHIVE_FILE": "x"}
    script += "\nprint(os.environ.get('LD_LIBRARY_PATH'), [n for n in os.environ if '_PYI_' in n or n.endswith('_ORIG')])"
    command = [sys.executable, "-S", "-c", script]
    assert output_of(command, env=environ).strip() == "/opt/mine []"
