"""What a file of SQLite holds, and how it is opened."""

from collections.abc import Callable
from dataclasses import dataclass

import apsw


@dataclass(frozen=True, slots=True)
class Form:
    """What a file of SQLite holds, and how it is opened.

    Step n of ``steps`` leads to version n + 1; the version of a file is its ``user_version``.
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
