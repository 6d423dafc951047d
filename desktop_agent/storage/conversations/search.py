"""Full-text search over all conversations.

Scoring every turn that contains a common word would take too long. Only the newest matches are
scored, up to a limit that includes all matches of a rare word. Some older matches are added without
a score, ordered by date.

The score is BM25 without the inverse document frequency. That factor matters little when every turn
must contain all words, and FTS5 would have to read all matches of every word to compute it.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import apsw

from desktop_agent.core.conversations import ConversationHit, Snippet
from desktop_agent.core.text import to_storable_text
from desktop_agent.storage.conversations.terms import LETTER, fold, fold_with_places, pairs, pieces
from desktop_agent.storage.conversations.turns import COLUMNS, conversation_of

# --- Parsing of search queries

_QUOTED = re.compile('"([^"]*)"|“([^”]*)”|([^\\s"“]+)')
_PHRASES_MOST = 12
_WORDS_MOST = 32
_CHARS_MOST = 1_000


@dataclass(frozen=True)
class Phrase:
    """Adjacent words, or a ``run`` of characters in a script without spaces.

    If ``prefix`` is True, the last word matches any word that begins with it.
    """

    words: tuple[str, ...]
    run: bool = False
    prefix: bool = False

    @property
    def fts(self) -> str:
        """The phrase as an FTS5 query; words never contain quotes, so nothing is escaped."""
        if not self.run:
            return f'"{" ".join(self.words)}"' + (" *" if self.prefix else "")
        run = self.words[0]
        return f'"{" ".join(pairs(run))}"' if len(run) > 1 else f'signs : "{run}"'

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        if self.run:
            return re.compile(re.escape(self.words[0]))
        words = r"[\W_]+".join(map(re.escape, self.words))
        end = f"{LETTER}*" if self.prefix else f"(?!{LETTER})"
        return re.compile(f"(?<!{LETTER}){words}{end}")


def phrases(text: str) -> tuple[Phrase, ...]:
    """Split a query at spaces and quotes into phrases, all of which must match.

    The last word is treated as a prefix, unless it is a single letter or followed by a space or
    quote.
    """
    text = to_storable_text(text[:_CHARS_MOST])
    out: list[Phrase] = []
    for found in _QUOTED.finditer(text):
        open_end = found[3] is not None and found.end() == len(text)
        out.extend(_phrases_of(found[1] or found[2] or found[3] or "", open_end=open_end))
    return tuple(dict.fromkeys(out[:_PHRASES_MOST]))


def _phrases_of(text: str, *, open_end: bool) -> Iterator[Phrase]:
    words: list[str] = []
    for piece in pieces(fold(text)):
        if not piece.run:
            words.append(piece.text)
            continue
        if words:
            yield Phrase(tuple(words[:_WORDS_MOST]))
            words = []
        yield Phrase((piece.text,), run=True)
    if words:
        prefix = open_end and len(words) <= _WORDS_MOST and len(words[-1]) > 1
        yield Phrase(tuple(words[:_WORDS_MOST]), prefix=prefix)


# --- Snippets around matches

CHARS = 120
_BEFORE = 30
_SNIPPET_READ_MOST = 200_000
_FOUND_MOST = 50
_SPACE = re.compile(r"\s")


class Span(NamedTuple):
    """The range of characters that match a phrase, and the index of the phrase."""

    start: int
    end: int
    phrase: int


@dataclass(frozen=True, slots=True)
class Places:
    """Text, and the spans where a query's phrases match."""

    text: str
    spans: tuple[Span, ...]

    @property
    def phrases(self) -> int:
        return len({span.phrase for span in self.spans})


def find_phrases(text: str, wanted: Sequence[Phrase]) -> Places:
    """Find up to 50 matches of each phrase in the first 200,000 characters of the text."""
    text = unicodedata.normalize("NFC", text[:_SNIPPET_READ_MOST])
    folded, places = fold_with_places(text)
    spans = []
    for which, phrase in enumerate(wanted):
        for found in islice(phrase.pattern.finditer(folded), _FOUND_MOST):
            start, end = found.span()
            if places is not None:
                start, end = places[start], places[end - 1] + 1
            spans.append(Span(start, end, which))
    return Places(text, tuple(sorted(spans)))


def snippet(found: Places) -> Snippet:
    """Return the excerpt of about `CHARS` characters that contains the most distinct phrases."""
    text, at = found.text, _best(found.spans)
    end = min(max(at - _BEFORE, 0) + CHARS, len(text))
    start = max(min(at - _BEFORE, end - CHARS), 0)
    start, end = _to_words(text, start, end, at)
    before, after = "…" if start else "", "…" if end < len(text) else ""
    shift = start - len(before)
    inside = [
        (span.start - shift, min(span.end, end) - shift)
        for span in found.spans
        if start <= span.start < end
    ]
    return Snippet(before + _SPACE.sub(" ", text[start:end]) + after, tuple(_merged(inside)))


