"""Calls that no one makes on purpose end with a plain sentence: no traceback, no hang, the right status."""

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import settings

from tests.end2end.world import ROOT, Ended, World, build_world
from tests.loader import CLOSED

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bytes, devices and signals of it")

USAGE, FAILED = 2, 1


@dataclass(frozen=True)
class Odd:
    """A call; ``shell`` follows it on a line of the shell, ``before`` comes first there."""

    arguments: Sequence[str | bytes]
    status: int
    told: str
    stdin: bytes | None = None
    shell: str = ""
    before: str = ""
    environ: Mapping[str, str | bytes] = field(default_factory=dict)
    settings: str = ""


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Iterator[World]:
    home = tmp_path_factory.mktemp("odd") / "home"
    with build_world(home, replies=lambda _request: "Good morning to you.") as world:
        yield world


def prepare(world: World, odd: Odd) -> dict[str, str]:
    """Writes the settings of a call; gives its environment."""
    environ = {**world.process_environ(), **{k: os.fsdecode(v) for k, v in odd.environ.items()}}
    if odd.settings:
        config = Path(environ["DESKTOP_AGENT_HOME"]) / "config"
        config.mkdir(parents=True, exist_ok=True)
        (config / "settings.toml").write_text(odd.settings)
    return environ


def run(world: World, odd: Odd, timeout: float = 60) -> Ended:
    """Carries out a call in a process that starts anew; a hang fails the test."""
    words = [os.fsencode(word) for word in (*world.command(), *odd.arguments)]
    quoted = b" ".join(os.fsencode(shlex.quote(os.fsdecode(word))) for word in words)
    line = os.fsencode(f"{odd.before}\n") + b"exec " + quoted + os.fsencode(f" {odd.shell}")
    process = subprocess.Popen(
        ["/bin/sh", "-c", line],
        cwd=ROOT,
        env=prepare(world, odd),
        stdin=subprocess.DEVNULL if odd.stdin is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with process:
        try:
            out, err = process.communicate(odd.stdin, timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return Ended(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


STREAMS = ("<", ">", "2>")


def run_loaded(world: World, odd: Odd, scratch: Path, folder: Path = ROOT) -> Ended:
    """Carries out a call in a fork of the program that is loaded; a hang fails the test."""
    environ = prepare(world, odd)
    subprocess.run(["/bin/sh", "-c", odd.before], cwd=folder, env=environ, check=True)
    paths = [scratch / name for name in ("in", "out", "err")]
    for path in paths:
        path.write_bytes(odd.stdin or b"" if path.name == "in" else b"")
    for redirection in odd.shell.split():
        stream, target = re.fullmatch(r"(\d?[<>])(.+)", redirection).groups()  # type: ignore[union-attr]
        number = STREAMS.index(stream)
        if target == "&-":
            environ[CLOSED] = f"{environ.get(CLOSED, '')} {number}"
        else:
            paths[number] = Path(target)
    command = world.command(*(os.fsdecode(word) for word in odd.arguments))
    with paths[0].open("rb") as given, paths[1].open("ab") as out, paths[2].open("ab") as err:
        streams = {"stdin": given, "stdout": out, "stderr": err}
        status = subprocess.run(
            command, cwd=folder, env=environ, check=False, timeout=60, **streams
        ).returncode
    printed = [(scratch / name).read_text(errors="replace") for name in ("out", "err")]
    return Ended(status, *printed)


def is_plain(done: Ended) -> bool:
    return not any(
        sign in done.stdout + done.stderr
        for sign in ("Traceback", "went wrong", "Exception ignored", "Fatal Python error")
    )


NOT_TEXT = "not text in UTF-8"
QUICK = ("--strategy", "quick", "--bare")


def wrong_settings(text: str, told: str, *arguments: str) -> Odd:
    return Odd(
        arguments or ("keys", "list"),
        FAILED,
        told,
        environ={"DESKTOP_AGENT_HOME": "{tmp}"},
        settings=text,
    )


def no_file(*arguments: str) -> Odd:
    before = "mkfifo {tmp}/pipe" if "{tmp}/pipe" in arguments else ""
    return Odd(arguments, FAILED, "not a regular file", before=before)


def latin_1(**environ: str) -> Odd:
    return Odd(
        ("ask", "-", *QUICK), USAGE, "is no text in UTF-8", stdin=b"caf\xe9?", environ=environ
    )


def scheduled(
    when: str, zone: str = "", status: int = FAILED, told: str = "isn't a valid time"
) -> Odd:
    environ = {"TZ": zone} if zone else {}
    return Odd(("schedule", "add", "q", "--when", when), status, told, environ=environ)


IN_DELETED = "mkdir {tmp}/g; cd {tmp}/g; rmdir {tmp}/g"
FULL = "No space left on device"

TABLE = {
    "a question in Latin-1": latin_1(),
    "a question in Latin-1, C locale": latin_1(LC_ALL="C"),
    "a question of broken bytes": Odd(("ask", b"..\xff", *QUICK), USAGE, NOT_TEXT),
    "a search of broken bytes": Odd(("search", b"\xff\xfe"), USAGE, NOT_TEXT),
    "a model of broken bytes": Odd(("ask", "hi", "--model", b"\xff"), USAGE, NOT_TEXT),
    "a time in year 1 in the east": scheduled("0001-01-01 00:00", "Asia/Tokyo"),
    "a time in year 9999 in the west": scheduled("9999-12-31 23:59", "America/New_York"),
    "a time in year 9998": scheduled("9998-12-31 23:59", status=0, told=""),
    "a run with an endless name": Odd(("replay", "x" * 5000), FAILED, "no recording"),
    "an address that is none": Odd(
        ("ask", "hi", *QUICK),
        FAILED,
        "LLM__OLLAMA_URL is invalid",
        environ={"DESKTOP_AGENT_LLM__OLLAMA_URL": "http://["},
    ),
    "a search engine's address that is none": wrong_settings(
        '[search]\nbrave_url = "http://["\n', "search.brave_url", "search", "hi"
    ),
    "a member's address that is none": Odd(
        ("ask", "hi", "--strategy", "deep"),
        FAILED,
        "in swarm.models has an address that cannot be read",
        environ={"DESKTOP_AGENT_SWARM__MODELS": "a@http://[,b@http://["},
    ),
    "no standard output": Odd(("keys", "list"), 0, "", shell=">&-"),
    "no standard output for a result": Odd(("runs", "list", "--json"), 0, "", shell=">&-"),
    "no standard output for the version": Odd(("--version",), FAILED, "printed", shell=">&-"),
    "no standard output for an answer": Odd(("ask", "hi", *QUICK), FAILED, "printed", shell=">&-"),
    "no standard input": Odd(("ask", "-"), USAGE, "it is empty", shell="<&-"),
    "no standard error": Odd(("ask", "hi", *QUICK), 0, "", shell="2>&-"),
    "no streams at all": Odd(("ask", "hi", *QUICK), FAILED, "", shell="<&- >&- 2>&-"),
    "a full standard output": Odd(("ask", "hi", *QUICK), FAILED, FULL, shell=">/dev/full"),
    "a full standard output for JSON": Odd(
        ("ask", "hi", "--json"), FAILED, FULL, shell=">/dev/full"
    ),
    "a full standard output for help": Odd(("--help",), FAILED, FULL, shell=">/dev/full"),
    "a full standard error": Odd(("ask", "hi", *QUICK), 0, "", shell="2>/dev/full"),
    "a backup in a deleted folder": Odd(("backup", "b.zip"), USAGE, "folder", before=IN_DELETED),
    "a question in a deleted folder": Odd(("ask", "hi", *QUICK), 0, "", before=IN_DELETED),
    "a backup with a name of broken bytes": Odd(("backup", b"{tmp}/b\xff.zip"), 0, ""),
    "a home with a name of broken bytes": Odd(
        ("ask", "hi", *QUICK), 0, "", environ={"DESKTOP_AGENT_HOME": b"{tmp}/h\xff"}
    ),
    "a settings file of arrays": wrong_settings(
        f"[llm]\nmodel = {'[' * 50_000}", "nested too deeply"
    ),
    "a settings file of tables": wrong_settings(
        f"[{'.'.join('a' * 2_000)}]\nb = 1\n", "settings.toml"
    ),
    "a number of 5,000 digits": wrong_settings(
        f"[llm]\nnum_ctx = {'9' * 5_000}\n", "settings.toml"
    ),
    "a number of 400 digits": wrong_settings(
        f"[llm]\nconnect_timeout_s = {'9' * 400}\n", "llm.connect_timeout_s"
    ),
    "no folder of documents": Odd(("knowledge", "add", ""), USAGE, "it is empty"),
    "a backup without a name": Odd(("backup", ""), USAGE, "it is empty"),
    "a template without an end": no_file("templates", "add", "/dev/zero"),
    "a template without an end, piped": Odd(
        ("templates", "add", "-"), FAILED, "too large", shell="</dev/zero"
    ),
    "a server's file without an end": no_file("servers", "add", "/dev/zero"),
    "a data file without an end": no_file("bench", "gsm8k", "--data", "/dev/zero"),
    "records without an end": no_file("bench", "compare", "/dev/zero", "/dev/zero"),
    "a recording without an end": no_file("replay", "/dev/zero"),
    "a recording that is a pipe": no_file("replay", "{tmp}/pipe"),
    "a run to take in that is a pipe": no_file("replay", "{tmp}/pipe", "--import"),
    "a backup that is a pipe": no_file("restore", "{tmp}/pipe", "--look"),
    "a backup without an end": no_file("restore", "/dev/zero", "--look"),
    "a backup that is a folder": no_file("restore", "/", "--look"),
}


def placed(odd: Odd, folder: Path) -> Odd:
    """Returns the call with ``{tmp}`` replaced in all of its words."""

    def put(text: str | bytes) -> str | bytes:
        if isinstance(text, bytes):
            return text.replace(b"{tmp}", os.fsencode(folder))
        return text.replace("{tmp}", str(folder))

    return replace(
        odd,
        arguments=[put(each) for each in odd.arguments],
        before=str(put(odd.before)),
        environ={name: put(value) for name, value in odd.environ.items()},
    )


ANEW = {
    "a question in Latin-1, C locale", "a backup in a deleted folder", "a question in a deleted folder",
    "no streams at all",
}  # fmt: skip
"""What Python itself does with streams, bytes and folders when it starts."""


@pytest.mark.parametrize("name", TABLE)
def test_an_odd_call_ends_with_a_sentence(world, name, tmp_path, tmp_path_factory):
    odd = TABLE[name]
    call = placed(odd, tmp_path)
    if name in ANEW:
        done = run(world, call)
    else:
        done = run_loaded(world, call, tmp_path_factory.mktemp("streams"))
    assert is_plain(done), done.stderr
    assert (done.returncode, odd.told in done.stderr) == (odd.status, True), done.stderr


# --- random calls

_PIECES: tuple[str | bytes, ...] = (
    b"\xff\xfe", b"\xc3", "\u202e", "\x1b[2J", "\n", " ", "", "-", "--", "--json", "-h", "..", ".", "/",
    "0", "-1", "9" * 400, "1e400", "nan", "x" * 100_000, "x" * 300, "~", "~nobody/x", "http://[",
    "http://127.0.0.1:1/", "ftp://a", "file:///etc/passwd", "javascript:1", "[::1]", "/nonexistent//", "a" + "/a" * 3000,
    "/dev/null", "/proc/self/mem", "/nonexistent/x", "{tmp}/pipe", "{tmp}", "{tmp}/file", "\U0001f600", "%s%n",
    "null", "{}", "[]", "every day", "0000-00-00", "2026-13-45 99:99", "in 99999999999 days", "every 0 minutes",
    "FREQ=YEARLY;COUNT=0", "FREQ=SECONDLY", "RRULE:", "--offline", "--count", "--limit", "--model", "--when",
    "--strategy", "--collection", "--export", "--data", "--format", "--max-length", "--out", "--seed",
)  # fmt: skip
_COMMANDS = (
    "ask", "search", "fetch", "evidence", "knowledge add", "knowledge search", "knowledge list",
    "knowledge remove", "knowledge status", "templates list", "templates show",
    "templates add", "templates remove", "schedule add", "schedule list", "schedule remove", "schedule run",
    "schedule changes", "runs list", "runs start", "runs stop", "runs show", "servers list", "servers add",
    "servers remove", "servers try", "keys list", "keys remove", "keys set", "models list", "models pull",
    "models remove", "replay", "bench gsm8k", "bench hotpotqa", "bench simpleqa", "bench hle",
    "bench evidence", "bench claims", "bench compare", "backup", "restore", "diagnostics", "update",
    "doctor", "", "nothing",
)  # fmt: skip
_SHELL = (
    "", "", "", "", ">&-", "<&-", "2>&-", ">/dev/full", "2>/dev/full", "<&- >&- 2>&-", "</dev/null",
)  # fmt: skip
_SETTINGS = (
    "", "", "", "[llm]\nollama_url = 1979-05-27T07:32:00Z\n", "[swarm]\nmodels = ['a@http://[']\n",
    "[appearance]\ntheme = [[[]]]\n", "[search]\nengines = ['x', 1]\n", "[llm]\ntemperature = nan\n",
    "[fetch]\nallow_hosts = ['[', '::', '']\n", "a = 1\n", "[shortcuts.keys]\n'' = ''\n", "[updates]\nurl = 'x'\n",
    "[search]\nsearxng_url = 'http://a:99999/'\n", "[llm]\nollama_url = 'http://a:99999'\n", "\0",
    "[network]\noffline = 'yes'\n", "[knowledge]\nlancedb_uri = '\u202e'\n", "[llm]\nollama_url = ''\n",
)  # fmt: skip


def random_call(seed: int) -> Odd:
    draw = random.Random(seed)
    words: list[str | bytes] = [*draw.choice(_COMMANDS).split()]
    words += [draw.choice(_PIECES) for _ in range(draw.randrange(4))]
    if words[:1] == ["ask"] and "--strategy" not in words:
        words += ["--strategy", "quick"]
    if not words:
        words = ["--version"]
    return Odd(
        words,
        0,
        "",
        stdin=draw.choice((None, b"", b"\xff\xfe\0", b"x" * 200_000, b"{}")),
        shell=draw.choice(_SHELL),
        before="mkfifo {tmp}/pipe; echo '{' >{tmp}/file",
        environ={
            "DESKTOP_AGENT_HOME": "{tmp}/h" if draw.randrange(4) else b"{tmp}/h\xff",
            "LC_ALL": draw.choice(("C", "C.UTF-8", "nonsense")),
        },
        settings=draw.choice(_SETTINGS),
    )


@pytest.mark.parametrize("seed", range(200 if settings().max_examples > 25 else 10))
def test_a_random_call_never_hangs_or_shows_its_inside(world, seed, tmp_path, tmp_path_factory):
    odd = placed(random_call(seed), tmp_path)
    done = run_loaded(world, odd, tmp_path_factory.mktemp("streams"), tmp_path)
    assert is_plain(done), (odd, done.stderr)
    assert done.returncode in (0, 1, 2, 3), (odd, done)


# --- Ctrl-C

INTERRUPTED = """
import os, signal, sys
from importlib.abc import MetaPathFinder

class Presses(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
from desktop_agent.__main__ import main
sys.exit(main(sys.argv[2:]))
"""
"""Presses Ctrl-C when a module is looked for."""


@pytest.mark.parametrize(
    "module",
    ["argparse", "desktop_agent.app.session"],
)
def test_ctrl_c_while_the_program_loads_ends_it_without_a_traceback(world, module):
    done = world.run_anew(module, "ask", "hi", *QUICK, code=INTERRUPTED)
    assert done.returncode in (130, -signal.SIGINT), done
    assert "Traceback" not in done.stderr
    assert "KeyboardInterrupt" not in done.stderr


@pytest.mark.skipif(not os.access("/proc/self/syscall", os.R_OK), reason="nothing tells of waiting")
def test_ctrl_c_ends_what_waits_for_its_input(world):
    with world.start("ask", "-", stdin=subprocess.PIPE) as process:
        while not waits_for_input(process.pid):
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (130, -signal.SIGINT)
        assert "Traceback" not in process.stderr.read()


def waits_for_input(process: int) -> bool:
    """Says whether the process is in a system call that reads descriptor 0."""
    try:
        call = Path(f"/proc/{process}/syscall").read_text().split()
    except OSError:
        return False
    return call[:2] == ["0", "0x0"]
