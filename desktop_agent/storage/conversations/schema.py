"""The tables of the conversation file, and their migrations.

The text is stored separately from the turns, so that listing the turns of a long conversation reads
few database pages. The two search indexes are contentless: they store words produced by `terms`
instead of a second copy of the text. They have no prefix index, which would double their size,
because prefix searches take at most 20 ms without it.
"""

from typing import Any

import apsw

from desktop_agent.core.events import RunStarted
from desktop_agent.core.markdown import plain_text
from desktop_agent.core.text import to_storable_text
from desktop_agent.storage.conversations.turns import (
    answer_of,
    index_title,
    index_turn,
    now,
    read_parts,
)
from desktop_agent.storage.database import DatabaseSchema

_FIRST = """
CREATE TABLE conversations (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created TEXT NOT NULL,
    updated TEXT NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    folder TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '[]',
    strategy TEXT NOT NULL DEFAULT '',
    model TEXT NOT NULL DEFAULT '',
    offline INTEGER,
    turns INTEGER NOT NULL DEFAULT 0,
    leaf INTEGER,
    deleted TEXT
) STRICT;
CREATE INDEX conversations_by_time ON conversations (pinned DESC, updated DESC);

-- parent is a turn of the same conversation; as a foreign key, a long chain could not be deleted:
-- each turn would delete the next, deeper than SQLite goes
CREATE TABLE turns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversations (key) ON DELETE CASCADE,
    parent INTEGER,
    status TEXT NOT NULL,
    question_chars INTEGER NOT NULL,
    answer_chars INTEGER NOT NULL DEFAULT 0,
    asked TEXT NOT NULL,
    run_id TEXT NOT NULL DEFAULT '',
    owner TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX turns_of_conversation ON turns (conversation, parent);
CREATE INDEX turns_running ON turns (owner) WHERE status = 'running';

-- plain is NULL where it would be the same as answer
CREATE TABLE turn_texts (
    turn INTEGER PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
    question TEXT NOT NULL,
    answer TEXT NOT NULL DEFAULT '',
    plain TEXT
) STRICT;

CREATE TABLE event_parts (
    id INTEGER PRIMARY KEY,
    turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    data BLOB NOT NULL
) STRICT;
CREATE INDEX event_parts_of_turn ON event_parts (turn);

CREATE TABLE attachments (
    id INTEGER PRIMARY KEY,
    turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    text TEXT NOT NULL,
    data BLOB NOT NULL,
    note TEXT NOT NULL
) STRICT;
CREATE INDEX attachments_of_turn ON attachments (turn);

CREATE TABLE drafts (conversation TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE title_index USING fts5(
    title, signs, content='', contentless_delete=1, tokenize='ascii'
);
CREATE VIRTUAL TABLE turn_index USING fts5(
    question, answer, signs, content='', contentless_delete=1, tokenize='ascii'
);
"""

_DOCUMENTS = "ALTER TABLE conversations ADD COLUMN documents INTEGER NOT NULL DEFAULT 1"
_WEB = "ALTER TABLE conversations ADD COLUMN web INTEGER NOT NULL DEFAULT 1"
# a JSON list of names; NULL for the servers that are on by default
_SERVERS = "ALTER TABLE conversations ADD COLUMN servers TEXT"


# --- Repairs after conversations were saved from a damaged file

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
    """Repair references to lost rows, and rebuild the search indexes."""
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
    rows: list[Any] = connection.execute(
        "SELECT turn FROM turn_texts WHERE question = ''"
    ).fetchall()
    for (turn,) in rows:
        events = read_parts(connection, turn)
        asked = next((each.question for each in events if isinstance(each, RunStarted)), "")
        answer = to_storable_text(answer_of(events))
        connection.execute(
            "UPDATE turn_texts SET question = ?, answer = ?, plain = ? WHERE turn = ?",
            (to_storable_text(asked) or "?", answer, plain_text(answer), turn),
        ).fetchall()
        connection.execute(
            "UPDATE turns SET question_chars = ?, answer_chars = ? WHERE id = ?",
            (len(asked) or 1, len(answer), turn),
        ).fetchall()


FORM = DatabaseSchema(
    steps=(_FIRST, _DOCUMENTS, _SERVERS, _WEB),
    application_id=0x44416765,  # "DAge"
    holds="conversations",
    if_damaged=(
        "Close Desktop Agent and put a copy in its place, or move it away to begin anew; "
        "keep the damaged file: sqlite3's .recover can save most of it."
    ),
    pragmas=(
        "synchronous = FULL",
        "secure_delete = ON",  # purged data is overwritten, not just marked as free
    ),
    settle=settle,
)
"""The schema of the conversation file."""
