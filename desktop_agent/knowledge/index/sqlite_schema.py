"""The tables of the SQLite engine.

The text is stored separately from ``chunks``, so that counting and filtering read few pages. The
word index stores the output of `word_search.index_text` instead of a second copy of the text. The
``seq`` numbers in ``vectors`` and ``gone`` only ever increase. They tell a process that holds the
vectors in memory which vectors have since been added or removed.
"""

import json

from desktop_agent.core.knowledge import Place
from desktop_agent.storage.database import DatabaseSchema

TOKENIZER = ("porter", "unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc")
"""Stems English words and removes accents; combining marks such as Indic vowel signs are kept."""

_OPTIONS = " ".join(f"''{each}''" if " " in each else each for each in TOKENIZER)
_FIRST = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key ANY NOT NULL UNIQUE,
    collection ANY NOT NULL,
    source INTEGER NOT NULL,
    path ANY NOT NULL,
    url ANY NOT NULL,
    title ANY NOT NULL,
    media_type ANY NOT NULL,
    size INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    sha256 ANY NOT NULL,
    date ANY NOT NULL,
    note ANY NOT NULL,
    chunks INTEGER NOT NULL,
    chars INTEGER NOT NULL
) STRICT;
CREATE INDEX documents_of_source ON documents (source);

-- place: page, label, headings, first and last line; hash: of what is embedded
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    place TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX chunks_of_document ON chunks (document, ordinal);
CREATE INDEX chunks_by_hash ON chunks (hash);

CREATE TABLE texts (
    chunk INTEGER PRIMARY KEY REFERENCES chunks (id) ON DELETE CASCADE,
    text ANY NOT NULL
) STRICT;

CREATE VIRTUAL TABLE words USING fts5(
    title, headings, text, content='', contentless_delete=1, tokenize='TOKENIZER'
);

CREATE TABLE embedding (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    model ANY NOT NULL,
    dimensions INTEGER NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;

-- data: float16, little-endian
CREATE TABLE vectors (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk INTEGER NOT NULL UNIQUE REFERENCES chunks (id) ON DELETE CASCADE,
    data BLOB NOT NULL
) STRICT;

-- chunks without a vector
CREATE TABLE waiting (
    chunk INTEGER PRIMARY KEY REFERENCES chunks (id) ON DELETE CASCADE,
    document INTEGER NOT NULL
) STRICT;

CREATE TABLE gone (seq INTEGER PRIMARY KEY AUTOINCREMENT, chunk INTEGER NOT NULL) STRICT;

CREATE TRIGGER chunk_gone AFTER DELETE ON chunks BEGIN
    DELETE FROM words WHERE rowid = old.id;
    INSERT INTO gone (chunk) VALUES (old.id);
END;
"""

FORM = DatabaseSchema(
    steps=(_FIRST.replace("TOKENIZER", _OPTIONS),),
    application_id=0x4441676B,  # "DAgk"
    holds="documents",
    if_damaged="Close Desktop Agent and move it away: it is made anew from your documents.",
    pragmas=(
        # a power failure may undo the last transactions as a whole: the next file scan repeats them
        "synchronous = NORMAL",
        "secure_delete = FAST",
        "cache_size = -32000",
    ),
    saves=False,
)


def place_in(stored: str, start: int = 0, end: int = 0) -> Place:
    """Decode a stored place, adding its span."""
    page, label, headings, *lines = json.loads(stored)
    return Place(start, end, page, label, tuple(headings), *lines)
