import io
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from desktop_agent.__main__ import main
from tests.end2end.world import MakeWorld, World, build_world

RunCommand = Callable[..., tuple[int, str, str]]


@pytest.fixture
def make_world(home: Path) -> Iterator[MakeWorld]:
    """Makes worlds that end with the test."""
    with ExitStack() as stack:
        yield lambda **kw: stack.enter_context(build_world(home, **kw))


@pytest.fixture
def run_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Carries out commands in this process; gives the status and what is on the two streams."""

    def run_here(
        world: World, *arguments: str, stdin: str = "", **environ: str
    ) -> tuple[int, str, str]:
        with monkeypatch.context() as patch:
            for name, value in (world.environ | environ).items():
                patch.setenv(name, value)
            patch.setattr(sys, "excepthook", sys.excepthook)  # the command sets its own
            patch.setattr(sys, "stdin", io.StringIO(stdin))
            status = main(list(arguments))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_here
