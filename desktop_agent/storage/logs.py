"""Structured logs: JSON lines in a rotating file, with every known key blackened."""

import io
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from desktop_agent.storage.failure import failure_of
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.private_file import make_folder
from desktop_agent.storage.secrets import Secrets

OURS = "desktop_agent"
_MAX_BYTES = 2 * 1024 * 1024
_OLD_FILES = 3
_TEMPLATE = 300
"""Characters from which on a text is nothing that we have written ourselves."""


def start_logging(paths: Paths, secrets: Secrets, level: str = "INFO") -> Callable[[], None]:
    """Sends what is logged to ``paths.log_file``; gives the function that ends it.

    Our own loggers are heard from ``level`` on, those of libraries from WARNING on.

    Raises:
        StorageError: the folder of the logs cannot be made.
    """
    from pythonjsonlogger.json import JsonFormatter

    class RedactedJson(JsonFormatter):
        """One JSON object a line; keys that ``secrets`` has seen do not get through.

        Beside the message stands what may be handed on of it: our own words without what was put
        into them (``template``), and of an exception its kind and place (``failure``).
        """

        def add_fields(
            self,
            log_data: dict[str, Any],
            record: logging.LogRecord,
            message_dict: dict[str, Any],
        ) -> None:
            super().add_fields(log_data, record, message_dict)
            if _is_ours(record) and isinstance(record.msg, str) and len(record.msg) < _TEMPLATE:
                log_data["template"] = record.msg
            if record.exc_info and record.exc_info[1] is not None:
                log_data["failure"] = failure_of(record.exc_info[1])._asdict()

        def format(self, record: logging.LogRecord) -> str:
            return secrets.redact(super().format(record))

    make_folder(paths.logs)
    handler = _PrivateRotatingFile(paths.log_file)
    handler.addFilter(_wanted)
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


def _wanted(record: logging.LogRecord) -> bool:
    return _is_ours(record) or record.levelno >= logging.WARNING


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name == OURS or record.name.startswith(OURS + ".")


class _PrivateRotatingFile(RotatingFileHandler):
    """A rotating file for its owner alone, that never talks to the terminal."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            maxBytes=_MAX_BYTES,
            backupCount=_OLD_FILES,
            encoding="utf-8",
            errors="backslashreplace",
            delay=True,
        )

    def _open(self) -> io.TextIOWrapper:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        binary = os.fdopen(os.open(self.baseFilename, flags, 0o600), "ab")
        return io.TextIOWrapper(binary, encoding=self.encoding, errors=self.errors)

    def close(self) -> None:
        """Close the file; a full disk, which refuses the last lines, is no fault of the program."""
        with suppress(OSError):
            super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name of the standard library
        """Drops the line: a full disk must not spill tracebacks into somebody's terminal."""
