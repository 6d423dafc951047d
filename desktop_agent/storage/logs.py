"""Structured logs in JSON Lines with redacted keys, and the removal of personal data."""

import getpass
import io
import logging
import os
import platform
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from desktop_agent.storage.files import make_folder
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.secrets import Secrets

OURS = "desktop_agent"
_MAX_BYTES = 2 * 1024 * 1024
_OLD_FILES = 3


def start_logging(paths: Paths, secrets: Secrets, level: str = "INFO") -> Callable[[], None]:
    """Log to ``paths.log_file``; return a function that stops logging.

    The program logs at ``level`` and above, and libraries at WARNING and above.
    """
    from pythonjsonlogger.json import JsonFormatter

    class RedactedJson(JsonFormatter):
        """Formats a record as a line of JSON, redacting the keys that ``secrets`` has seen."""

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
        """Close the file, ignoring errors if a full disk rejects the last lines."""
        with suppress(OSError):
            super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - overrides the standard library
        """Drop the record, so that a full disk does not print tracebacks to the terminal."""


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
