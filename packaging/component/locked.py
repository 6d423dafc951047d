"""What a component consists of, by the project's lock: packages, versions, hashes."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_NAME = re.compile(r"([A-Za-z0-9._-]+)==(\S+)")
_VIA = re.compile(r"#\s+(?:via\s+)?(\S+)")


@dataclass(frozen=True, slots=True)
class Locked:
    """An entry of a lock; ``text`` is as it stands there, ``needed_by`` the packages that want it."""

    name: str
    version: str
    text: str
    needed_by: frozenset[str]


def read_lock(path: Path) -> list[Locked]:
    """Gives the entries of a lock that was compiled with hashes and comments."""
    entries: list[list[str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if _NAME.match(line):
            entries.append([line])
        elif entries:
            entries[-1].append(line)
    return [_entry(lines) for lines in entries]


def parts_of(name: str, whole: Path, program: Path) -> list[Locked]:
    """Gives a package and what it needs, as the lock ``whole`` has them, without what the program has.

    Raises:
        LookupError: the package is not in the lock.
    """
    entries = read_lock(whole)
    wanted, before = {name}, set[str]()
    while wanted != before:
        before = set(wanted)
        wanted |= {entry.name for entry in entries if entry.needed_by & wanted}
    there = {entry.name for entry in read_lock(program)}
    found = [entry for entry in entries if entry.name in wanted - there]
    if name not in {entry.name for entry in found}:
        raise LookupError(f"{name} is not in {whole}")
    return found


def download(parts: list[Locked], folder: Path) -> list[Path]:
    """Brings the wheels of this system and Python; gives them by name.

    Raises:
        subprocess.CalledProcessError: pip cannot get one, or its hash is another.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = folder / "wanted.txt"
    wanted.write_text("\n".join(part.text for part in parts) + "\n", encoding="utf-8")
    subprocess.run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
            "--require-hashes", "--no-deps", "--only-binary", ":all:",
            "--dest", str(folder), "--requirement", str(wanted),
        ],
        check=True,
    )  # fmt: skip
    return sorted(folder.glob("*.whl"))


def _entry(lines: list[str]) -> Locked:
    named = _NAME.match(lines[0])
    assert named is not None
    comments = (_VIA.search(line) for line in lines if line.lstrip().startswith("#"))
    needed_by = frozenset(found[1] for found in comments if found and found[1] != "via")
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return Locked(named[1], named[2], text, needed_by)
