"""What is put in order after conversations were saved from a damaged file."""

from typing import Any

import apsw

from desktop_agent.core.events import RunStarted
from desktop_agent.core.markdown_text import plain_text
from desktop_agent.storage.conversations.catalogue import index_title
from desktop_agent.storage.conversations.clock import now
from desktop_agent.storage.conversations.event_parts import read_parts
from desktop_agent.storage.conversations.partial_answer import answer_of
from desktop_agent.storage.conversations.storable import storable
from desktop_agent.storage.conversations.turns import index_turn

_TITLE = "Saved from a damaged file"

_RELATE = """
-- what is left of turns whose conversation, or place in it, is lost stays readable
INSERT INTO turns (id, conversation, parent, status, question_chars, answer_chars, asked)
    SELECT x.turn, -1, NULL, 'interrupted', length(x.question), length(x.answer), :now
    FROM turn_texts x WHERE x.turn NOT IN (SELECT id FROM turns);
INSERT INTO turn_texts (turn, question) SELECT id, '' FROM turns
    WHERE id NOT IN (SELECT turn FROM turn_texts);
UPDATE turns SET parent = NULL WHERE parent IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM turns p WHERE p.id = turns.parent AND p.conversation = turns.conversation
);
INSERT INTO conversations (key, id, title, created, updated)
    SELECT conversation, 'saved-' || lower(hex(randomblob(8))), :title, :now, :now
    FROM turns WHERE conversation NOT IN (SELECT key FROM conversations) GROUP BY conversation;
UPDATE conversations SET turns = (SELECT count(*) FROM turns t WHERE t.conversation = key);
UPDATE conversations SET leaf = (SELECT max(id) FROM turns t WHERE t.conversation = key)
    WHERE leaf IS NULL OR leaf NOT IN (SELECT id FROM turns t WHERE t.conversation = key);
"""


def settle(connection: apsw.Connection) -> None:
    """Puts in order what refers to lost rows, and makes the indexes of words anew."""
    for statement in _RELATE.split(";\n"):
        if statement.strip():
            named = {"title": _TITLE, "now": now()} if ":now" in statement else None
            connection.execute(statement, named).fetchall()
    _read_from_events(connection)
    for key, title in connection.execute("SELECT key, title FROM conversations").fetchall():
        index_title(connection, int(str(key)), str(title))
    rows = connection.execute("SELECT turn, question, coalesce(plain, answer) FROM turn_texts")
    for turn, question, plain in rows.fetchall():
        index_turn(connection, int(str(turn)), str(question), str(plain))


def _read_from_events(connection: apsw.Connection) -> None:
    """Takes the texts of turns that have lost them from the events of their runs."""
    rows: list[Any] = connection.execute(
        "SELECT turn FROM turn_texts WHERE question = ''"
    ).fetchall()
    for (turn,) in rows:
        events = read_parts(connection, turn)
        asked = next((each.question for each in events if isinstance(each, RunStarted)), "")
        answer = storable(answer_of(events))
        connection.execute(
            "UPDATE turn_texts SET question = ?, answer = ?, plain = ? WHERE turn = ?",
            (storable(asked) or "?", answer, plain_text(answer), turn),
        ).fetchall()
        connection.execute(
            "UPDATE turns SET question_chars = ?, answer_chars = ? WHERE id = ?",
            (len(asked) or 1, len(answer), turn),
        ).fetchall()
