"""The events of a turn as the database holds them: compressed lines of JSON, in parts.

Parts are added while the run goes on; once it has ended they become one.
"""

import logging
import zlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import apsw

from desktop_agent.core.codec import event_from_json, event_to_json
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import BudgetSpent, Event, Network, TextDelta, ThinkingDelta

logger = logging.getLogger(__name__)

Delta = TextDelta | ThinkingDelta


def joined(events: Iterable[Event]) -> list[Event]:
    """Gives the events with the deltas of one step and channel, which follow each other, as one.

    It stands in the place of the first, with its number and time. Only events that say nothing of
    the text may stand between: the hosts that were spoken to and the time that was spent.
    """
    out: list[Event] = []
    first: Delta | None = None
    place = 0
    pieces: list[str] = []
    for event in events:
        if first is not None and isinstance(event, Delta) and _continues(first, event):
            pieces.append(event.text)
            continue
        if first is not None and not isinstance(event, BudgetSpent | Network):
            out[place] = replace(first, text="".join(pieces)) if len(pieces) > 1 else first
            first = None
        if isinstance(event, Delta):
            first, place, pieces = event, len(out), [event.text]
        out.append(event)
    if first is not None:
        out[place] = replace(first, text="".join(pieces))
    return out


def without_keys(events: Iterable[Event], redact: Callable[[str], str]) -> list[Event]:
    """Gives the events joined, and their texts without keys.

    A run takes the keys out of all but its deltas: no piece shows one that is spread over several.
    """
    return [
        replace(event, text=redact(event.text)) if isinstance(event, Delta) else event
        for event in joined(events)
    ]


def _continues(first: Delta, event: Delta) -> bool:
    return (
        type(first) is type(event)
        and first.step_id == event.step_id
        and first.channel == event.channel
    )


def add_part(connection: apsw.Connection, turn: int, events: Iterable[Event]) -> None:
    """Adds events to those of a turn."""
    connection.execute("INSERT INTO event_parts (turn, data) VALUES (?, ?)", (turn, _pack(events)))


def replace_parts(connection: apsw.Connection, turn: int, events: Iterable[Event]) -> None:
    """Puts events in the place of all that a turn had."""
    connection.execute("DELETE FROM event_parts WHERE turn = ?", (turn,))
    add_part(connection, turn, events)


def read_parts(connection: apsw.Connection, turn: int) -> list[Event]:
    """Gives the events of a turn; what cannot be understood is passed over."""
    rows = connection.execute("SELECT data FROM event_parts WHERE turn = ? ORDER BY id", (turn,))
    parts: list[Any] = rows.fetchall()
    events = [event for (data,) in parts for event in _unpack(data, turn)]
    return joined(events) if len(parts) > 1 else events


def _pack(events: Iterable[Event]) -> bytes:
    lines = "\n".join(event_to_json(event) for event in joined(events))
    return zlib.compress(
        lines.encode("utf-8", "backslashreplace")
    )  # JSON spells half a surrogate so


def _unpack(data: bytes, turn: int) -> list[Event]:
    try:
        lines = zlib.decompress(data).decode("utf-8", "replace").split("\n")
    except zlib.error as error:
        logger.warning("events of a turn are lost", extra={"turn": turn, "fault": str(error)})
        return []
    events = []
    for line in filter(None, lines):
        try:
            events.append(event_from_json(line))
        except RecordingError as error:
            logger.warning("an event was passed over", extra={"turn": turn, "fault": str(error)})
    return events
