"""Reads the arguments of a tool call from the text that a model wrote."""

import json
import uuid

from desktop_agent.core.messages import JsonObject, ToolCall


def new_call_id() -> str:
    """Gives an id for a call to which the server gave none."""
    return f"call_{uuid.uuid4().hex[:16]}"


def read_call(name: str, text: str, *, call_id: str = "", cut: bool = False) -> ToolCall:
    """Makes a call of its name and the JSON text of its arguments.

    Malformed JSON is repaired, unless the reply was ``cut`` by the token limit: half an argument
    must not be mistaken for a whole one. What cannot be read is told in the call's ``error``.
    """
    arguments, error = _read_object(text, cut=cut)
    return ToolCall(call_id or new_call_id(), name, arguments, error)


def _read_object(text: str, *, cut: bool) -> tuple[JsonObject, str]:
    if not text.strip():
        return {}, ""
    try:
        value = json.loads(text)
    except ValueError as error:
        if cut:
            return {}, "The reply was cut off by the token limit before the arguments were whole."
        return repaired_object(text, str(error))
    if isinstance(value, str):  # some servers encode the arguments twice
        return _read_object(value, cut=cut)
    if not isinstance(value, dict):
        return {}, f"The arguments must be a JSON object, not {type(value).__name__}."
    return value, ""


def repaired_object(text: str, why: str) -> tuple[JsonObject, str]:
    """Repairs a malformed JSON object; gives it, or what was wrong (``why`` is the parser's word)."""
    import json_repair

    if "{" in text:
        value = json_repair.loads(text)
        if isinstance(value, dict) and value:
            return value, ""
    return {}, f"The arguments are not valid JSON: {why}."
