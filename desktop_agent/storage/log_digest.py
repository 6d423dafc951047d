"""The last lines of the log as they may be handed on: without messages and what was put into them."""

import json
import os
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from desktop_agent.storage.logs import OURS
from desktop_agent.storage.paths import Paths

MOST: Final = 1_000
_TAIL = 2 << 20
"""Bytes of a file that are looked at."""
_LEVELS = frozenset({"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"})
_LOGGER = re.compile(r"[A-Za-z_][\w.]{0,100}")
_TIME = re.compile(r"[\d:T.+-]{10,40}Z?")
_CODE = re.compile(r"[\w./:<>() -]{1,300}")


def log_digest(paths: Paths) -> tuple[dict[str, object], ...]:
    """Gives the last lines, the oldest first: time, level, logger, our words, kinds of failures.

    Of what libraries say there are no words at all. A line that cannot be read is left out.
    """
    found: deque[dict[str, object]] = deque(maxlen=MOST)
    for path in (paths.log_file.with_name(paths.log_file.name + ".1"), paths.log_file):
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
    return iter(lines[1:] if size > _TAIL else lines)  # the first may be torn


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
    ours = name == OURS or name.startswith(OURS + ".")
    if ours and isinstance(values.get("template"), str):
        found["said"] = values["template"]
    if isinstance(failure := values.get("failure"), dict):
        found["failure"] = {key: _codes(failure.get(key)) for key in ("kinds", "frames")}
    return found


def _codes(values: object) -> list[str]:
    known = values if isinstance(values, list) else []
    return [each for each in known if isinstance(each, str) and _CODE.fullmatch(each)]
