"""JSON and JSON Lines, row by row, with faults told by file and line."""

import codecs
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from desktop_agent.core.errors import AgentError
from desktop_agent.storage.private_file import open_regular

_EMPTY = "it is empty"
_NO_TEXT = "it is no UTF-8 text"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a data file something stands, and what its rows should be."""

    path: Path
    where: str
    expected: str

    def refuse(self, fault: str) -> NoReturn:
        """Raises `AgentError`: what is wrong, where, and what was expected."""
        at = f", {self.where}" if self.where else ""
        raise AgentError(f"{self.path}{at}: {fault}.", f"Expected: {self.expected}.")


@dataclass(frozen=True, slots=True)
class Row:
    """One object of a data file."""

    place: Place
    number: int
    values: Mapping[str, Any]

    def text(self, name: str) -> str:
        """Gives a field that must hold text; raises `AgentError`."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self.place.refuse(f"{name!r} is missing" if value is None else f"{name!r} is no text")
        text = _whole(str(value)).strip()
        if not text:
            self.place.refuse(f"{name!r} is empty")
        return text

    def id(self, name: str) -> str:
        """Gives the item's own id, or its place in the file where it has none."""
        value = self.values.get(name)
        return _whole(value) if isinstance(value, str) and value else str(self.number)


def _whole(text: str) -> str:
    """JSON may spell half a surrogate, which no file can hold."""
    return text.encode("utf-8", "replace").decode()


def read_text(path: Path, expected: str) -> str:
    """Reads a whole data file; raises `AgentError` where it cannot be read or is no text."""
    whole = Place(path, "", expected)
    data = b"".join(line for _, line in _lines(path, whole))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        Place(path, f"line {line}", expected).refuse(_NO_TEXT)
    if not text.strip():
        whole.refuse(_EMPTY)
    return text


def json_rows(path: Path, expected: str) -> Iterator[Row]:
    """Yields the objects of a JSON array, or of the lines of JSON Lines, which may be many.

    Raises:
        AgentError: names the file, the line or place, and what was expected.
    """
    whole = Place(path, "", expected)
    told = False
    for number, line in _lines(path, whole):
        if not line.strip():
            continue
        if not told and line.lstrip().startswith(b"["):
            yield from _array(read_text(path, expected), path, expected)
            return
        told = True
        place = Place(path, f"line {number}", expected)
        yield _row(_parse(_decoded(line, place), place), place, number)
    if not told:
        whole.refuse(_EMPTY)


def _lines(path: Path, whole: Place) -> Iterator[tuple[int, bytes]]:
    """Yields the lines with their numbers, from 1; a byte order mark is dropped."""
    try:
        with open_regular(path) as file:
            for number, line in enumerate(file, start=1):
                if number == 1 and line.startswith(b"PAR1"):
                    whole.refuse("it is a Parquet file; export it as JSON Lines first")
                yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
    except OSError as error:
        whole.refuse(f"it cannot be read ({error.strerror})")


def _decoded(line: bytes, place: Place) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        place.refuse(_NO_TEXT)


def _array(text: str, path: Path, expected: str) -> Iterator[Row]:
    values = _parse(text, Place(path, "", expected))
    assert isinstance(values, list)
    for number, value in enumerate(values, start=1):
        yield _row(value, Place(path, f"entry {number}", expected), number)


def _parse(text: str, place: Place) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = place.where or f"line {error.lineno}"
        Place(place.path, where, place.expected).refuse(f"it is no JSON ({error.msg})")
    except (ValueError, RecursionError):  # numbers of thousands of digits, deep nesting
        place.refuse("it is no JSON that can be read")


def _row(value: object, place: Place, number: int) -> Row:
    if not isinstance(value, dict):
        place.refuse("it is no JSON object")
    return Row(place, number, value)
