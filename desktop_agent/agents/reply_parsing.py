"""Parse model replies: extract tool calls, remove copied markup, detect loops, read tags and JSON.

Small models write tool calls as text, and copy markers, role tags and lines from their prompt.
`ReplyCleaner` recognizes these by their form and removes them while a reply streams in.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import accumulate
from math import ceil
from typing import Any

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.core.messages import Message, ToolCall
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.wordings import Patterns
from desktop_agent.llm.providers.wire import new_call_id, read_call

# --- Tool calls as JSON

NAME_KEYS = ("name", "function", "tool", "tool_name", "function_name", "action")
ARGUMENT_KEYS = ("arguments", "parameters", "args", "input", "action_input", "tool_input")
_FIRST_KEYS = (*NAME_KEYS, *ARGUMENT_KEYS, "tool_calls", "tool_call", "type", "id")
_FIRST_KEY = re.compile(r"""[\[\s]*(?:\Z|\{\s*["']?(?P<key>\w*)(?P<after>.?))""", re.DOTALL)
_NAMED = re.compile(rf"""["']?(?:{"|".join(NAME_KEYS)})["']?\s*[:=]\s*["']([\w.\-]+)["']""")
_SEPARATORS = " \t\r\n,;"
_CUT = "The reply was cut off by the token limit before the call was whole."

_LONGEST_JSON = 50_000
_DEEPEST = 40
_STEPS = {"{": 1, "[": 1, "}": -1, "]": -1}
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[{}\[\]]', re.DOTALL)


def json_end(text: str, start: int) -> int | None:
    """Return the index after the bracket that matches the one at ``start``, or None."""
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text, start):
        depth += _STEPS.get(found[0], 0)
        if depth == 0:
            return found.end()
    return None


def _is_deep(text: str) -> bool:
    """Return whether brackets are nested too deeply to parse in reasonable time."""
    steps = (_STEPS.get(found[0], 0) for found in _STRING_OR_BRACKET.finditer(text))
    return max(accumulate(steps), default=0) > _DEEPEST


def _may_be_call(begun: str) -> bool:
    """Return whether the text may be the beginning of a call, judging by its first key."""
    found = _FIRST_KEY.match(begun)
    if found is None:
        return False
    key = found["key"] or ""
    if found["after"]:
        return key in _FIRST_KEYS
    return any(known.startswith(key) for known in _FIRST_KEYS)


def calls_in(
    text: str, tools: Collection[str], *, any_name: bool, cut: bool = False
) -> list[ToolCall]:
    """Parse one or more calls: consecutive objects, a list of objects, or OpenAI's ``tool_calls``.

    If ``any_name`` is True, tools outside ``tools`` are accepted. Malformed JSON is repaired, but
    if the token limit ``cut`` the text off, the call has an ``error``. Return an empty list if the
    text is not a call.
    """
    if _is_deep(text):
        return []
    named = _NAMED.search(text)
    name = _accepted(named[1], tools, any_name=any_name) if named else ""
    try:
        values = list(_values(text))
    except ValueError:
        import json_repair

        if not name or cut:
            return [ToolCall(new_call_id(), name, error=_CUT)] if name else []
        values = [json_repair.loads(text)]
    calls = [_call(part, tools, any_name=any_name) for value in values for part in _parts(value)]
    whole = [call for call in calls if call is not None]
    return whole if len(whole) == len(calls) else []


def _accepted(name: str, tools: Collection[str], *, any_name: bool) -> str:
    """Return a tool's name without ``functions.``, or "" if not accepted."""
    bare = name.strip().removeprefix("functions.")
    return bare if any_name or bare in tools else ""


def _values(text: str) -> Iterator[Any]:
    rest = text.strip(_SEPARATORS)
    while rest:
        value, end = json.JSONDecoder().raw_decode(rest)
        yield value
        rest = rest[end:].lstrip(_SEPARATORS)


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


def _call(value: Any, tools: Collection[str], *, any_name: bool) -> ToolCall | None:
    if not isinstance(value, dict):
        return None
    said = next((value[k] for k in NAME_KEYS if isinstance(value.get(k), str)), "")
    name = _accepted(said, tools, any_name=any_name)
    found = [value[key] for key in ARGUMENT_KEYS if key in value]
    if not name or not (found or name in tools):
        return None
    arguments = found[0] if found else {}
    if isinstance(arguments, dict):
        return ToolCall(new_call_id(), name, arguments)
    return read_call(name, "" if arguments is None else json.dumps(arguments))


# --- Calls and markup in a reply

_OF_MARKUP = Patterns("answer_form")
_LINE_OPENER = re.compile(
    r"[ \t]*(?:```(?:json|tool_calls?|tool_code|tool|function_call)?[ \t]*\r?\n\s*)?(?=[{\[]|\Z)",
    re.IGNORECASE,
)
_TAG_OPENER = re.compile(
    r"(?:<tool_calls?>|<function_call>|\[TOOL_CALLS\])\s*(?=[{\[]|\Z)", re.IGNORECASE
)
_CLOSER = re.compile(r"\s*(?:</(?:tool_calls?|function_call)>|```(?!\w))\s*|\s*", re.IGNORECASE)
_END_TAG = re.compile(r"</(?:tool_calls?|function_call)>|```", re.IGNORECASE)
_PARTIAL_CLOSER = re.compile(r"</?\w{0,13}\Z|`{1,2}\Z")

_MARKER = re.compile(r"<{2,3}\s?(?:END_)?UNTRUSTED_BLOCK\b[^>\n]{0,240}(?:>{1,3}|$)")
_ROLE = re.compile(
    r"(?<!`)(?:(?:<\|(?:im_start|start_header_id)\|>|<start_of_turn>)\s*"
    r"(?P<role>system|user|tool|assistant|model)?(?:<\|end_header_id\|>)?"
    r"|<\|(?P<phi>system|user|assistant)\|>|(?P<inst>\[INST\]|<<SYS>>)|(?P<end>\[/INST\])|<</SYS>>"
    r"|<\|(?:begin_of_text|im_end|eot_id|end|endoftext)\|>|</?s>|<end_of_turn>)[ \t]*"
)
_SPOKEN_OF = re.compile(r"\w,? \Z")
"""Matches what stands before a tag that an answer about markup speaks of."""
_SPEAKER = re.compile(r"\s*(?:#{1,4} ?)?(?:assistant|Assistant|ASSISTANT)(?::[ \t]*|(?=\s*$))")
_CODE = re.compile(r"[ \t]*(?:```|~~~)")
_MAY_BE_TAG = re.compile(r"<(?!/?answer>)(?=[|<\w/]|\Z)|\[(?=/?I|T|/?\Z)")
"""Where markup may begin within a line; the rest of the line is then held back."""
_CALL_LINE = r"</?(?:function|invoke|parameter|tool_calls?|tool_response|tool_result)\b.*"
_LEAST_PROMPT_LINE = 24
"""Number of characters below which a line is removed only after a longer repeated line."""


class ReplyCleaner:
    """A streaming filter that removes tool calls and copied prompt markup from a reply.

    The calls are collected in ``calls``; ``removed`` is True once anything has been removed.
    ``tools`` are the names of the run's tools, ``token`` is the token of its fence, and lines
    copied from ``prompt`` are removed. Markup that occurs in ``asked``, the user's own text, is
    kept, as are tags within a sentence if ``asked`` mentions markup. Inside code blocks, only
    tagged calls and markers with the token are removed. The result does not depend on how the text
    is split into chunks.
    """

    def __init__(
        self,
        asked: str,
        token: str = "",
        tools: Collection[str] = (),
        prompt: Iterable[Message] = (),
    ) -> None:
        self.calls: list[ToolCall] = []
        self.removed = False
        self._asked, self._token, self._tools = asked, token, tuple(tools)
        self._lines = _lines_of(prompt, asked, token)
        self._of_markup = bool(_OF_MARKUP.of_markup.search(asked))
        self._of_roles = bool(_ROLE.search(asked))
        self._began = "assistant" in asked.casefold()
        names = "|".join(map(re.escape, self._tools)) or r"(?!)"
        self._call_line = re.compile(rf"\s*(?:{_CALL_LINE}|(?:functions\.)?(?:{names})\(.*\);?)\s*")
        self._held = ""
        """The text from the beginning of the line that is not finished yet."""
        self._shown, self._searched = 0, -1
        self._in_json = self._code = self._muted = self._repeats = False

    def feed(self, text: str) -> str:
        """Add a chunk, and return the text that can be shown, holding back possible markup."""
        self._held += text
        if self._in_json and "}" not in text and "]" not in text:
            return ""
        return self._settled(final=False, cut=False)

    def end(self, *, cut: bool = False) -> str:
        """Return the rest of the text; ``cut`` means that the reply was cut off."""
        return self._settled(final=True, cut=cut)

    def _settled(self, *, final: bool, cut: bool) -> str:
        out = ""
        while self._held:
            opener = self._opener()
            if opener is not None:
                if self._is_judged(opener, final=final, cut=cut):
                    continue
                return out
            line, newline, rest = self._held.partition("\n")
            if not newline and not final:
                free = self._free(line)
                out += line[self._shown : free]
                self._shown = max(self._shown, free)
                return out
            out += self._rest_of(line, newline)
            self._held, self._shown, self._searched = rest, 0, -1
        return out

    def _opener(self) -> re.Match[str] | None:
        """Return a possible start of a call in the first line of the text being held back."""
        at_start = self._searched < 0 and not self._code
        found = _LINE_OPENER.match(self._held) if at_start else None
        found = found or _TAG_OPENER.search(self._held, max(self._shown, self._searched))
        return found if found and "\n" not in self._held[: found.start()] else None

    def _is_judged(self, opener: re.Match[str], *, final: bool, cut: bool) -> bool:
        """Remove a call, or skip text that is not one; return False if more text is needed."""
        (start, begin), held = opener.span(), self._held
        end = self._end_of_calls(begin, final=final)
        if end is None:
            return False
        self._in_json = False
        closed = _CLOSER.match(held, end)
        after = closed.end() if closed else end
        at_end = cut and end == len(held)
        calls = calls_in(held[begin:end], self._tools, any_name=not self._of_markup, cut=at_end)
        if not calls:
            self._searched = begin
        elif not final and (after == len(held) or _PARTIAL_CLOSER.match(held, after)):
            return False
        else:
            self.calls += calls
            self.removed = True
            self._held, self._searched = held[:start] + held[after:], start or -1
        return True

    def _end_of_calls(self, begin: int, *, final: bool) -> int | None:
        """Return the end of consecutive JSON values that may be calls, or None if not yet known."""
        held, end = self._held, begin
        if begin == len(held) and not final:
            return None
        while _may_be_call(held[end:]) and end < len(held):
            last = json_end(held, end)
            if last is None and final:
                closing = _END_TAG.search(held, end)
                return closing.start() if closing else len(held)
            if last is None and len(held) < _LONGEST_JSON:
                self._in_json = len(held) - end > max(map(len, _FIRST_KEYS)) + 100
                return None
            if last is None:
                return begin
            end = len(held) - len(held[last:].lstrip(_SEPARATORS))
            if end == len(held) and not final:
                return None
            if held[end : end + 1] not in ("{", "["):
                return last
        return end

    def _rest_of(self, line: str, newline: str) -> str:
        cleaned = self._cleaned(line)
        self._began |= bool(line.strip())
        if cleaned == line:
            return line[self._shown :] + newline
        self.removed = True
        return cleaned[self._shown :] + newline if cleaned.strip() else ""

    def _cleaned(self, line: str) -> str:
        if _CODE.match(line):
            self._code = not self._code
            return "" if self._muted else line
        if (bare := line.strip()) and not self._code:
            is_long = len(bare) >= _LEAST_PROMPT_LINE
            self._repeats = bare in self._lines and (self._repeats or is_long)
            if self._repeats or self._call_line.fullmatch(line):
                return ""
        line = _MARKER.sub(self._kept_of_marker, line)
        if self._code:
            return "" if self._muted else line
        line = line if self._of_roles else self._without_roles(line)
        if not self._began and (speaker := _SPEAKER.match(line)):
            line = line[speaker.end() :]
        return line

    def _kept_of_marker(self, found: re.Match[str]) -> str:
        own = self._token and self._token in found[0]
        about_it = self._code or "UNTRUSTED_BLOCK" in self._asked
        return found[0] if about_it and not own else ""

    def _without_roles(self, line: str) -> str:
        """Remove role tags, and any text in someone else's role."""
        kept, place = "", 0
        for found in _ROLE.finditer(line):
            if self._of_markup and _SPOKEN_OF.search(line[: found.start()]):
                continue
            kept += "" if self._muted else line[place : found.start()]
            place, role = found.end(), found["role"] or found["phi"]
            if found["inst"] or role in ("system", "user", "tool"):
                self._muted = True
            elif found["end"] or role:
                self._muted = False
        return kept + ("" if self._muted else line[place:])

    def _free(self, line: str) -> int:
        """Return the number of characters of an incomplete line that can be shown."""
        begun = line.strip()
        if self._muted or not begun or self._may_be_removed(begun):
            return self._shown
        found = _MAY_BE_TAG.search(line, self._shown)
        if found is None:
            return len(line)
        # leading white space is dropped if the rest of the line is removed
        return found.start() if line[: found.start()].strip() else self._shown

    def _may_be_removed(self, begun: str) -> bool:
        """Return whether a line that starts with ``begun`` may have to be removed or shortened."""
        if begun[:3] in ("`", "``", "```", "~", "~~", "~~~"):
            return True
        calls = ("functions.", *(f"{name}(" for name in self._tools))
        if self._code or any(c.startswith(begun) or begun.startswith(c) for c in calls):
            return not self._code
        if any(known.startswith(begun) for known in self._lines):
            return True
        return not self._began and "assistant:".startswith(begun.lstrip("# ").casefold()[:10])


def _lines_of(prompt: Iterable[Message], asked: str, token: str) -> frozenset[str]:
    """Return the program's own lines in a prompt, which a reply must not repeat."""
    own = {line.strip() for line in asked.splitlines()} - {""}
    fence = re.escape(token)
    block = re.compile(
        rf"(?ms)^<<<UNTRUSTED_BLOCK {fence} [^\n]*\n.*?\n<<<END_UNTRUSTED_BLOCK {fence}>>>"
    )
    texts = (block.sub("", each.content) for each in prompt if each.role in ("system", "user"))
    lines = {line.strip() for text in texts for line in text.splitlines()} - {"", *own}
    return frozenset(lines | {f"User: {line}" for line in own})


# --- Replies that repeat themselves

_LONGEST_BLOCK = 800
_REPEATS, _REPEATS_OF_FORM, _REPEATS_OF_WORD = 4, 6, 20
"""Number of equal blocks that make a loop, in prose, in code or JSON, and at most of a short word."""
_LETTERS, _LETTERS_IN_ALL, _LONGEST_RULER = 12, 100, 1000
"""A block of fewer letters must be repeated more often, numbers and signs alone far more often."""
_SIGN = 12
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())
_ITEM = re.compile(r"^\s*\d{1,2}[.)](?=\s)", re.MULTILINE)
_CLOSING = re.compile(r"[^\w\s<{(\[]*")
_CITATIONS = re.compile(r"(?:\[\d{1,4}\][\s,;]{0,3}){16,}(?:\[\d{0,4})?\Z")
"""Citations without words between them, which a small model may count up without end."""


def loop_start(text: str, *, form: bool = False) -> int | None:
    """Return the index where the repetitions at the end of the text begin, or None.

    A block of up to 800 characters must occur four times in a row, or six times in code and in
    replies of a fixed ``form``; its first occurrence does not count as a repetition. The numbers of
    list items are ignored. A series of citations without words in between is also a loop, starting
    at the first one.
    """
    if len(text) <= _SIGN:
        return None
    is_form = form or text.count("```") % 2 == 1
    if not is_form and _CITATIONS.search(text[-400:]):
        return text.index("[", len(text.rstrip("[]0123456789 ,;\n\t")))
    tail = _without_item_numbers(text[-_LONGEST_BLOCK * _REPEATS_OF_FORM :])
    sign, end = tail[-_SIGN:], len(tail) - 1
    while (place := tail.rfind(sign, 0, end)) >= 0:
        end = place + len(sign) - 1
        size = len(tail) - len(sign) - place
        block = tail[-size:]
        if tail[-2 * size : -size] != block:
            continue
        size = (block + block).find(block, 1)  # a block may itself consist of equal blocks
        times = _repeats_of(block[:size], form=is_form)
        if tail.endswith(block[:size] * times):
            whole, start = _without_item_numbers(text), len(text) - size
            while start > 0 and whole[start - 1] == whole[start - 1 + size]:
                start -= 1
            # what closes the first block may also have stood before it
            closing = _CLOSING.match(text, start + size)
            return closing.end() if closing else start + size
    return None


def without_loop(text: str, *, form: bool = False) -> str:
    """Return the text without its repetitions, or "" if only function words are left."""
    start = loop_start(text, form=form)
    said = words(text[:start]) if start is not None else []
    return "" if said and _FUNCTION_WORDS.issuperset(said) else text[:start]


def _without_item_numbers(text: str) -> str:
    return _ITEM.sub(lambda found: re.sub(r"\d", "#", found[0]), text)


def _repeats_of(block: str, *, form: bool) -> int:
    letters = sum(len(each.encode()) for each in block if each.isalpha())
    if letters >= _LETTERS:
        return _REPEATS_OF_FORM if form else _REPEATS
    if not letters:
        return ceil(_LONGEST_RULER / len(block))
    times = ceil(_LETTERS_IN_ALL / letters)
    return min(times, _REPEATS_OF_WORD) if re.search(r"\s", block) else times


# --- Tags and JSON in replies: lenient parsing, and schemas

ANSWER_TAG = re.compile(r"(?i)</?\s?answer\s?>")


def tagged(text: str, name: str) -> str | None:
    """Return the content of the last ``<name>`` tag in a text, or None if there is none.

    Case and spaces in the tag are ignored. If the closing tag is missing, the content ends at the
    next tag (except in an ``<answer>``) or at the end of the text. If the opening tag is missing,
    the content starts at the beginning of the text.
    """
    opened = list(re.finditer(rf"(?i)<\s*{name}\b[^<>]{{0,40}}>", text))
    rest = text[opened[-1].end() :] if opened else text
    closing = re.search(rf"(?i)<\s*/\s*{name}\s*>?", rest)
    if closing is None and opened and name != "answer":
        closing = re.search(r"<", rest)
    if closing is None and not opened:
        return None
    return (rest[: closing.start()] if closing else rest).strip()


TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def one_of(*values: str) -> dict[str, Any]:
    """Return a JSON Schema for a string with one of the given values."""
    return {"type": "string", "enum": list(values)}


def object_schema(*, optional: Collection[str] = (), **properties: Any) -> dict[str, Any]:
    """Return a JSON Schema for an object; properties not in ``optional`` are required."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def json_object(text: str) -> dict[str, Any] | None:
    """Parse the JSON object at the first brace in the text, or return None."""
    data = json_value(text, "{")
    return data if isinstance(data, dict) else None


def json_value(text: str, opening: str = "{[") -> object:
    """Parse the JSON value at the first of the ``opening`` characters, or return None.

    Malformed JSON is truncated to a maximum length and repaired. Deeply nested text is rejected
    because repairing it takes too long.
    """
    start = min((place for place in map(text.find, opening) if place >= 0), default=-1)
    if start < 0 or _is_deep(text[start:]):
        return None
    with suppress(ValueError):
        return json.loads(text[start : max(text.rfind("}"), text.rfind("]")) + 1])
    import json_repair

    try:
        return json_repair.loads(text[start : start + _LONGEST_JSON])
    except (ValueError, RecursionError):
        return None
