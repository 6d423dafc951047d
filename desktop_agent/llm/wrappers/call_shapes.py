"""The shapes in which models write a tool call as JSON."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.messages import ToolCall
from desktop_agent.llm.providers.arguments import new_call_id, read_call

NAME_KEYS = ("name", "function", "tool", "tool_name", "function_name", "action")
ARGUMENT_KEYS = ("arguments", "parameters", "args", "input", "action_input", "tool_input")
FIRST_KEYS = (*NAME_KEYS, *ARGUMENT_KEYS, "tool_calls", "tool_call", "type", "id")
"""Keys with which the object of a call may begin."""

_NAMED = re.compile(rf"""["']?(?:{"|".join(NAME_KEYS)})["']?\s*[:=]\s*["']([\w.\-]+)["']""")
_CUT = "The reply was cut off by the token limit before the call was whole."


@dataclass(frozen=True, slots=True)
class CallNames:
    """Which names make an object a call: the ``known`` ones, or, with ``any_name``, all."""

    known: Collection[str]
    any_name: bool

    def clean(self, name: str) -> str:
        """Gives the name without the prefix that some models put before it, or empty if unknown."""
        name = name.strip()
        bare = name.removeprefix("functions.")
        if bare in self.known:
            return bare
        return name if self.any_name else ""


def calls_in(text: str, names: CallNames, *, cut: bool = False) -> list[ToolCall]:
    """Reads one or several calls: objects in a row, a list of them, or OpenAI's ``tool_calls``.

    Malformed JSON is repaired. What names a tool but cannot be read is a call with an ``error``;
    so is what was ``cut`` off by the token limit. Empty when the text is no call at all.
    """
    try:
        values = list(_values(text))
    except ValueError as error:
        return _mended(text, names, str(error), cut=cut)
    calls = [_call(part, names) for value in values for part in _parts(value)]
    whole = [call for call in calls if call is not None]
    return whole if len(whole) == len(calls) else []


def failed_call(text: str, names: CallNames) -> list[ToolCall]:
    """Gives a call with an ``error`` for what stood in a call's tags and is no call.

    Empty when it names no tool that is known, unless all names are taken.
    """
    name = names.clean(named_tool(text) or "") or ("unknown" if names.any_name else "")
    error = 'A call must be a JSON object with "name" and "arguments".'
    return [ToolCall(new_call_id(), name, error=error)] if name else []


def named_tool(text: str) -> str | None:
    """Gives the first name of a tool that is already whole in a text that is still arriving."""
    found = _NAMED.search(text)
    return found[1] if found else None


def _values(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    place = 0
    while True:
        while place < len(text) and text[place] in " \t\r\n,;":
            place += 1
        if place == len(text):
            return
        value, place = decoder.raw_decode(text, place)
        yield value


def _mended(text: str, names: CallNames, why: str, *, cut: bool) -> list[ToolCall]:
    import json_repair

    name = names.clean(named_tool(text) or "")
    if not name:
        return []
    if cut:
        return [ToolCall(new_call_id(), name, error=_CUT)]
    calls = [_call(part, names) for part in _parts(json_repair.loads(text))]
    whole = [call for call in calls if call is not None]
    if whole and len(whole) == len(calls):
        return whole
    return [ToolCall(new_call_id(), name, error=f"The call is not valid JSON: {why}.")]


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict) and isinstance(value.get("tool_calls"), list):
        yield from _parts(value["tool_calls"])
    elif isinstance(value, dict) and isinstance(value.get("function"), dict):
        yield value["function"]
    else:
        yield value


def _call(value: Any, names: CallNames) -> ToolCall | None:
    if not isinstance(value, dict):
        return None
    said = next((value[k] for k in NAME_KEYS if isinstance(value.get(k), str)), "")
    name = names.clean(said)
    key = next((k for k in ARGUMENT_KEYS if k in value), None)
    if not name or key is None:
        return None
    arguments = value[key]
    if isinstance(arguments, dict):
        return ToolCall(new_call_id(), name, arguments)
    return read_call(name, "" if arguments is None else json.dumps(arguments))
