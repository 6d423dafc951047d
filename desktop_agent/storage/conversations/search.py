"""Full-text search over all conversations.

A common word stands in most turns, and to weigh them all would take long. So the newest matches are
weighed, as many as can be at once, and some more are taken by their date; a rare word has no more
than that. The weight is that of BM25
without how rare each word is: to count that, FTS5 reads every match of every word, and as all words
must be in each turn, it changes little.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from desktop_agent.core.conversations import ConversationHit
from desktop_agent.storage.conversations.catalogue import COLUMNS, conversation_of
from desktop_agent.storage.conversations.query import Phrase, phrases
from desktop_agent.storage.conversations.snippet import find_phrases, snippet

_WEIGHED_MOST = 1_000
_WEIGHED_WORDS = 1_500
_READ_MOST = 3_000
_USUAL_WORDS = 150
_TITLE_BONUS = 2.0
"""More than any turn can weigh: who looks for a name finds it first."""


@dataclass(frozen=True, slots=True)
class _Found:
    weight: float
    turn: int | None = None


def prepare_search(connection: apsw.Connection) -> None:
    """Makes a connection able to search."""
    connection.register_fts5_function("weight", _weight)


def _weight(api: apsw.FTS5ExtensionApi, *arguments: Any) -> float:
    """Gives how much a row speaks of the phrases, from 0 to 1.

    The arguments are how many rows of a query are weighed, those after them weigh nothing, and the
    weights of the columns.
    """
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
    """Gives the conversations where all words of ``query`` stand in one turn or in the title."""
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
    return {key: _Found(weight, turn) for key, turn, weight in rows}  # the last, the best, stays


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
