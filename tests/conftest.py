"""What every test gets: no network but loopback, a home of its own, and a check for leaks."""

import asyncio
import gc
import os
import shutil
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from tests import loopback_only
from tests.forked import anew, forking

loopback_only.enforce()
gc.disable()  # until all is collected: nearly nothing of it is garbage
# In memory, no file waits for a disk.
MEMORY = Path("/dev/shm")
if (
    MEMORY.is_dir()
    and shutil.disk_usage(MEMORY).free > 4 * 2**30
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
# Whoever forbids compiled modules pays for it with every process that a test starts, and with every
# assertion that pytest writes anew: a quarter of the whole.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # who runs the tests in the background of a script hands on that Ctrl-C is to be ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
# a busy machine is no fault of the code; every run tries other examples, so few will do
settings.register_profile("suite", deadline=None, max_examples=12)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("EXAMPLES", "suite"))
if "EXAMPLES" not in os.environ:
    # it reads all of our code for constants to try: seconds of each process in a fresh clone
    providers._get_local_constants = lambda: providers._local_constants

TESTS = Path(__file__).parent
FIXTURES = TESTS.parents[1] / "shared" / "fixtures"

FIRST = (
    "test_house.py", "test_contradiction.py", "test_mcp_server.py", "test_secret_service.py", "test_socket_audit.py",
    "test_worlds.py", "test_cluster.py", "test_failing_disks.py", "test_bench_offline.py", "test_window_killed.py",
)  # fmt: skip
"""The long files: begun last, one of them would leave the other processes idle."""


MARKED = {"benchmarks": "benchmark", "chaos": "benchmark", "live": "live"}
"""The folders whose tests all have a mark: where that is not to run, they are not even imported."""


def to_be_run(path: Path, config: pytest.Config) -> bool:
    mark = MARKED.get(path.relative_to(TESTS).parts[0])
    return mark is None or f"not {mark}" not in config.option.markexpr


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    inside = TESTS in collection_path.parents
    return True if inside and not to_be_run(collection_path, config) else None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have each process compile its share of all tests: what one has compiled, the others read.

    Their assertions take ten seconds in a fresh clone, and each process would compile them all.
    """
    worker: dict[str, Any] = getattr(session.config, "workerinput", {})
    if worker and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        number = int(worker["workerid"].removeprefix("gw"))
        for path in sorted(TESTS.rglob("test_*.py"))[number :: worker["workercount"]]:
            if to_be_run(path, session.config):
                import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in FIRST)


@pytest.fixture
def shared_fixtures() -> Path:
    """Captured pages and responses, where they are at hand."""
    if not FIXTURES.is_dir():
        pytest.skip("the captured fixtures are not on this machine")
    return FIXTURES


@pytest.fixture(scope="session")
def lancedb() -> None:
    """The library, loaded with the threads that it keeps before a test may be said to leave them."""
    pytest.importorskip("lancedb")


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A home of its own for the program: no settings, keys or data of the person who tests."""
    folder = tmp_path / "home"
    for name in list(os.environ):
        if (
            name.startswith("DESKTOP_AGENT_")
            or name.endswith("_API_KEY")
            or name in ("OLLAMA_HOST", "OPENAI_BASE_URL")
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("DESKTOP_AGENT_HOME", str(folder))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    return folder


@pytest.fixture(scope="session", autouse=True)
def _forks() -> Iterator[None]:
    with forking():
        yield


@pytest.fixture
def processes_anew() -> Iterator[None]:
    """For tests of what a process has of its own from its start."""
    with anew():
        yield


@pytest.fixture(autouse=True)
def _no_leaked_threads() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith(("asyncio_", "loopback", "ThreadPoolExecutor", "waitpid-")):
            continue
        thread.join(2)
        assert not thread.is_alive(), f"the test left the thread {thread.name!r}"


@pytest.fixture(autouse=True)
def _no_leaked_tasks(request) -> None:
    if request.node.get_closest_marker("asyncio"):  # any other test is spared a loop
        request.getfixturevalue("_no_leaked_tasks_of_a_loop")


@pytest.fixture
async def _no_leaked_tasks_of_a_loop() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    # nested generators of an HTTP client end one turn of the loop after another
    for _ in range(30):
        await asyncio.sleep(0)
    left = [task for task in asyncio.all_tasks() - before if task is not asyncio.current_task()]
    assert not left, f"the test left tasks: {left}"


def pytest_collection_finish() -> None:
    """Spare the collector what lives as long as the tests do: modules, items and their marks."""
    gc.freeze()
    gc.set_threshold(20_000)  # as the program does: a fifteenth less time for all tests
    gc.enable()
