"""A file's name as a person is told it."""

from typing import Final

from desktop_agent.web.extract.readable import one_line

_MAX: Final = 200


def base_name(name: str) -> str:
    """Gives the last part of a path of any system, without what cannot be shown."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return one_line(last, _MAX) or "the file"


def suffix_of(name: str) -> str:
    """Gives the ending of a file's name with its dot, in lower case; empty where it has none."""
    base = base_name(name)
    stem, dot, ending = base.rpartition(".")
    return f".{ending.lower()}" if dot and stem else ""
