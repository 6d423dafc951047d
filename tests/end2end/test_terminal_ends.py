"""Ways in which a run in the terminal ends before its time, and what a real terminal sees."""

import codecs
import os
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desktop_agent.core.codec import event_from_json
from desktop_agent.core.events import RunFinished, TextDelta
from tests.end2end.mcp_service import recordings, statuses
from tests.end2end.world import ROOT, World, build_world, wait_for
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama

pty = pytest.importorskip("pty", reason="the signals and terminals are those of POSIX")

HANGING = Reply(text=["One", " two", " three"], hang_after=2, hang_s=30)


def test_ctrl_c_stops_the_run_which_still_ends_with_its_last_event(make_world):
    world = make_world(replies=[HANGING])
    with world.start("ask", "Count", "--json", "--strategy", "quick") as process:
        events = []
        while not (events and isinstance(events[-1], TextDelta)):
            events.append(event_from_json(process.stdout.readline()))
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        events += [event_from_json(line) for line in process.stdout]
        assert process.wait(60) == 130
        took = time.monotonic() - began
        assert process.stderr.read() == ""
    last = events[-1]
    assert isinstance(last, RunFinished)
    assert last.status == "stopped"
    assert [event.seq for event in events] == list(range(len(events)))
    assert [events] == recordings(world)
    assert took < 20  # and not the 30 s for which the model is silent
    assert world.ollama.disconnects


def test_in_words_it_tells_what_had_arrived_and_gives_no_answer(make_world):
    world = make_world(replies=[HANGING])
    with world.start("ask", "Count", "--strategy", "quick") as process:
        wait_for(lambda: world.ollama.requests)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "stopping; Ctrl-C again quits at once" in err
    assert "One two" in err
    assert "not finished" in err
    assert "Traceback" not in err


def test_ctrl_c_in_another_command_is_quiet_too(home):
    asked: list[str] = []

    async def silence(request: Request) -> Response:
        asked.append(request.url.path)
        await request.receive()
        await request.receive()  # the second message is that the client went away
        return Response()

    silent = Starlette(routes=[Route("/{rest:path}", silence, methods=["GET", "POST"])])
    with build_world(home) as world, serve(silent) as url:
        world.environ["DESKTOP_AGENT_LLM__OLLAMA_URL"] = url
        with world.start("models", "pull", "large") as process:
            wait_for(lambda: asked)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


def test_a_reader_that_goes_away_ends_the_run_quietly(make_world):
    world = make_world(replies=[Reply(text=["word "] * 50, between_s=0.01)])
    with world.start("ask", "Count", "--json", "--strategy", "quick") as process:
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(60) == 1
    assert err == ""
    assert statuses(world) == ["stopped"]


def on_a_terminal(world: World, *arguments: str) -> tuple[int, str, str]:
    """Runs a command whose stderr is a terminal; gives status, stdout and what the terminal got."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        world.command(*arguments),
        cwd=ROOT,
        env=world.process_environ() | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
    )
    os.close(terminal)
    with process:
        seen = "".join(pieces(controller))
        out = process.stdout.read()
    os.close(controller)
    return process.returncode, out, seen


def pieces(controller: int) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    while True:
        try:
            piece = os.read(controller, 65536)
        except OSError:  # which is how Linux says so
            return
        if not piece:
            return
        yield decoder.decode(piece)


def test_on_a_terminal_the_text_is_seen_while_it_streams_and_the_cursor_comes_back(make_world):
    text = ["Passing ", "\x1b]0;title\x07", "[red]words[/red] ", *(["more "] * 20), "end."]
    world = make_world(replies=[Reply(text=text, between_s=0.05)])
    status, out, seen = on_a_terminal(world, "ask", "Count", "--strategy", "quick")
    assert status == 0
    assert out.startswith("Passing ]0;title[red]words[/red] more")
    assert "Passing ]0;title[red]words[/red]" in seen
    assert "\x1b]0;" not in seen
    assert "\x1b[?25l" in seen
    assert seen.rindex("\x1b[?25h") > seen.rindex("\x1b[?25l")


def test_a_download_shows_its_progress_on_a_terminal(make_world):
    world = make_world()
    slow = FakeOllama(pull_steps=10, pull_step_bytes=1_000_000, pull_pause_s=0.1)
    with serve(slow.app) as url:
        world.environ["DESKTOP_AGENT_LLM__OLLAMA_URL"] = url
        status, out, seen = on_a_terminal(world, "models", "pull", "fresh")
    assert (status, out) == (0, "")
    assert "pulling" in seen
    assert "/10.0 MB" in seen
    assert "fresh is ready." in seen


SHELF = """
from pathlib import Path
from keyring.backend import KeyringBackend
class Shelf(KeyringBackend):
    priority = 1
    def get_password(self, service, name):
        return None
    def set_password(self, service, name, value):
        Path(__file__).with_name("stored").write_text(f"{service} {name} {value}")
"""


@pytest.mark.parametrize("typed", ["tvly-typed\n", "\x04", None], ids=["key", "end", "ctrl-c"])
def test_a_key_that_is_typed_is_not_shown(make_world, tmp_path, typed):
    world = make_world()
    (tmp_path / "shelf.py").write_text(SHELF)
    environ = world.process_environ() | {"PYTHON_KEYRING_BACKEND": "shelf.Shelf"}
    environ["PYTHONPATH"] += os.pathsep + str(tmp_path)
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        world.command("keys", "set", "tavily"),
        cwd=ROOT,
        env=environ,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    seen = ""
    for piece in pieces(controller):
        asked = "not shown" in seen
        seen += piece
        if "not shown" in seen and not asked:
            time.sleep(0.2)  # the prompt is there a moment before the key is waited for
            if typed is None:
                process.send_signal(signal.SIGINT)
            else:
                os.write(controller, typed.encode())
    assert process.wait(60) == {"tvly-typed\n": 0, "\x04": 1, None: 130}[typed]
    os.close(controller)
    assert "tvly-typed" not in seen
    assert "Traceback" not in seen
    stored = tmp_path / "stored"
    assert stored.exists() == (typed == "tvly-typed\n")
    if stored.exists():
        assert stored.read_text() == "desktop-agent tavily tvly-typed"
