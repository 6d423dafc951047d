import io
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from desktop_agent.__main__ import main
from tests.end2end.world import Ended, MakeWorld, World, build_world
from tests.servers.duckduckgo import Result
from tests.servers.loopback import serve
from tests.servers.pages import Document, PagesServer

RunCommand = Callable[..., Ended]


@pytest.fixture
def make_world(home) -> Iterator[MakeWorld]:
    with ExitStack() as stack:
        yield lambda **kw: stack.enter_context(build_world(home, **kw))


@pytest.fixture
def make_world_of_page(home) -> Iterator[MakeWorld]:
    """A world whose search finds one page that says a text; its model replies as it is told."""
    with ExitStack() as stack:

        def make(replies: Any, question: str, text: str) -> World:
            html = f"<html><title>Notes</title><body><main><p>{text}</p></main></body></html>"
            pages = PagesServer({"/notes": Document(html.encode())})
            base = stack.enter_context(serve(pages))  # type: ignore[arg-type]
            hit = Result(f"Notes: {question}", f"{base}/notes", text[:150])
            return stack.enter_context(build_world(home, replies=replies, duckduckgo=[[hit]]))

        yield make


@pytest.fixture
def run(monkeypatch, capsys) -> RunCommand:
    """Runs commands in this process, in a world or by an environment alone: no start of Python."""

    def run_here(
        world: World | dict[str, str], *arguments: object, stdin: str = "", **environ: str
    ) -> Ended:
        given = world.environ if isinstance(world, World) else world
        with monkeypatch.context() as patch:
            for name, value in (given | environ).items():
                patch.setenv(name, value)
            patch.setattr(sys, "excepthook", sys.excepthook)  # the command sets its own
            patch.setattr(sys, "stdin", io.StringIO(stdin))
            status = main(list(map(str, arguments)))
        printed = capsys.readouterr()
        return Ended(status, printed.out, printed.err)

    return run_here
