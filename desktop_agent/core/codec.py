"""Convert events and stored values to JSON and back.

Writing events needs only the standard library. Input is validated when read, because recorded runs
are untrusted. Unknown fields are ignored, so that runs recorded by later minor versions can be
replayed.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from desktop_agent.core import events
from desktop_agent.core.errors import NewerRecording, RecordingError, StorageError
from desktop_agent.core.events import EVENTS_VERSION, Event, RunStarted

# --- Place of a JSON error, for display


def json_place(error: BaseException) -> str:
    """Return where JSON is invalid, such as ``on line 3, column 7``.

    If the position is unknown, return ``it cannot be read``.
    """
    if isinstance(error, json.JSONDecodeError):
        return f"on line {error.lineno}, column {error.colno}"
    return "it cannot be read"


# --- Stored values


@cache
def _form(form: Any) -> Any:
    from pydantic import ConfigDict, TypeAdapter  # imported here: it is slow, and not always needed

    # a dataclass takes its configuration from the type it is nested in
    binary = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
    return TypeAdapter(tuple[form], config=binary)


def to_json(form: Any, value: Any) -> Any:
    """Convert a value of type ``form`` to JSON-compatible data."""
    return _form(form).dump_python((value,), mode="json")[0]


def validated(form: Any, data: Any) -> Any:
    """Convert the output of `to_json` back to a value.

    If the data is invalid, raise `ValueError` with the location and the problem.
    """
    from pydantic import ValidationError

    try:
        return _form(form).validate_python((data,))[0]
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        raise ValueError(f"{where!r}: {first['msg']}") from None


def from_json(form: Any, data: Any) -> Any:
    """Like `validated`, but raise `StorageError` if the data is invalid."""
    try:
        return validated(form, data)
    except ValueError as error:
        name = getattr(form, "__name__", str(form))
        raise StorageError(f"A stored {name} is invalid at {error}.") from None


EVENT_TYPES: tuple[type[Event], ...] = tuple(
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
"""All event types, in the order in which they are defined."""

_BY_NAME = {kind.type: kind for kind in EVENT_TYPES}


def event_to_dict(event: Event) -> dict[str, Any]:
    """Return an event as a JSON object whose first key is ``type``."""
    return {"type": event.type, **_plain_fields(event)}


def _plain_fields(value: Any) -> dict[str, Any]:
    # not dataclasses.asdict: it copies every string of every delta of a stream
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return _plain_fields(value) if is_dataclass(value) else value


def event_to_json(event: Event) -> str:
    """Return an event as one line of JSON, in which non-finite numbers become null."""
    data = event_to_dict(event)
    try:
        return _dumped(data)
    except ValueError:
        return _dumped(_finite(data))


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _finite(value: Any) -> Any:
    match value:
        case float():
            return value if math.isfinite(value) else None
        case dict():
            return {key: _finite(each) for key, each in value.items()}
        case list() | tuple():
            return [_finite(each) for each in value]
        case _:
            return value


def event_from_dict(data: Mapping[str, Any]) -> Event:
    """Parse an event; raise `RecordingError`, or `NewerRecording` if its format is newer."""
    name = data.get("type")
    if not isinstance(name, str) or name not in _BY_NAME:
        raise RecordingError(f"There is no event of type {name!r}.")
    if name in ("answer", "verdict"):
        data = _with_current_marks(data)
    try:
        event = validated(_BY_NAME[name], data)
    except ValueError as error:
        raise RecordingError(f"The event {name!r} is invalid at {error}.") from None
    assert isinstance(event, Event)
    if isinstance(event, RunStarted) and event.version > EVENTS_VERSION:
        raise NewerRecording(
            f"This run was recorded in format {event.version}; this app supports up to {EVENTS_VERSION}.",
            "Update Desktop Agent to play it.",
        )
    return event


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite_number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


_FORMER_MARKS = ("not_found", "unchecked")
"""Marks of format 1 that are now ``unconfirmed``, since neither meant a contradiction."""


def _with_current_marks(data: Mapping[str, Any]) -> dict[str, Any]:
    """Replace outdated mark names in a recorded answer or verdict."""
    claims, details = data.get("claims"), data.get("details")
    current = dict(data)
    if isinstance(claims, list):
        current["claims"] = [_renamed(claim) for claim in claims]
    if data.get("by") == "claims" and isinstance(details, Mapping):
        former = [details[name] for name in _FORMER_MARKS if isinstance(details.get(name), int)]
        kept = {name: count for name, count in details.items() if name not in _FORMER_MARKS}
        current["details"] = {**kept, "unconfirmed": sum(former)} if former else kept
    return current


def _renamed(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    current = dict(item)
    if isinstance(checks := item.get("checks"), list):
        current["checks"] = [
            {**check, "mark": "unconfirmed"}
            if isinstance(check, Mapping) and check.get("mark") in _FORMER_MARKS
            else check
            for check in checks
        ]
    if item.get("mark") in _FORMER_MARKS:
        current["mark"] = "unconfirmed"
    return current


def event_from_json(line: str) -> Event:
    """Parse an event from a line of JSON. Raises as `event_from_dict` does."""
    try:
        data = json.loads(line, parse_constant=_refuse, parse_float=_finite_number)
    except (ValueError, RecursionError) as error:  # a line may nest deeper than any event
        raise RecordingError(f"The line is not JSON: {json_place(error)}.") from None
    if not isinstance(data, dict):
        raise RecordingError("The line is not a JSON object.")
    return event_from_dict(data)
