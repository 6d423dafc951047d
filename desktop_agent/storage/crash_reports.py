"""Crash reports: small local files that are never sent anywhere.

``crash-<time>-<token>.json`` reports an exception. If a signal kills a process, Python appends the
stack of each thread to ``signals.txt``, which all processes keep open. The next time reports are
read, the content of this file becomes a report.
"""

import errno
import faulthandler
import json
import logging
import os
import re
import secrets
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, NamedTuple

from desktop_agent import __version__
from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.maintenance import CrashReport
from desktop_agent.core.network import causes
from desktop_agent.storage.files import make_folder, remove_file, write_atomic

# --- The parts of a failure that may be shown: its kind and its place in the code
#
# Messages are never kept, since they may quote a question, a page, a path or a key; even our own
# contain file names and addresses. System errors are given by their name (``ENOSPC``) instead.

_MOST_FRAMES = 40
_MOST_KINDS = 12
_OURS = "desktop_agent/"
_ROOTS = ("desktop_agent", "site-packages", "dist-packages", "lib-dynload")
_PYTHON = r"python3\.\d+t?|Lib"


class Failure(NamedTuple):
    """The parts of an exception that may be shared.

    ``kinds`` lists the exception types from the caught error to its root cause. ``frames`` lists
    the stack frames of the first error in that chain that passed through this program, outermost
    first, as ``file:line function``.
    """

    kinds: tuple[str, ...]
    frames: tuple[str, ...]

    @property
    def what(self) -> str:
        """The exception type and its innermost frame in this program, on one line."""
        ours = [each for each in self.frames if each.startswith(_OURS)]
        place = (ours or list(self.frames) or [""])[-1]
        return f"{self.kinds[0]} at {place}" if place else self.kinds[0]

    @property
    def text(self) -> str:
        kinds = "\ncaused by ".join(self.kinds)
        return "\n".join((kinds, *(f"  {frame}" for frame in self.frames)))


def failure_of(error: BaseException) -> Failure:
    """Return the parts of an exception that may be shared."""
    chain = list(islice(causes(error), _MOST_KINDS))
    found = [_frames(each.__traceback__) for each in chain]
    ours = (each for each in found if any(frame.startswith(_OURS) for frame in each))
    frames = next(ours, next(filter(None, found), []))
    return Failure(tuple(map(_kind, chain)), tuple(frames))


def place_of(file: str) -> str:
    """Return a source file's path from its top-level package, or just its name if unknown."""
    if file.startswith("<"):
        return file if re.fullmatch(r"<[\w. -]{1,60}>", file) else "<other>"
    parts = file.replace("\\", "/").split("/")
    for root in _ROOTS:
        if root in parts[:-1]:
            start = len(parts) - 1 - parts[::-1].index(root)
            return "/".join(parts[start + (root != "desktop_agent") :])
    for index in range(len(parts) - 2, -1, -1):
        if re.fullmatch(_PYTHON, parts[index]):
            return "/".join(parts[index + 1 :])
    return parts[-1]


