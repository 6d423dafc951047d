"""Reads the JSON of a model's reply, mended where that is malformed."""

import json
from itertools import accumulate
from typing import Any

_LONGEST = 50_000
_DEEPEST = 40
_STEPS = {"{": 1, "[": 1, "}": -1, "]": -1}


def json_object(text: str) -> dict[str, Any] | None:
    """Gives the object that begins at the first brace of a text, or None where there is none."""
    data = json_value(text, "{")
    return data if isinstance(data, dict) else None


def json_value(text: str, opening: str = "{[") -> object:
    """Gives what begins at the first of the ``opening`` signs of a text, or None where that is nothing.

    What is longer or deeper than any reply that was asked for is not mended: that takes long.
    """
    start = min((place for place in map(text.find, opening) if place >= 0), default=-1)
    if start < 0 or _is_deep(text[start:]):
        return None
    try:
        data: object = json.loads(text[start : max(text.rfind("}"), text.rfind("]")) + 1])
    except ValueError:
        data = _mended(text[start : start + _LONGEST])
    return data


def _is_deep(body: str) -> bool:
    steps = (_STEPS[sign] for sign in body if sign in _STEPS)
    return max(accumulate(steps), default=0) > _DEEPEST


def _mended(body: str) -> object:
    import json_repair

    try:
        return json_repair.loads(body)
    except (ValueError, RecursionError):
        return None
