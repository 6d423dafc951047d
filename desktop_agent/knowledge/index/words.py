"""The words of a text and of a query, as the index has them."""

import re
from collections.abc import Collection, Iterable
from typing import Any

import apsw

from desktop_agent.knowledge.index.schema import TOKENIZER
from desktop_agent.storage.conversations.terms import RUN
from desktop_agent.web.search.language import STOP_WORDS, latin_language_of

_QUERY_CHARS = 4_000
_QUERY_WORDS = 64
"""More than anybody asks; what is longer is a text that was pasted, and its beginning will do."""

_RUN = re.compile(f"[{RUN}]+")


def index_text(text: str) -> str:
    """Gives what is indexed for ``text``, and what is looked for; any text becomes valid UTF-8.

    The tokenizer takes a run of Chinese, Japanese, Korean or Thai for one word; it is put apart into
    its pairs of neighbouring characters, so that any part of a run is found by the pairs in it.
    """
    if text.isascii():
        return text
    return _RUN.sub(_pairs, text.encode("utf-8", "replace").decode())


def _pairs(run: re.Match[str]) -> str:
    signs = run[0]
    pairs = [signs[at : at + 2] for at in range(len(signs) - 1)] or [signs]
    return f" {' '.join(pairs)} "


class Tokenizer:
    """The tokenizer of the index, for use outside it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._cut = connection.fts5_tokenizer(TOKENIZER[0], list(TOKENIZER[1:]))

    def stems(self, text: str) -> list[str]:
        """Gives the stem of each word, in order; ``text`` is as `index_text` makes it."""
        stems: list[Any] = self._cut(  # type: ignore[assignment]  # it depends on what is asked for
            text.encode(),
            apsw.FTS5_TOKENIZE_DOCUMENT,
            None,
            include_offsets=False,
            include_colocated=False,
        )
        return stems

    def places(self, data: bytes) -> Iterable[tuple[int, int, str]]:
        """Gives start, end (both in bytes) and stem of each word of a text in UTF-8."""
        found: Any = self._cut(data, apsw.FTS5_TOKENIZE_DOCUMENT, None, include_colocated=False)
        return ((start, end, stem) for start, end, stem in found)

    def query_words(self, query: str) -> dict[str, str]:
        """Gives the words to look for by their stems: without stop words, if there are others."""
        words: dict[str, str] = {}
        data = index_text(query[:_QUERY_CHARS]).encode()
        for start, end, stem in self.places(data):
            words.setdefault(stem, data[start:end].decode())
        stop = STOP_WORDS["en"] | STOP_WORDS.get(latin_language_of(query), frozenset())
        telling = {stem: word for stem, word in words.items() if word.casefold() not in stop}
        return dict(list((telling or words).items())[:_QUERY_WORDS])

    def find(self, text: str, stems: Collection[str]) -> list[tuple[int, int]]:
        """Gives where words of these stems stand in ``text``: start and end, in order."""
        found: list[tuple[int, int]] = []
        at = 0
        for run in _RUN.finditer(text):
            found += self._find_words(text[at : run.start()], at, stems)
            found += _find_pairs(run, stems)
            at = run.end()
        found += self._find_words(text[at:], at, stems)
        return found

    def _find_words(
        self, text: str, offset: int, stems: Collection[str]
    ) -> Iterable[tuple[int, int]]:
        data = text.encode("utf-8", "replace")
        narrow = len(data) == len(text)
        for start, end, stem in self.places(data):
            if stem in stems:
                first = start if narrow else len(data[:start].decode())
                yield offset + first, offset + first + len(data[start:end].decode())


def _find_pairs(run: re.Match[str], stems: Collection[str]) -> list[tuple[int, int]]:
    """Gives the stretches of a run that are covered by pairs among the stems."""
    signs, begin = run[0], run.start()
    if len(signs) == 1:
        return [run.span()] if signs in stems else []
    found: list[tuple[int, int]] = []
    for at in range(len(signs) - 1):
        if signs[at : at + 2] not in stems:
            continue
        start, end = begin + at, begin + at + 2
        if found and start <= found[-1][1]:
            start, _ = found.pop()
        found.append((start, end))
    return found
