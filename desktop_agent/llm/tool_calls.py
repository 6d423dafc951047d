"""Find tool calls that a model writes as text, while the text is streaming.

A call can begin in three ways: with a tag (``<tool_call>``, ``<function_call>``, ``[TOOL_CALLS]``),
with a code fence that contains JSON, or with a JSON object or list at the start of a line. From
that point on, text is held back as long as it may still be a call.
"""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.messages import ToolCall
from desktop_agent.llm.base import CallPiece, TextPiece
from desktop_agent.llm.providers.wire import new_call_id, read_call

# --- The end of a JSON object or list in a growing text


class JsonEnd:
    """Finds a matching closing bracket in growing text, scanning each character only once."""

    def __init__(self) -> None:
        self._place = -1
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def find(self, text: str, start: int) -> int | None:
        """Return the index after the bracket matching the one at ``start``, or None if not found.

        Between calls, ``text`` may only grow, and ``start`` must stay the same.
        """
        self._place = max(self._place, start)
        while self._place < len(text):
            self._take(text[self._place])
            self._place += 1
            if self._depth == 0:
                return self._place
        return None

    def _take(self, character: str) -> None:
        if self._escaped:
            self._escaped = False
        elif character == '"':
            self._in_string = not self._in_string
        elif self._in_string:
            self._escaped = character == "\\"
        elif character in "{[":
            self._depth += 1
        elif character in "}]":
            self._depth -= 1


# --- The JSON forms of a tool call

NAME_KEYS = ("name", "function", "tool", "tool_name", "function_name", "action")
ARGUMENT_KEYS = ("arguments", "parameters", "args", "input", "action_input", "tool_input")
FIRST_KEYS = (*NAME_KEYS, *ARGUMENT_KEYS, "tool_calls", "tool_call", "type", "id")
"""Possible first keys of an object that represents a call."""

_NAMED = re.compile(rf"""["']?(?:{"|".join(NAME_KEYS)})["']?\s*[:=]\s*["']([\w.\-]+)["']""")
_NOT_WHOLE = 'A call must be a JSON object with "name" and "arguments".'
_CUT = "The reply was cut off by the token limit before the call was whole."


@dataclass(frozen=True, slots=True)
class CallNames:
    """The tool names accepted in calls: those in ``known``, or all if ``any_name`` is True."""

    known: Collection[str]
    any_name: bool

    def clean(self, name: str) -> str:
        """Strip ``functions.`` from a known tool's name; return "" if the name is not accepted."""
        name = name.strip()
        bare = name.removeprefix("functions.")
        if bare in self.known:
            return bare
        return name if self.any_name else ""


def calls_in(text: str, names: CallNames, *, cut: bool = False) -> list[ToolCall]:
    """Parse one or more calls: consecutive objects, a list of objects, or OpenAI's ``tool_calls``.

    Malformed JSON is repaired unless the text was ``cut`` off by the token limit. If the text names
    an accepted tool but cannot be parsed, return a call with an ``error``. If the text is not a
    call, return an empty list.
    """
    fault = ""
    try:
        values = list(_values(text))
    except ValueError as error:
        fault = _CUT if cut else f"The call is not valid JSON: {error}."
        values = [] if cut else [_repaired(text, names)]
    calls = [_call(part, names) for value in values for part in _parts(value)]
    whole = [call for call in calls if call is not None]
    if whole and len(whole) == len(calls):
        return whole
    name = names.clean(named_tool(text) or "") if fault else ""
    return [ToolCall(new_call_id(), name, error=fault)] if name else []


def _repaired(text: str, names: CallNames) -> Any:
    import json_repair

    return json_repair.loads(text) if names.clean(named_tool(text) or "") else None


def named_tool(text: str) -> str | None:
    """Return the first complete tool name in partially received text, or None."""
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


