"""What a file of SQLite holds, and how it is opened."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import apsw

Schema = frozenset[tuple[str, ...]]
"""Tables, indexes, triggers and views: kind, name, table, and the statement that made each."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a file of SQLite holds, and how it is opened.

    Step n of ``steps`` leads to version n + 1; the version of a file is its ``user_version``. The text
    of a step never changes once it has been released: the schema of a file is compared with it.
    ``application_id`` marks the file as ours. ``holds`` is for messages (``conversations``), and
    names the thread; ``if_damaged`` is what a person can do then. ``pragmas`` are set on every
    connection, after those that all files share.

    A damaged file is set aside and a new one takes its place. With ``saves`` what can be read is
    copied into that, and ``settle`` is called, in the transaction's end, to fill what is made of
    other tables and to put in order what refers to rows that are lost; without, all of it is made
    anew by itself.
    """

    steps: tuple[str, ...]
    application_id: int
    holds: str
    if_damaged: str
    pragmas: tuple[str, ...] = ()
    saves: bool = True
    settle: Callable[[apsw.Connection], None] | None = None

    def made(self, schema: Schema, version: int) -> bool:
        """Tell whether a schema is that of a file of this version, and nothing else is in it."""
        bare, counted = (self._schema(version, *then) for then in ((), ("ANALYZE",)))
        return bare <= schema <= counted

    def _schema(self, version: int, *then: str) -> Schema:
        with closing(apsw.Connection(":memory:")) as connection:
            for step in (*self.steps[: max(0, version)], *then):
                connection.execute(step).fetchall()
            return schema_of(connection)


def schema_of(connection: apsw.Connection) -> Schema:
    """Return the schema of a file; nothing in it is carried out."""
    rows: Any = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return frozenset(
        (kind, name, table, " ".join((sql or "").split())) for kind, name, table, sql in rows
    )