def _best(spans: Sequence[Span]) -> int:
    best, most = 0, 0
    for index, first in enumerate(spans):
        near = islice(spans, index, index + _FOUND_MOST)
        inside = {span.phrase for span in near if span.end <= first.start + CHARS - _BEFORE}
        if len(inside) > most or not most:
            best, most = first.start, max(len(inside), 1)
    return best


def _to_words(text: str, start: int, end: int, at: int) -> tuple[int, int]:
    if start:
        space = text.find(" ", start, min(start + 15, at))
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", max(end - 15, at + 1), end)
        end = space if space >= 0 else end
    return start, end


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


_WEIGHED_MOST = 1_000
_WEIGHED_WORDS = 1_500
_READ_MOST = 3_000
_USUAL_WORDS = 150
_TITLE_BONUS = 2.0
"""Bonus for a match in a title; it exceeds the score of any turn."""


@dataclass(frozen=True, slots=True)
class _Found:
    weight: float
    turn: int | None = None


def prepare_search(connection: apsw.Connection) -> None:
    """Register the scoring function for full-text search on a connection."""
    connection.register_fts5_function("weight", _weight)


def _weight(api: apsw.FTS5ExtensionApi, *arguments: Any) -> float:
    """Score a row's match from 0 to 1; ``arguments`` are a row limit and column weights."""
    most, *columns = arguments
    api.aux_data = weighed = (api.aux_data or 0) + 1
    if weighed > most:
        return 0.0
    room = 1.2 * (0.25 + 0.75 * api.column_size(-1) / _USUAL_WORDS)
    total = 0.0
    for phrase in range(api.phrase_count):
        often = sum(
            weight * len(api.phrase_column_offsets(phrase, column))
            for column, weight in enumerate(columns)
        )
        total += often / (often + room)
    return round(total / max(api.phrase_count, 1), 3)


def search_conversations(
    connection: apsw.Connection, query: str, limit: int
) -> tuple[ConversationHit, ...]:
    """Return the best matches, with all words of ``query`` in a single turn or in the title."""
    wanted = phrases(query)
    if not wanted or limit <= 0:
        return ()
    match = " AND ".join(phrase.fts for phrase in wanted)
    most = min(_WEIGHED_MOST, max(_WEIGHED_WORDS // len(wanted), limit))
    best = _turns(connection, match, most)
    best.update(_titles(connection, match, most))
    rows: list[Any] = connection.execute(
        "SELECT updated, key FROM conversations WHERE deleted IS NULL"
        " AND key IN (SELECT value FROM json_each(?))",
        (json.dumps(list(best)),),
    ).fetchall()
    ranked = sorted(((best[key].weight, updated, key) for updated, key in rows), reverse=True)
    return tuple(_hit(connection, key, best[key].turn, wanted) for _, _, key in ranked[:limit])


def _titles(connection: apsw.Connection, match: str, most: int) -> dict[int, _Found]:
    rows: list[Any] = connection.execute(
        "SELECT rowid, weight(title_index, ?, 1.0, 1.0) FROM title_index WHERE title_index MATCH ?"
        " ORDER BY rowid DESC LIMIT ?",
        (most, match, _READ_MOST),
    ).fetchall()
    return {key: _Found(_TITLE_BONUS + weight) for key, weight in rows}


def _turns(connection: apsw.Connection, match: str, most: int) -> dict[int, _Found]:
    rows: list[Any] = connection.execute(
        "SELECT t.conversation, f.id, f.weight FROM ("
        " SELECT rowid AS id, weight(turn_index, ?, 2.0, 1.0, 1.0) AS weight FROM turn_index"
        " WHERE turn_index MATCH ? ORDER BY rowid DESC LIMIT ?) f JOIN turns t ON t.id = f.id"
        " ORDER BY f.weight, f.id",
        (most, match, _READ_MOST),
    ).fetchall()
    return {key: _Found(weight, turn) for key, turn, weight in rows}  # the last one is the best


def _hit(
    connection: apsw.Connection, key: int, turn: int | None, wanted: Sequence[Phrase]
) -> ConversationHit:
    sql = f"SELECT {COLUMNS} FROM conversations WHERE key = ?"  # noqa: S608 - ours
    conversation = conversation_of(connection.execute(sql, (key,)).fetchone() or ())
    if turn is None:
        return ConversationHit(conversation, snippet(find_phrases(conversation.title, wanted)))
    row: Any = connection.execute(
        "SELECT question, coalesce(plain, answer) FROM turn_texts WHERE turn = ?", (turn,)
    ).fetchone()
    question = find_phrases(row[0], wanted)
    if question.phrases == len(wanted):
        return ConversationHit(conversation, snippet(question), turn, "question")
    answer = find_phrases(row[1], wanted)
    if question.phrases > answer.phrases:
        return ConversationHit(conversation, snippet(question), turn, "question")
    return ConversationHit(conversation, snippet(answer), turn, "answer")