_TAGS = ("<tool_call>", "<tool_calls>", "<function_call>", "[tool_calls]")  # in lower case
_OPENER = re.compile(
    r"(?P<tag><tool_calls?>|<function_call>|\[TOOL_CALLS\])"
    r"|^(?P<fence>[ \t]*```)|^[ \t]*(?P<json>[{\[])",
    re.IGNORECASE | re.MULTILINE,
)
_TAG_END = re.compile(r"</(tool_calls?|function_call)>|(?=<tool_call>)", re.IGNORECASE)
_QUOTE = re.compile(r'(?<!\\)(?:\\\\)*"')
_FENCE_END = re.compile(r"^[ \t]*```[ \t]*$\n?", re.MULTILINE)
_FENCE_HEAD = re.compile(r"[ \t]*```[ \t]*(\w*)[ \t]*\r?\n")
_FENCE_LANGUAGES = {"", "json", "tool_call", "tool_calls", "tool", "function_call", "tool_code"}
_FENCE_BEGINNING = re.compile(r"[ \t]*`{0,2}")
_LONGEST_TAG = max(map(len, _TAGS))
_LONGEST_CALL = 50_000
_MISTRAL = "[tool_calls]"


@dataclass(frozen=True, slots=True)
class _Held:
    """The classification of the held text up to ``end``; ``body`` is the text of a call or None."""

    end: int
    body: str | None
    tagged: bool = False
    fenced: bool = False


