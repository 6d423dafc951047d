"""Models that misbehave as real small ones have been seen to, each as a function of the request.

    FakeOllama(models=["m"], replies=MISBEHAVING["parrot"])

Where a request constrains the reply by a schema, a server can only send what fits it, so each model
then gives the smallest JSON that does, with its own text wherever a string may stand.
"""

import json
from collections.abc import Callable
from typing import Any

from tests.servers.model_reply import Reply

Model = Callable[[dict[str, Any]], Reply]

GOOD_ANSWER = "The lighthouse of Lydney is 47 metres tall [1]."
LOOPED = "It is not just a question, but it is a question, and so "
_CALL = {"name": "web_search", "arguments": {"query": "lighthouse of Lydney"}}
_THOUGHTS = 20_000
"""How many words are thought before the server itself ends the reply."""


def fitting(schema: dict[str, Any], text: str, prefer: tuple[str, ...] = ()) -> Any:
    """Returns the smallest value that fits a schema, with ``text`` for its strings.

    Of several allowed values, it is the first that ``prefer`` names, or else the first.
    """
    allowed = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    if allowed:
        return next((each for each in allowed if each in prefer), allowed[0])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return fitting(schema[key][0], text, prefer)
    match schema.get("type"):
        case "object":
            return {
                name: fitting(each, text, prefer)
                for name, each in schema.get("properties", {}).items()
            }
        case "array":
            return [fitting(schema["items"], text, prefer)] * max(schema.get("minItems", 0), 1)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
    pattern = schema.get("pattern", "")
    return "t1" if pattern.startswith("^t") else text[: schema.get("maxLength", 10_000)]


def _last_line(request: dict[str, Any]) -> str:
    lines = str(request["messages"][-1]["content"]).strip().splitlines()
    return lines[-1] if lines else ""


def _tool_names(request: dict[str, Any]) -> list[str]:
    return [tool["function"]["name"] for tool in request.get("tools") or ()]


def _schema(request: dict[str, Any]) -> dict[str, Any] | None:
    given = request.get("format")
    return given if isinstance(given, dict) else None


def _says(text: Callable[[dict[str, Any]], str]) -> Model:
    """A model that only writes, and never calls a tool."""

    def model(request: dict[str, Any]) -> Reply:
        said = text(request)
        schema = _schema(request)
        return Reply(text=said) if schema is None else Reply(json=fitting(schema, said))

    return model


def good(request: dict[str, Any]) -> Reply:
    """A model that searches where it may, once, then answers; it has nothing to criticise."""
    schema = _schema(request)
    if schema is not None:
        reply = fitting(schema, GOOD_ANSWER, ("ok", "yes", "look_up", "supported"))
        for name in ("missing", "faults"):
            if isinstance(reply, dict) and name in reply:
                reply[name] = []
        return Reply(json=reply)
    last = str(request["messages"][-1]["content"])
    if "<verify>" in last:
        return Reply(text="<verify>yes</verify>")
    results = any(each["role"] == "tool" for each in request["messages"])
    if "web_search" in _tool_names(request) and not results:
        return Reply(tool_calls=[("web_search", {"query": "lighthouse of Lydney height"})])
    return Reply(text=GOOD_ANSWER)


def same_call_for_ever(request: dict[str, Any]) -> Reply:
    if _tool_names(request):
        return Reply(tool_calls=[("web_search", {"query": "lighthouse of Lydney"})] * 3)
    return _says(lambda _request: json.dumps(_CALL))(request)


def call_in_the_closing_text(request: dict[str, Any]) -> Reply:
    results = any(each["role"] == "tool" for each in request["messages"])
    if "web_search" in _tool_names(request) and not results:
        return Reply(tool_calls=[("web_search", {"query": "lighthouse of Lydney"})])
    return _says(lambda _request: f"<tool_call>\n{json.dumps(_CALL)}\n</tool_call>")(request)


def placeholders(request: dict[str, Any]) -> Reply:
    """It copies what stands for a value: the descriptions of parameters, and forms of answers."""
    for tool in request.get("tools") or ():
        wanted = tool["function"]["parameters"]
        told = wanted.get("properties", {})
        arguments = {
            name: str(told[name].get("description", name)) for name in wanted.get("required", ())
        }
        return Reply(tool_calls=[(tool["function"]["name"], arguments)])
    last = _last_line(request)
    said = "<answer>the answer</answer>" if "answer>" in last else "the answer"
    return _says(lambda _request: f"ANSWER: in as few words as possible\n\n{said}")(request)


def sleeps(request: dict[str, Any]) -> Reply:
    """It waits for the user, or for research of its own, wherever a tool lets it."""
    names = _tool_names(request)
    if "start_research" in names:
        return Reply(tool_calls=[("start_research", {"question": "What is to be found out."})])
    if names:
        arguments = {"mode": "manual", "seconds": 1, "reason": "to wait"}
        return Reply(tool_calls=[("sleep", arguments)])
    return _says(lambda _request: "I will wait for the results.")(request)


def thinks_without_end(request: dict[str, Any]) -> Reply:
    if _schema(request) is not None:
        return good(request)
    thought = " ".join(f"Perhaps {number}, or {number + 7}." for number in range(_THOUGHTS // 4))
    return Reply(thinking=thought, stop="length")


MISBEHAVING: dict[str, Model] = {
    "parrot": _says(_last_line),
    "same call for ever": same_call_for_ever,
    "call in the closing text": call_in_the_closing_text,
    "placeholders": placeholders,
    "sleeps": sleeps,
    "loop": _says(lambda _request: LOOPED * 300),
    "repeats the question": _says(lambda _request: "How tall is the lighthouse of Lydney [1]?"),
    "json": _says(lambda _request: '{"answer": "47 metres", "sources": [1]}'),
    "thinks without end": thinks_without_end,
    "another language": _says(lambda _request: "利德尼灯塔的高度是一个很难回答的问题。"),
}