def _kind(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ != "builtins":
        name = f"{kind.__module__}.{name}"
    if isinstance(error, OSError) and error.errno is not None:
        name = f"{name} ({errno.errorcode.get(error.errno, error.errno)})"
    return name[:200]


def _frames(trace: TracebackType | None) -> list[str]:
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{place_of(code.co_filename)}:{trace.tb_lineno} {code.co_qualname}"[:300])
        trace = trace.tb_next
    return found[-_MOST_FRAMES:]


MOST: Final = 20
"""Maximum number of reports to keep; the oldest are deleted."""
_LONGEST = 32_000
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_FRAME = r'\s+File "(.*)", line (\d+) in (\S+)'
_THREAD = r"(Current thread|Thread) 0x[0-9a-f]+"
_FATAL = r"(?:Fatal Python error|Windows fatal exception): [\w .,:'()-]{1,80}"
_MODULES = r"Extension modules: [\w., ]+"


class CrashReports:
    """The crash reports in a folder that several processes may share.

    All methods except `note` raise `StorageError` if a file cannot be read, created or removed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._signals = folder / "signals.txt"
        self._seen: set[str] = set()

    def note(self, error: BaseException) -> None:
        """Save a report, ignoring write errors and failures this process has already reported."""
        failure = failure_of(error)
        text = failure.text
        if text in self._seen or len(self._seen) >= MOST:
            return
        self._seen.add(text)
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        with suppress(StorageError, OSError):  # the report is lost, but the run goes on
            self._keep(CrashReport(now, __version__, failure.what, text))

    def list(self) -> tuple[CrashReport, ...]:
        """Return all reports, newest first, including those of processes killed by a signal."""
        self._take_in()
        found = []
        for path in self._files():
            with suppress(OSError, ValueError, RecursionError, StorageError):
                found.append(from_json(CrashReport, json.loads(path.read_bytes())))
        return tuple(sorted(found, key=lambda each: each.when, reverse=True))

    def forget(self) -> None:
        self._take_in()
        for path in self._files():
            remove_file(path)

    def open_signals(self) -> BinaryIO:
        """Open the file to which Python writes the stack if a signal kills this process."""
        make_folder(self._folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        try:
            return os.fdopen(os.open(self._signals, flags, 0o600), "wb", 0)
        except OSError as error:
            raise StorageError(f"Couldn't open {self._signals}: {error.strerror}.") from None

    def _keep(self, report: CrashReport) -> None:
        stamp = datetime.fromisoformat(report.when).strftime(_STAMP)
        path = self._folder / f"crash-{stamp}-{secrets.token_hex(4)}.json"
        text = report.text if len(report.text) <= _LONGEST else f"{report.text[:_LONGEST]}…"
        document = {**asdict(report), "what": report.what[:300], "text": text}
        write_atomic(path, json.dumps(document, indent=1).encode())
        for old in self._files()[:-MOST]:
            old.unlink(missing_ok=True)

    def _files(self) -> tuple[Path, ...]:
        try:
            return tuple(sorted(p for p in self._folder.iterdir() if p.match("crash-*.json")))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StorageError(f"{self._folder} cannot be read: {error.strerror}.") from None

    def _take_in(self) -> None:
        """Create a report from the stack left behind by a process that a signal killed."""
        with suppress(OSError, StorageError):
            text = self._signals.read_bytes()[-_LONGEST:].decode("utf-8", "replace")
            if text.strip():
                when = datetime.fromtimestamp(self._signals.stat().st_mtime, UTC).isoformat()
                self._keep(CrashReport(when, __version__, *_shareable(text)))
                os.truncate(self._signals, 0)  # other processes have it open


def _shareable(text: str) -> tuple[str, str]:
    """Return a summary and the shareable lines of the stack written on a fatal signal."""
    lines, ours = [], ""
    for line in text.splitlines():
        if frame := re.fullmatch(_FRAME, line):
            place = f"{place_of(frame[1])}:{frame[2]} {frame[3]}"
            lines.append(f"  {place}"[:300])
            if not ours and place.startswith("desktop_agent/"):
                ours = place
        else:
            known = re.match(f"{_FATAL}|{_THREAD}|{_MODULES}", line)
            lines.extend([known[0]] if known else [])
    first = lines[0] if lines and re.match(_FATAL, lines[0]) else "The program ended by a signal"
    return f"{first} at {ours}" if ours else first, "\n".join(lines)


# --- Sources of crash reports: logged exceptions, uncaught ones, and fatal signals
#
# The outermost handlers of asyncio, the window and the terminal log an error with its exception. A
# logging handler picks it up here, so that they do not depend on crash reports. An `AgentError` is
# not a crash, since it is shown to the user as a message.


def watch_crashes(reports: CrashReports) -> Callable[[], None]:
    """Start recording crashes; return a function that stops recording.

    Call that function on a normal exit. An existing handler for fatal signals is kept.
    """
    handler = _Handler(reports)
    logging.getLogger().addHandler(handler)
    hook, thread_hook = sys.excepthook, threading.excepthook

    def on_exception(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        _note(reports, error.with_traceback(trace))
        hook(kind, error, trace)

    def on_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            _note(reports, args.exc_value)
        thread_hook(args)

    sys.excepthook, threading.excepthook = on_exception, on_thread
    close = _watch_signals(reports)

    def stop() -> None:
        logging.getLogger().removeHandler(handler)
        if sys.excepthook is on_exception:
            sys.excepthook = hook
        if threading.excepthook is on_thread:
            threading.excepthook = thread_hook
        close()

    return stop


def _watch_signals(reports: CrashReports) -> Callable[[], None]:
    if faulthandler.is_enabled():
        return lambda: None
    try:
        file = reports.open_signals()
    except StorageError:
        return lambda: None
    faulthandler.enable(file)

    def close() -> None:
        faulthandler.disable()
        file.close()

    return close


class _Handler(logging.Handler):
    def __init__(self, reports: CrashReports) -> None:
        super().__init__(logging.ERROR)
        self._reports = reports

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            _note(self._reports, error)


def _note(reports: CrashReports, error: BaseException) -> None:
    """Report an unexpected exception; never raise, because exception hooks call this."""
    if isinstance(error, Exception) and not isinstance(error, AgentError):
        with suppress(Exception):
            reports.note(error)
