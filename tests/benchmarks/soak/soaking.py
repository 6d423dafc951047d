"""Lets the program be asked for a long time, and gives what was measured and what it has left."""

import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from tests.benchmarks.soak.program import Order
from tests.benchmarks.soak.sample import Sample, left_over
from tests.benchmarks.soak.world import serve_outside
from tests.benchmarks.window.test_under_load import outside
from tests.servers.duckduckgo import FakeDuckDuckGo

ROOT = Path(__file__).parents[3]
_DOCUMENTS = 12
_FILES = {
    "notes.txt": "Pumps deliver 2.6 units. " * 200,
    "table.csv": "outside,delivered\n7,3.4\n-7,2.6\n",
    "page.html": "<h1>Pumps</h1><p>They deliver 2.6 units.</p>",
    "broken.pdf": "%PDF-1.7 nothing of the kind",
}


_SPARE_DESCRIPTORS = 6
"""Connections that are kept open for the next request, more or fewer of them at a time."""
_SPARE_THREADS = 4
"""A pool makes a thread when none is idle, up to its most."""


@dataclass
class Soaked:
    """All samples, and what was found after the program had ended."""

    samples: list[Sample] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    status: int | None = None
    said: str = ""
    processes_left: list[str] = field(default_factory=list)
    temporary: list[str] = field(default_factory=list)
    left_over: list[str] = field(default_factory=list)
    integrity: dict[str, str] = field(default_factory=dict)
    unfinished: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    runs: int = 0
    strategies: set[str] = field(default_factory=set)


def soak(folder: Path, questions: int, every: int, seed: int, wait_s: float) -> Soaked:
    """Asks ``questions`` questions, measures after each ``every``, and looks at what is left."""
    with (
        outside(serve_outside) as (ollama, lite, web),
        # as a desktop has it; where there is none, Qt makes one among the temporary files. A socket's
        # path is short
        TemporaryDirectory(prefix="soak-") as runtime,
    ):
        order = _order(folder, questions, every, seed, web)
        (folder / "order.json").write_text(json.dumps(asdict(order)), encoding="utf-8")
        environ = _environ(folder, ollama, lite) | {"XDG_RUNTIME_DIR": runtime}
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.soak.program", str(folder / "order.json")],
            cwd=ROOT,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            said, _ = process.communicate(timeout=wait_s)
        finally:
            process.kill()
            process.wait()
    found = read(Path(order.out))
    found.status, found.said = process.returncode, said
    _look_at_what_is_left(found, Path(order.home), Path(order.temporary))
    return found


def read(out: Path) -> Soaked:
    """Reads what the program's process has written so far."""
    found = Soaked()
    for line in out.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if "fault" in told:
            found.faults.append(told["fault"])
        else:
            found.samples.append(Sample(**told))
    return found


def _order(folder: Path, questions: int, every: int, seed: int, web: str) -> Order:
    for name in ("tmp", "files", "documents"):
        (folder / name).mkdir()
    for name, text in _FILES.items():
        (folder / "files" / name).write_text(text, encoding="utf-8")
    for number in range(_DOCUMENTS):
        text = f"# Pump {number}\n\nIn the cold it delivers 2.{number} units of heat.\n\n" * 40
        (folder / "documents" / f"pump-{number}.md").write_text(text, encoding="utf-8")
    return Order(
        questions=questions,
        every=every,
        seed=seed,
        web=web,
        out=str(folder / "samples.jsonl"),
        temporary=str(folder / "tmp"),
        home=str(folder / "home"),
        files=str(folder / "files"),
        documents=str(folder / "documents"),
    )


def _environ(folder: Path, ollama: str, lite: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG")}
    home = str(folder / "home")
    return kept | {
        "HOME": home,
        "TMPDIR": str(folder / "tmp"),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests" / "site"))),
        "TESTS_KNOW_NO_HOSTS": "1",
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "DESKTOP_AGENT_HOME": home,
        "DESKTOP_AGENT_LLM__OLLAMA_URL": ollama,
        "DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_PROVIDER": "ollama",
        "DESKTOP_AGENT_SEARCH__ENGINES": '["duckduckgo"]',
        "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": FakeDuckDuckGo.url(lite),
        "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S": "0",
        "DESKTOP_AGENT_SEARCH__COOLDOWN_S": "0",
        "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": '["127.0.0.1"]',
        "DESKTOP_AGENT_UPDATES__CHECK": "false",
    }


def _look_at_what_is_left(found: Soaked, home: Path, temporary: Path) -> None:
    # the servers' process has ended by now; what still names the folder is the program's
    for process in psutil.process_iter(["cmdline", "pid"]):
        try:
            environ = process.environ()
        except psutil.Error:
            continue
        if environ.get("DESKTOP_AGENT_HOME") == str(home):
            found.processes_left.append(" ".join(process.info["cmdline"] or ()))
    found.temporary = [str(each.relative_to(temporary)) for each in temporary.rglob("*")]
    found.left_over = left_over(home)
    for file in [*home.rglob("*.db"), *home.rglob("*.sqlite")]:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            rows = database.execute("pragma integrity_check").fetchall()
        found.integrity[str(file.relative_to(home))] = "; ".join(str(each) for (each,) in rows)
    for run in sorted((home / "data" / "runs").glob("*.jsonl")):
        found.runs += 1
        events = [json.loads(line) for line in run.read_text(encoding="utf-8").splitlines()]
        found.strategies |= {e["strategy"] for e in events if e["type"] == "run_started"}
        if not events or events[-1]["type"] != "run_finished":
            found.unfinished.append(run.name)
    found.logged = list(_errors(home / "logs"))


def _errors(logs: Path) -> list[str]:
    found: list[str] = []
    for file in logs.glob("*.jsonl*"):
        for line in file.read_text(encoding="utf-8").splitlines():
            entry: dict[str, Any] = json.loads(line)
            if str(entry.get("level", "")).lower() in ("error", "critical"):
                found.append(line[:2000])
    return found


def ended_in_order(found: Soaked) -> None:
    """The program has ended as it should, and all that it has written is whole."""
    assert not found.faults, "\n".join(found.faults)
    assert found.status == 0, found.said
    assert not found.processes_left, found.processes_left
    assert not found.temporary, found.temporary
    assert not found.left_over, found.left_over
    assert found.integrity
    assert set(found.integrity.values()) == {"ok"}, found.integrity
    assert found.runs
    assert not found.unfinished, found.unfinished
    assert not found.logged, "\n".join(found.logged)
    assert "Traceback" not in found.said, found.said


def holds_no_more(early: Sample, late: Sample) -> None:
    """At rest it has no more open, at work and on the disk than it had when all was warm."""
    assert late.descriptors <= early.descriptors + _SPARE_DESCRIPTORS, (early.fds, late.fds)
    files = {name for name in late.fds if name.startswith("/")}
    assert all(late.fds[name] <= max(early.fds.get(name, 0), 4) for name in files), late.fds
    threads = sum(late.threads.values()), sum(early.threads.values())
    assert threads[0] <= threads[1] + _SPARE_THREADS, (early.threads, late.threads)
    assert sum(late.tasks.values()) <= sum(early.tasks.values()), (early.tasks, late.tasks)
    assert len(late.workers) <= len(early.workers) + 1, (early.workers, late.workers)
    assert not late.temporary, late.temporary
