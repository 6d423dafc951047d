"""What a build needs around it: servers on loopback, a display, a keyring."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.duckduckgo import FakeDuckDuckGo, Result
from tests.servers.loopback import serve, serve_all
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Zero
from tests.servers.tavily import FakeTavily

NO_RING = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
"""Variables of a session without a keyring."""
QUESTION = "What is the latest stable version of Python?"
FACT = "The latest stable version of Python is Python 3.14.1, released on 2 December 2025."
PAGE = f"""<html><head><title>Download Python | Python.org</title></head><body><main>
<h1>Download the latest version of Python</h1><p>{FACT}</p>
<p>Older versions such as Python 3.13.7 still get security fixes.</p></main></body></html>"""


@contextmanager
def servers(*replies: Reply | str) -> Iterator[tuple[dict[str, str], FakeOllama]]:
    """A model, a search engine and a page; gives the variables that lead there, and the model."""
    model = FakeOllama(models=["m"], replies=replies)
    with serve(PagesServer({"/downloads": Document(PAGE.encode())})) as pages:
        # two names of this machine are two sites, which agree
        hits = [
            Result("Download Python | Python.org", f"{each}/downloads", FACT)
            for each in (pages, pages.replace("127.0.0.1", "localhost"))
        ]
        lite = FakeDuckDuckGo([hits])
        with serve_all(model.app, lite.app, FakeTavily([Zero()]).app) as (llm, search, tavily):
            yield (
                {
                    "DESKTOP_AGENT_LLM__OLLAMA_URL": llm,
                    "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": FakeDuckDuckGo.url(search),
                    "DESKTOP_AGENT_SEARCH__TAVILY_URL": tavily,
                    "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S": "0",
                    "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": '["127.0.0.1", "localhost"]',
                    "DESKTOP_AGENT_UPDATES__CHECK": "false",
                },
                model,
            )


@contextmanager
def display() -> Iterator[tuple[str, Path]]:
    """An X server with nothing on it; gives its name, and the file that its picture lies in.

    It listens at an abstract address, which is seen from within another root too.
    """
    with tempfile.TemporaryDirectory() as folder:
        reads, writes = os.pipe()
        server = subprocess.Popen(
            [  # noqa: S607 - wherever the system has it
                "Xvfb", "-displayfd", str(writes), "-screen", "0", "1280x900x24", "-fbdir", folder,
             "-nolisten", "tcp", "-ac"],
            pass_fds=[writes],
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writes)
        try:
            with os.fdopen(reads) as told:
                number = told.readline().strip()
            assert number, "Xvfb has not started"
            yield f":{number}", Path(folder, "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait()


@contextmanager
def keyring(user: int | None) -> Iterator[dict[str, str]]:
    """A bus and an unlocked keyring that nobody else uses; gives the variables that lead there."""
    if not shutil.which("gnome-keyring-daemon") or not shutil.which("dbus-daemon"):
        raise RuntimeError("gnome-keyring and dbus are needed for this check")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        if user is not None:
            os.chown(folder, user, user)
        address = f"unix:abstract={folder}/bus"
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "XDG_RUNTIME_DIR": folder,
            "DBUS_SESSION_BUS_ADDRESS": address,
        }
        silent = dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)
        for command in (
            ["dbus-daemon", "--session", "--nofork", f"--address={address}"],
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
        ):
            how = {"env": environ, "user": user, "group": user, "stdin": subprocess.PIPE, **silent}
            started = subprocess.Popen(command, **how)
            stack.callback(started.wait)
            stack.callback(started.terminate)
            assert started.stdin is not None
            started.stdin.write(b"\n")  # the password of a new keyring
            started.stdin.close()
            time.sleep(1.0)
        yield {"DBUS_SESSION_BUS_ADDRESS": address}


def wait_for(what: str, seen: Callable[[], object], seconds: float = 60.0) -> None:
    """Returns when ``seen`` gives something true."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if seen():
            return
        time.sleep(0.1)
    raise AssertionError(f"{what} was not seen in {seconds:g} s")


if sys.platform != "linux":
    raise SystemExit("This needs Linux; see the README for other systems.")
