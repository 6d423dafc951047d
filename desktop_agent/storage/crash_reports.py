"""Reports of crashes: a few small files beside the logs, never sent anywhere.

``crash-<time>-<token>.json`` is the report of an exception. While a program runs it keeps
``hard-<pid>-<version>-<token>.txt`` open, into which Python writes where it was when the process
dies by a signal; what a dead process left there becomes a report when reports are next read.
"""

import json
import os
import re
import secrets
import sys
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from desktop_agent import __version__
from desktop_agent.core.errors import StorageError
from desktop_agent.storage.failure import failure_of, place_of
from desktop_agent.storage.private_file import make_folder, write_atomic

if TYPE_CHECKING:
    from desktop_agent.core.crash import CrashReport

MOST: Final = 20
"""Reports that are kept; older ones go."""
_LONGEST = 32_000
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_HARD = r"hard-(\d+)-([\w.+-]+)-[0-9a-f]{8}\.txt"
_FRAME = r'\s+File "(.*)", line (\d+) in (\S+)'
_THREAD = r"(Current thread|Thread) 0x[0-9a-f]+"
_FATAL = r"(?:Fatal Python error|Windows fatal exception): [\w .,:'()-]{1,80}"
_MODULES = r"Extension modules: [\w., ]+"


class CrashReports:
    """The reports in a folder; several processes may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[str] = set()
        self._hard: Path | None = None

    def note(self, error: BaseException) -> None:
        """Keeps the report of an error; the same failure counts once a process. Never raises."""
        from desktop_agent.core.crash import CrashReport

        failure = failure_of(error)
        text = failure.text
        if text in self._seen or len(self._seen) >= MOST:
            return
        self._seen.add(text)
        with suppress(StorageError, OSError):  # a full disk costs the report, not the answer
            self._keep(CrashReport(_now(), __version__, failure.what, text))

    def list(self) -> "tuple[CrashReport, ...]":
        """Gives the reports, the newest first; takes in what dead processes left.

        Raises:
            StorageError: the folder is there but cannot be read.
        """
        self._take_in()
        found = []
        for path in self._files():
            with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
                found.append(_report(path.read_bytes()))
        return tuple(sorted(found, key=lambda each: each.when, reverse=True))

    def forget(self) -> None:
        """Removes all reports.

        Raises:
            StorageError: one cannot be removed.
        """
        self._take_in()
        for path in self._files():
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise StorageError(f"{path} cannot be removed: {error.strerror}.") from None

    def open_hard(self) -> BinaryIO:
        """Makes the file that is written to when this process dies by a signal.

        Raises:
            StorageError: it cannot be made.
        """
        make_folder(self._folder)
        name = f"hard-{os.getpid()}-{__version__}-{secrets.token_hex(4)}.txt"
        path = self._folder / name
        try:
            file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", 0)
        except OSError as error:
            raise StorageError(f"{path} cannot be made: {error.strerror}.") from None
        self._hard = path
        return file

    def close_hard(self, file: BinaryIO) -> None:
        """The process ends as it should: there is nothing to report."""
        file.close()
        if self._hard is not None:
            with suppress(OSError):
                self._hard.unlink()
            self._hard = None

    def _keep(self, report: "CrashReport") -> None:
        stamp = datetime.fromisoformat(report.when).strftime(_STAMP)
        path = self._folder / f"crash-{stamp}-{secrets.token_hex(4)}.json"
        text = report.text if len(report.text) <= _LONGEST else f"{report.text[:_LONGEST]}…"
        document = {**asdict(report), "what": report.what[:300], "text": text}
        write_atomic(path, json.dumps(document, indent=1).encode())
        for old in self._files()[:-MOST]:
            old.unlink(missing_ok=True)

    def _files(self) -> tuple[Path, ...]:
        """The reports, the oldest first."""
        try:
            return tuple(sorted(p for p in self._folder.iterdir() if _is_report(p.name)))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StorageError(f"{self._folder} cannot be read: {error.strerror}.") from None

    def _take_in(self) -> None:
        with suppress(OSError):
            for path in tuple(self._folder.glob("hard-*.txt")):
                match = re.fullmatch(_HARD, path.name)
                if match and path != self._hard and not _lives(int(match[1])):
                    with suppress(OSError, StorageError):
                        self._take_in_one(path, match[2])

    def _take_in_one(self, path: Path, version: str) -> None:
        from desktop_agent.core.crash import CrashReport

        taken = path.with_suffix(".taken")
        path.rename(taken)  # on Windows that fails while a process has it open
        data = taken.read_bytes()[:_LONGEST]
        if data.strip():
            when = datetime.fromtimestamp(taken.stat().st_mtime, UTC).isoformat()
            what, text = _told(data.decode("utf-8", "replace"))
            self._keep(CrashReport(when, version, what, text))
        taken.unlink()


def _told(text: str) -> tuple[str, str]:
    """Gives a line, and all that may be told, of what Python wrote when it died."""
    lines, ours = [], ""
    for line in text.splitlines():
        if frame := re.fullmatch(_FRAME, line):
            place = f"{place_of(frame[1])}:{frame[2]} {frame[3]}"
            lines.append(f"  {place}"[:300])
            if not ours and place.startswith("desktop_agent/"):
                ours = place
        else:
            told = re.match(f"{_FATAL}|{_THREAD}|{_MODULES}", line)
            lines.extend([told[0]] if told else [])
    first = lines[0] if lines and re.match(_FATAL, lines[0]) else "The program ended by a signal"
    return f"{first} at {ours}" if ours else first, "\n".join(lines)


def _report(data: bytes) -> "CrashReport":
    from desktop_agent.core.crash import CrashReport

    values = json.loads(data)
    fields = {name: values[name] for name in ("when", "version", "what", "text")}
    if not all(isinstance(value, str) for value in fields.values()):
        raise TypeError
    return CrashReport(**fields)


def _is_report(name: str) -> bool:
    return name.startswith("crash-") and name.endswith(".json")


def _lives(pid: int) -> bool:
    if pid == os.getpid():
        return False  # a number that was given out again; our own file is known
    if sys.platform == "win32":
        return False  # renaming the file tells
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