class CallScanner:
    """Finds the tool calls in one reply, which may also merely discuss tool calls.

    A code fence is a call only if it names one of ``names``, and a tag begins a call only if JSON
    follows. Otherwise, with ``any_name``, tools that are not in ``names`` are accepted too.
    """

    def __init__(self, names: Collection[str], *, any_name: bool) -> None:
        self._names = CallNames(names, any_name)
        self._own_names = CallNames(names, any_name=False)
        self._held = ""
        self._at_line_start = True
        self._in_fence = False
        self._json_end = JsonEnd()
        self._after_call = False

    def feed(self, text: str) -> Iterator[TextPiece | CallPiece]:
        """Scan a chunk of text; yield complete calls and the text outside them."""
        self._held += text
        yield from self._scan(final=False, cut=False)

    def end(self, *, cut: bool) -> Iterator[TextPiece | CallPiece]:
        """Yield the remaining text and calls; ``cut`` means the reply ended at the token limit."""
        yield from self._scan(final=True, cut=cut)

    def _scan(self, *, final: bool, cut: bool) -> Iterator[TextPiece | CallPiece]:
        while self._held:
            if self._after_call:  # white space between calls is not text
                self._held = self._held.lstrip()
                self._after_call = not self._held
                continue
            opener = self._opener()
            if opener is None:
                keep = 0 if final else self._possible_opener()
                yield from self._release(len(self._held) - keep)
                return
            yield from self._release(opener.start())
            held = self._judge(opener, final=final)
            if held is None:
                return
            yield from self._settle(held, cut=cut and held.end == len(self._held))

    def _settle(self, held: _Held, *, cut: bool) -> Iterator[TextPiece | CallPiece]:
        calls: list[ToolCall] = []
        if held.body is not None:
            names = self._own_names if held.fenced else self._names
            calls = calls_in(held.body, names, cut=cut)
            name = self._own_names.clean(named_tool(held.body) or "")
            if held.tagged and name and not calls:
                calls = [ToolCall(new_call_id(), name, error=_NOT_WHOLE)]
        self._json_end = JsonEnd()
        if not calls:
            yield from self._release(held.end)
            return
        self._held = self._held[held.end :]
        self._at_line_start = self._after_call = True
        for call in calls:
            yield CallPiece(call)

    def _release(self, count: int) -> Iterator[TextPiece]:
        text, self._held = self._held[:count], self._held[count:]
        if not text:
            return
        for line in text.splitlines(keepends=True):
            if self._at_line_start and line.lstrip().startswith("```"):
                self._in_fence = not self._in_fence
            self._at_line_start = line.endswith("\n") or (self._at_line_start and line.isspace())
        yield TextPiece(text)

    def _opener(self) -> re.Match[str] | None:
        """Return the first match in the held text that may open a call or close a fence."""
        for found in _OPENER.finditer(self._held):
            first_line = "\n" not in self._held[: found.start()]
            if found["tag"]:
                return found
            if first_line and not self._at_line_start:
                continue
            if found["fence"] or not self._in_fence:
                return found
        return None

    def _possible_opener(self) -> int:
        """Return the number of trailing characters that may be the start of a tag or fence."""
        text = self._held
        for length in range(min(len(text), _LONGEST_TAG - 1), 0, -1):
            if any(tag.startswith(text[-length:].lower()) for tag in _TAGS):
                return length
        line = text[text.rfind("\n") + 1 :]
        if len(line) == len(text) and not self._at_line_start:
            return 0
        return len(line) if _FENCE_BEGINNING.fullmatch(line) else 0

    def _judge(self, opener: re.Match[str], *, final: bool) -> _Held | None:
        if len(self._held) > _LONGEST_CALL:
            return _Held(len(self._held), None)
        if opener["tag"]:
            return self._judge_tag(len(opener[0]), final=final)
        if opener["fence"]:
            return self._judge_fence(final=final)
        return self._judge_json(self._held.index(opener["json"]), final=final)

    def _judge_tag(self, head: int, *, final: bool) -> _Held | None:
        if self._held.lower().startswith(_MISTRAL):
            return self._judge_mistral(head, final=final)
        begun = self._held[head:].lstrip()
        if begun[:1] not in ("{", "[", "") or (final and not begun):
            return _Held(head, None)
        ends = list(_TAG_END.finditer(self._held, head))
        # a tag inside a string is part of an argument, unless the string never ends
        outside = (end for end in ends if not _in_string(self._held[head : end.start()]))
        end = next(outside, ends[0] if ends and final else None)
        if end is not None:
            return _Held(end.end(), self._held[head : end.start()], tagged=True)
        return _Held(len(self._held), self._held[head:], tagged=True) if final else None

    def _judge_mistral(self, head: int, *, final: bool) -> _Held | None:
        body = self._held[head:].lstrip()
        if body:
            return self._judge_json(len(self._held) - len(body), final=final)
        return _Held(head, None) if final else None

    def _judge_fence(self, *, final: bool) -> _Held | None:
        head = _FENCE_HEAD.match(self._held)
        if head is None:  # the line of the fence is not whole, or holds more than a language
            whole = "\n" in self._held or final
            return _Held(self._held.find("\n") + 1 or len(self._held), None) if whole else None
        if self._in_fence or head[1].lower() not in _FENCE_LANGUAGES:
            return _Held(head.end(), None)
        body = self._held[head.end() :]
        if not self._may_be_call(body.lstrip(), self._own_names):
            return _Held(head.end(), None)
        end = _FENCE_END.search(self._held, head.end())
        if end is not None and (final or end.end() < len(self._held) or end[0].endswith("\n")):
            return _Held(end.end(), self._held[head.end() : end.start()], fenced=True)
        return _Held(len(self._held), body.rstrip("` \n"), fenced=True) if final else None

    def _judge_json(self, start: int, *, final: bool) -> _Held | None:
        text = self._held[start:]
        if not final and _MISTRAL.startswith(text.lower()):
            return None
        if text.lower().startswith(_MISTRAL):  # after white space: the tag comes next
            return _Held(start, None)
        if not self._may_be_call(text, self._names):
            return _Held(start + 1, None)
        end = self._json_end.find(self._held, start)
        if end is not None:
            return _Held(end, self._held[start:end])
        return _Held(len(self._held), self._held[start:]) if final else None

    def _may_be_call(self, text: str, names: CallNames) -> bool:
        rest = text[1:].lstrip() if text.startswith("[") else text
        if rest[:1] not in ("", "{"):
            return False
        key = re.match(r"""\{\s*(?:["']?(\w*)(.?))?""", rest, re.DOTALL)
        if key is None or not (key[1] or key[2]):
            return True
        if not key[2]:
            return any(known.startswith(key[1]) for known in FIRST_KEYS)
        if key[1] not in FIRST_KEYS:
            return False
        name = named_tool(rest)
        return name is None or names.any_name or bool(names.clean(name))


def _in_string(json_text: str) -> bool:
    return len(_QUOTE.findall(json_text)) % 2 == 1
