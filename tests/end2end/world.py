"""A whole outside world on loopback: a model server, three search engines, and pages."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, aclosing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from desktop_agent.app.session import Session, open_session
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import (
    Event,
    RunFinished,
    RunStarted,
    StepFinished,
    StepStarted,
    ToolFinished,
    ToolStarted,
)
from desktop_agent.core.research import Question
from desktop_agent.llm.providers.endpoint import RetryPolicy
from tests.child_process import child_process, ended
from tests.forked import anew
from tests.loopback_only import as_if_unknown
from tests.servers.brave import FakeBrave
from tests.servers.duckduckgo import FakeDuckDuckGo
from tests.servers.loopback import serve_all
from tests.servers.ollama import FakeOllama
from tests.servers.search_replies import Zero
from tests.servers.tavily import FakeTavily

ROOT = Path(__file__).parents[2]

E = TypeVar("E", bound=Event)


class Ended(NamedTuple):
    """How a command ended and what it printed."""

    returncode: int
    stdout: str
    stderr: str


@dataclass
class World:
    """What the program can reach in a test, and the environment that leads it there."""

    ollama: FakeOllama
    duckduckgo: FakeDuckDuckGo
    tavily: FakeTavily
    brave: FakeBrave
    environ: dict[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        return Path(self.environ["DESKTOP_AGENT_HOME"])

    def session(self, **overrides: object) -> Session:
        return open_session(
            environ=self.environ, overrides={k.replace("__", "."): v for k, v in overrides.items()}
        )

    def opened(self, **overrides: object) -> "aclosing[Session]":
        """A session that ends with the block."""
        return aclosing(self.session(**overrides))

    def process_environ(self) -> dict[str, str]:
        """For a process of its own: this environment, and the rule that nothing leaves loopback."""
        kept = {k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "TMPDIR")}
        path = os.pathsep.join((str(ROOT / "tests" / "site"), str(ROOT)))
        own = {"PYTHONPATH": path, "HOME": str(self.home)}
        return kept | self.environ | own | {"TESTS_KNOW_NO_HOSTS": "1"}

    def command(self, *arguments: str, module: str = "desktop_agent", code: str = "") -> list[str]:
        program = ("-c", code) if code else ("-m", module)
        return [sys.executable, *program, *arguments]

    def run(self, *arguments: str, code: str = "", stdin: str = "", **environ: str) -> Ended:
        """Run a command, or the program that ``code`` is, in a process of its own to its end."""
        command = self.command(*arguments, code=code)
        environ = self.process_environ() | environ
        done = ended(command, cwd=ROOT, env=environ, input=stdin, timeout=90)
        return Ended(done.returncode, done.stdout, done.stderr)

    def run_anew(self, *arguments: str, **more: str) -> Ended:
        """Run it in an interpreter that starts anew; see `tests.forked`."""
        with anew():
            return self.run(*arguments, **more)

    def start(
        self,
        *arguments: str,
        module: str = "desktop_agent",
        stdin: int = subprocess.DEVNULL,
        **environ: str,
    ) -> AbstractContextManager[Any]:
        """Start a command, with pipes for stdout and stderr; the end of the block kills it."""
        return child_process(
            self.command(*arguments, module=module),
            cwd=ROOT,
            env=self.process_environ() | environ,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start_window(
        self, act: str, words: str = "", **environ: str
    ) -> AbstractContextManager[Any]:
        """Start the window offscreen with somebody at it: see `window_program`."""
        program = {"module": "tests.end2end.window_program", "QT_QPA_PLATFORM": "offscreen"}
        return self.start(act, str(self.home), words, **program, **environ)


_wait_s = RetryPolicy.wait_s
MakeWorld = Callable[..., World]


def _soon(policy: RetryPolicy, error: AgentError, attempt: int) -> float | None:
    """Return a twentieth of the time after which the program tries a failed request again."""
    wait_s = _wait_s(policy, error, attempt)
    return None if wait_s is None else wait_s / 20


@contextmanager
def build_world(
    home: Path,
    *,
    replies: Any = (),
    duckduckgo: Sequence[Any] = (Zero(),),
    tavily: Sequence[Any] = (Zero(),),
    brave: Sequence[Any] = (Zero(),),
    environ: Mapping[str, str] | None = None,
) -> Iterator[World]:
    """Starts the servers; whatever the test does not name finds nothing."""
    world = World(
        FakeOllama(models=["m"], replies=replies),
        FakeDuckDuckGo(duckduckgo),
        FakeTavily(tavily),
        FakeBrave(brave),
    )
    fakes = (world.ollama, world.duckduckgo, world.tavily, world.brave)
    with (
        serve_all(*(fake.app for fake in fakes)) as (llm, lite, tavily_url, brave_url),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(socket, "getaddrinfo", as_if_unknown)  # results lead to pages of no host
        patch.setattr(RetryPolicy, "wait_s", _soon)
        world.environ = {
            "DESKTOP_AGENT_HOME": str(home),
            "DESKTOP_AGENT_LLM__OLLAMA_URL": llm,
            "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": FakeDuckDuckGo.url(lite),
            "DESKTOP_AGENT_SEARCH__TAVILY_URL": tavily_url,
            "DESKTOP_AGENT_SEARCH__BRAVE_URL": f"{brave_url}/res/v1/web/search",
            "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S": "0",
            "DESKTOP_AGENT_SEARCH__BRAVE_INTERVAL_S": "0",
            "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": '["127.0.0.1"]',
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            **(environ or {}),
        }
        yield world


def wait_for(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.01)


async def play(session: Session, question: str | Question) -> list[Event]:
    asked = Question(question) if isinstance(question, str) else question
    return [event async for event in session.ask(asked).events()]


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


async def answered(world: World, question: str | Question, **settings: object) -> list[Event]:
    """The events of a question that is asked in a session of its own."""
    async with world.opened(**settings) as session:
        return await play(session, question)


def end_of(events: Sequence[Event]) -> RunFinished:
    """Gives the event that ends a run: the last one, and the only one."""
    (end,) = of(events, RunFinished)
    assert events[-1] is end
    return end


def assert_whole(events: Sequence[Event]) -> None:
    """Asserts what holds for the events of every run."""
    assert isinstance(events[0], RunStarted)
    end_of(events)
    assert [event.seq for event in events] == list(range(len(events)))
    assert len({event.run_id for event in events}) == 1
    times = [event.t for event in events]
    assert times == sorted(times)
    running: set[str] = {""}
    for event in events:
        if isinstance(event, StepStarted):
            assert event.parent_id in running, f"{event.title} stands in a step that does not run"
            running.add(event.step_id)
        elif isinstance(event, StepFinished):
            running.remove(event.step_id)
    assert running == {""}, "every step is finished"
    ended = {event.call_id for event in of(events, ToolFinished)}
    assert {event.call_id for event in of(events, ToolStarted)} == ended
