"""The tables of the catalogue, as the steps that lead from one version of them to the next.

Paths are blobs, because the name of a file need not be text.
"""

from desktop_agent.storage.database_form import Form

_FIRST = """
CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL
) STRICT;

-- an id is never given out again: documents of a source that is gone must not pass for another's
CREATE TABLE sources (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path BLOB NOT NULL,
    missing INTEGER NOT NULL DEFAULT 0,
    device TEXT NOT NULL DEFAULT '',
    UNIQUE (collection, path)
) STRICT;

CREATE TABLE problems (
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    path BLOB NOT NULL,
    reason TEXT NOT NULL,
    remedy TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (source, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    paused INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    compared_ns INTEGER NOT NULL DEFAULT 0,
    compared_revision INTEGER NOT NULL DEFAULT -1
) STRICT;
INSERT INTO state (one) VALUES (1);
"""

FORM = Form(
    steps=(_FIRST,),
    application_id=0x44416B63,  # DAkc
    holds="knowledge collections",
    if_damaged="Close Desktop Agent and put a copy in its place, or move it away and add the "
    "folders anew; the documents themselves are not in it.",
)
