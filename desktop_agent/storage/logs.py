"""Structured logs in JSON Lines with redacted keys, and a digest of the logs for reports."""

import getpass
import io
import json
import logging
import os
import platform
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final

from desktop_agent.storage.crash_reports import failure_of
from desktop_agent.storage.files import make_folder, name_with
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.secrets import Secrets

OURS = "desktop_agent"
_MAX_BYTES = 2 * 1024 * 1024
_OLD_FILES = 3
_TEMPLATE = 300
"""Minimum length of a message that does not count as our own wording."""


def start_logging(paths: Paths, secrets: Secrets, level: str = "INFO") -> Callable[[], None]:
    """Log to ``paths.log_file``; return a function that stops logging.

    The program's own records are logged from ``level`` up, and those of libraries from WARNING up.
    """
    from pythonjsonlogger.json import JsonFormatter

    class RedactedJson(JsonFormatter):
        """Formats a record as one line of JSON, and redacts the keys that ``secrets`` has seen.

        Two fields contain only what may be shared: ``template``, the message template without its
        values, and ``failure``, the type and location of an exception.
        """

        def add_fields(
            self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
        ) -> None:
            super().add_fields(log_data, record, message_dict)
            if (
                _is_ours(record.name)
                and isinstance(record.msg, str)
                and len(record.msg) < _TEMPLATE
            ):
                log_data["template"] = record.msg
            if record.exc_info and record.exc_info[1] is not None:
                log_data["failure"] = failure_of(record.exc_info[1])._asdict()

        def format(self, record: logging.LogRecord) -> str:
            return secrets.redact(super().format(record))

    make_folder(paths.logs)
    handler = _PrivateRotatingFile(
        paths.log_file,
        maxBytes=_MAX_BYTES,
        backupCount=_OLD_FILES,
        encoding="utf-8",
        errors="backslashreplace",
        delay=True,
    )
    handler.addFilter(lambda each: _is_ours(each.name) or each.levelno >= logging.WARNING)
    handler.setFormatter(
        RedactedJson(
            ["levelname", "name", "message"],
            rename_fields={"levelname": "level", "name": "logger"},
            timestamp=True,
            json_ensure_ascii=False,
        )
    )
    ours, root = logging.getLogger(OURS), logging.getLogger()
    before = ours.level
    ours.setLevel(level)
    root.addHandler(handler)

    def stop() -> None:
        root.removeHandler(handler)
        ours.setLevel(before)
        handler.close()

    return stop


def _is_ours(name: str) -> bool:
    return name == OURS or name.startswith(OURS + ".")


class _PrivateRotatingFile(RotatingFileHandler):
    """A rotating log file with mode 0600 that never writes errors to the terminal."""

    def _open(self) -> io.TextIOWrapper:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        binary = os.fdopen(os.open(self.baseFilename, flags, 0o600), "ab")
        return io.TextIOWrapper(binary, encoding=self.encoding, errors=self.errors)

    def close(self) -> None:
        """Close the file; if a full disk rejects the last lines, ignore the error."""
        with suppress(OSError):
            super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - overrides the standard library
        """Drop the record, so that a full disk does not print tracebacks to the terminal."""


# --- Log digest: the last lines without messages and values

MOST: Final = 1_000
_TAIL = 2 << 20
"""Bytes read from the end of a file."""
_LEVELS = frozenset({"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"})
_LOGGER = re.compile(r"[A-Za-z_][\w.]{0,100}")
_TIME = re.compile(r"[\d:T.+-]{10,40}Z?")
_CODE = re.compile(r"[\w./:<>() -]{1,300}")


def log_digest(paths: Paths) -> tuple[dict[str, object], ...]:
    """Return a digest of the most recent log records, oldest first, skipping invalid lines.

    Each entry has a time, level, logger, template and exception type. Records from libraries have
    no template.
    """
    found: deque[dict[str, object]] = deque(maxlen=MOST)
    for path in (name_with(paths.log_file, ".1"), paths.log_file):
        found.extend(filter(None, map(_digest, _lines(path))))
    return tuple(found)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            lines = file.read().split(b"\n")
    except OSError:
        return iter(())
    return iter(lines[1:] if size > _TAIL else lines)  # the first one may be incomplete


def _digest(line: bytes) -> dict[str, object] | None:
    try:
        values: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    level, name, time = (str(values.get(key)) for key in ("level", "logger", "timestamp"))
    if level not in _LEVELS or not _LOGGER.fullmatch(name) or not _TIME.fullmatch(time):
        return None
    found: dict[str, object] = {"time": time, "level": level, "logger": name}
    if _is_ours(name) and isinstance(values.get("template"), str):
        found["said"] = values["template"]
    if isinstance(failure := values.get("failure"), dict):
        found["failure"] = {key: _codes(failure.get(key)) for key in ("kinds", "frames")}
    return found


def _codes(values: object) -> list[str]:
    known = values if isinstance(values, list) else []
    return [each for each in known if isinstance(each, str) and _CODE.fullmatch(each)]


# --- Removing personal data: paths, names, addresses and hosts

_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s\"'<>]+", re.IGNORECASE)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*")
_QUOTED = re.compile("\"[^\"\n]*\"|'[^'\n]*'|\u201c[^\u201d\n]*\u201d|\u2018[^\u2019\n]*\u2019")
_PATH = re.compile(r"(?<!\w)(?:~|[A-Za-z]:)?[\\/][^\"'<>|;:\n]*")
"""Matches a path up to the end of the clause, because folder names may contain spaces."""
_HOST = re.compile(
    r"\b(?:\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+|[a-z0-9-]+)(?::\d{2,5})\b"
    r"|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[a-z0-9-]+(?:\.[a-z0-9-]+)+\b",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\d+(?:\.\w+)*")
_LEAST = 3


class PersonalDataRemover:
    """Removes personal data from text, including the paths of the program's ``folders``."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        names = {str(Path.home()), Path.home().name, platform.node(), platform.node().split(".")[0]}
        with suppress(OSError, KeyError, ImportError):
            names.add(getpass.getuser())
        names |= {str(each) for each in folders}
        known = sorted((n for n in names if len(n) >= _LEAST), key=len, reverse=True)
        self._known = [re.compile(rf"(?<!\w){re.escape(n)}(?!\w)", re.IGNORECASE) for n in known]

    def known(self, text: str) -> str:
        """Remove known names only; use this for text that contains no other personal data."""
        for name in self._known:
            text = name.sub("[…]", text)
        return text

    def all(self, text: str) -> str:
        """Remove known names and all URLs, email addresses, paths, host names and quotations."""
        text = _ADDRESS.sub("[address]", self.known(text))
        text = _MAIL.sub("[address]", _QUOTED.sub("[…]", text))
        return _HOST.sub(_host, _PATH.sub("[path]", text))


def _host(match: re.Match[str]) -> str:
    return match[0] if _VERSION.fullmatch(match[0]) and match[0].count(".") < 3 else "[host]"
