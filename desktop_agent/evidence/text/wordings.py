"""Word lists and patterns of the evidence layer, read from ``resources/evidence`` on first use.

A value in these files is a word list or a regular expression. In an expression, line breaks and
indentation are ignored, and ``{name}`` stands for the expression of that name in the same file or
in ``shared.toml``, or for any phrase in the table of that name, which lists phrases by language. A
list of expressions gives alternatives, tried in order.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from desktop_agent.system.resources import toml_resource

_REFERENCE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def word_set(text: str) -> frozenset[str]:
    """Return the words of a whitespace-separated list."""
    return frozenset(text.split())


def table(file: str) -> dict[str, Any]:
    """Return the contents of ``resources/evidence/<file>.toml``.

    Raises:
        StorageError: the program's resource files are not installed.
    """
    return toml_resource("evidence", f"{file}.toml")


def expression(file: str, text: str) -> str:
    """Return a regular expression as one line, with all ``{name}`` references replaced."""
    joined = "".join(map(str.strip, text.splitlines())) if "\n" in text else text
    return _REFERENCE.sub(lambda match: _fragment(file, match[1]), joined)


@cache
def _fragment(file: str, name: str) -> str:
    home = file if name in table(file) else "shared"
    value = table(home)[name]
    if isinstance(value, dict):
        value = f"(?:{'|'.join(phrase for phrases in value.values() for phrase in phrases)})"
    return expression(home, value)


@cache
def keys_by_word(file: str, name: str) -> Mapping[str, str]:
    """Map each word in a table of word lists to the key of its list."""
    return {word: key for key, words in table(file)[name].items() for word in words.split()}


class Words:
    """The word lists in a file, as attributes."""

    def __init__(self, file: str) -> None:
        self._file = file

    def __getattr__(self, name: str) -> frozenset[str]:
        words = word_set(_value(self._file, name))
        setattr(self, name, words)
        return words


class Patterns:
    """The regular expressions in a file, as attributes."""

    def __init__(self, file: str) -> None:
        self._file = file

    def __getattr__(self, name: str) -> re.Pattern[str]:
        pattern = re.compile(expression(self._file, _value(self._file, name)))
        setattr(self, name, pattern)
        return pattern

    def all(self, name: str) -> Iterator[re.Pattern[str]]:
        """Yield the patterns in a list, compiling each on first use."""
        return (_compiled(self._file, each) for each in _value(self._file, name))

    def whole(self, name: str) -> Iterator[re.Pattern[str]]:
        """Yield the patterns in a list, which ignore case and match only whole strings."""
        return whole(self._file, _value(self._file, name))


def whole(file: str, expressions: Iterable[str]) -> Iterator[re.Pattern[str]]:
    """Yield patterns that ignore case and match only whole strings."""
    return (_compiled(file, each, "(?i)", r"\Z") for each in expressions)


@cache
def _compiled(file: str, text: str, start: str = "", end: str = "") -> re.Pattern[str]:
    return re.compile(start + expression(file, text) + end)


def _value(file: str, name: str) -> Any:
    try:
        return table(file)[name]
    except KeyError:
        raise AttributeError(f"{file}.toml has no {name}") from None
