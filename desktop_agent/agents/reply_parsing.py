"""Parse model replies: end loops, take out calls and copied markup, read tags and JSON leniently.

Tool calls as text and markup copied from the prompt (fence markers, role tags, repeated prompt
lines) are recognized by their exact form and removed from every reply. A tag in a reply looks like ``<verify>yes</verify>``.
"""

import json
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Any

from desktop_agent.core.messages import Message, ToolCall
from desktop_agent.llm.base import CallPiece, TextPiece
from desktop_agent.llm.tool_calls import CallScanner

_THINKING = re.compile(r"(?is)^.*</\s*think(?:ing)?\s*>")


def without_thinking(text: str) -> str:
    """Remove thinking blocks from a reply."""
    return _THINKING.sub("", text)


def tagged(text: str, name: str) -> str | None:
    """Return the content of the last ``<name>`` tag in a text, or None if there is none.

    Case, spaces in the tag and thinking blocks are ignored. If the closing tag is missing, the
    content ends at the next tag (except in an ``<answer>``) or at the end of the text. If the
    opening tag is missing, the content starts at the beginning of the text.
    """
    said = without_thinking(text)
    opened = list(re.finditer(rf"(?i)<\s*{name}\b[^<>]{{0,40}}>", said))
    if opened:
        rest = said[opened[-1].end() :]
        closing = re.search(rf"(?i)<\s*/\s*{name}\s*>?", rest)
        if closing is None and name != "answer":
            closing = re.search(r"<", rest)
        return (rest[: closing.start()] if closing else rest).strip()
    closed = re.search(rf"(?i)<\s*/\s*{name}\s*>", said)
    return said[: closed.start()].strip() if closed else None


class TagFilter:
    """A streaming filter that removes a pair of tags but keeps the text between them."""

    def __init__(self, name: str) -> None:
        tag = rf"(?i)<\s{{0,3}}/?\s{{0,3}}{name}\s{{0,3}}>"
        self._tag = re.compile(rf"{tag}\n?")
        self._tag_at_end = re.compile(rf"{tag}\Z")
        self._longest = len(name) + 12
        self._held = ""
        self._after_tag = False

    def feed(self, piece: str) -> str:
        """Return the text that can already be shown, holding back what may be part of a tag."""
        whole = self._held + piece
        if self._after_tag and whole:
            whole = whole.removeprefix("\n")  # the line break after the tag arrived separately
            self._after_tag = False
        text = self._tag.sub("", whole)
        self._after_tag |= bool(self._tag_at_end.search(whole))
        at = text.rfind("<")
        if at < 0 or len(text) - at > self._longest or ">" in text[at:]:
            at = len(text)
        self._held = text[at:]
        return text[:at]

    def rest(self) -> str:
        held, self._held = self._held, ""
        return held


_MARKER = re.compile(r"<<<(?:END_)?UNTRUSTED_BLOCK\b[^>\n]{0,240}(?:>{1,3}|$)")
_ROLE = re.compile(
    r"\s*(?:<\|(?:im_start|start_header_id)\|>\s*(?P<chatml>\w*)(?:<\|end_header_id\|>)?"
    r"|<start_of_turn>\s*(?P<gemma>\w*)|<\|(?P<phi>system|user|assistant)\|>"
    r"|(?P<inst>\[INST\]|<<SYS>>)|\[/INST\]|<</SYS>>|<\|begin_of_text\|>"
    r"|<s>(?=\s*\[INST\])|<s>(?!.*</s>)"
    r"|<\|(?:im_end|eot_id|end|endoftext)\|>|</s>|<end_of_turn>)[ \t]*"
)
_OWN_ROLE = re.compile(
    r"<\|(?:im_start|start_header_id)\|>\s*(?:assistant|model)\b(?:<\|end_header_id\|>)?"
    r"|<start_of_turn>\s*model\b|<\|assistant\|>|\[/INST\]"
)
_TURN_ENDS = re.compile(r"(?:<\|(?:im_end|eot_id|end|endoftext)\|>|</s>|<end_of_turn>)+(?=\s*$)")
_SPEAKER = re.compile(r"\s*(?:#{1,4} ?)?(?:assistant|Assistant|ASSISTANT)(?::[ \t]*|(?=\s*$))")
_CODE = re.compile(r"[ \t]*(?:```|~~~)")
_TOKENS = (
    *("<<<UNTRUSTED_BLOCK", "<<<END_UNTRUSTED_BLOCK", "<|im_start|>", "<|im_end|>", "<|eot_id|>"),
    *("<|start_header_id|>", "<|end|>", "<|endoftext|>", "<|begin_of_text|>", "<|system|>"),
    *("<|user|>", "<|assistant|>", "<start_of_turn>", "<end_of_turn>", "</s>", "<s>"),
    *("[INST]", "[/INST]", "<<SYS>>", "<</SYS>>"),
)
_CALL_TAGS = "tool_calls?|tool_response|tool_result"
_RESULTS = ('{"kept":', '{"task_id":', '{"sleep_id":')
"""Prefixes of the results returned by the program's own tools."""
_RESULT = rf"(?:{'|'.join(map(re.escape, _RESULTS))}).*"
_LEAST_PROMPT_LINE = 24
"""Number of characters below which a line is removed only after a longer repeated line."""
_LEAST_BESIDE = 8
_PROSE = 8
"""Minimum number of spaces for a line in a code block to count as a sentence of the prompt."""
_STATEMENT = re.compile(r"[\w.]+\(")
"""Matches statements; they are kept because a prompt may prescribe a program's last line."""


@dataclass(frozen=True, slots=True)
class PromptMarkup:
    """The exact prompt markup that must not appear in a reply.

    ``token`` is the token in the run's fence markers. ``tools`` are the names of the run's tools,
    and ``lines`` are the prompt lines written by the program itself. ``asked`` is the user's own
    text; markup that occurs in it is part of the subject and is kept.
    """

    token: str
    tools: tuple[str, ...] = ()
    lines: frozenset[str] = frozenset()
    asked: str = ""

    @classmethod
    def of(
        cls, token: str, tools: Iterable[str], messages: Iterable[Message], asked: str
    ) -> "PromptMarkup":
        """Collect the markup in a prompt, ignoring fenced (untrusted) text."""
        own = {line.strip() for line in asked.splitlines()}
        fence = re.escape(token)
        block = re.compile(
            rf"(?ms)^<<<UNTRUSTED_BLOCK {fence} [^\n]*\n.*?\n<<<END_UNTRUSTED_BLOCK {fence}>>>"
        )
        lines: set[str] = set()
        for message in messages:
            if message.role in ("system", "user", "tool"):
                # only the complete text of a tool result, which is untrusted, counts as markup
                is_result = message.role == "tool"
                text = "" if is_result else block.sub("", message.content)
                wholes = re.findall(r"(?m)^\{.*\}$", message.content) if is_result else ()
                lines.update(line.strip() for line in (*text.splitlines(), *wholes))
        kept = {
            line
            for line in lines - own
            if len(line) >= _LEAST_BESIDE and not _STATEMENT.match(line)
        }
        for line in filter(None, own):
            kept.update(f"{who}: {line}" for who in ("User", "user", "Human", "Question"))
        return cls(token, tuple(tools), frozenset(kept), asked)


class ReplyCleaner:
    """A streaming filter that removes prompt markup copied into replies by small models.

    It removes fence markers, role tags, lines of the prompt and tool calls written as text, which
    are kept in ``calls``. The result does not depend on chunk boundaries. Text that cannot be markup passes through
    immediately and unchanged. Inside code blocks, only markers with the run's token, repeated
    prompt lines and calls to the run's own tools are removed.
    """

    def __init__(self, machinery: PromptMarkup) -> None:
        self._known = machinery
        in_json = "json" in machinery.asked.casefold()
        self._scanner = CallScanner(machinery.tools, any_name=not in_json)
        self._line = ""
        self._shown = 0
        self._code = self._muted = self._repeats = False
        self._began = "assistant" in machinery.asked.casefold()
        self._spoken_of = tuple(each for each in _TOKENS if each in machinery.asked)
        self._tokens = tuple(each for each in _TOKENS if each not in machinery.asked)
        names = "|".join(map(re.escape, machinery.tools)) or r"(?!)"
        self._call_line = re.compile(
            rf"\s*(?:<({_CALL_TAGS})>.*</\1>|</?function\b.*(?:{names}).*|</?(?:function|parameter|{_CALL_TAGS})\b[^>]*>"
            rf"|(?:functions\.)?(?:{names})\(.*\);?|{_RESULT if not in_json else '(?!)'})\s*"
        )
        self._openings = ("<function", "</function", "<parameter", "</parameter", "functions.")
        self._openings += ("<tool_", "</tool_", *(() if in_json else _RESULTS))
        self.removed = False
        self.calls: list[ToolCall] = []

    def feed(self, text: str) -> str:
        """Return the text that can already be shown, holding back what may be markup."""
        return "".join(map(self._piece, self._scanner.feed(text)))

    def end(self, *, cut: bool = False) -> str:
        """Return the rest of the text; ``cut`` means that the reply did not end by itself."""
        text = "".join(map(self._piece, self._scanner.end(cut=cut)))
        return text + self._lines("", final=True)

    def _piece(self, piece: TextPiece | CallPiece) -> str:
        if isinstance(piece, CallPiece):
            self.removed = True
            self.calls.append(piece.call)
            return ""
        return self._lines(piece.text, final=False)

    def _lines(self, text: str, *, final: bool) -> str:
        out: list[str] = []
        self._line += text
        while "\n" in self._line:
            line, self._line = self._line.split("\n", 1)
            out.append(self._rest_of(line, "\n"))
        if final:
            out.append(self._rest_of(self._line, ""))
            self._line = ""
        else:
            free = self._free(self._line)
            out.append(self._line[self._shown : free])
            self._shown = max(self._shown, free)
        return "".join(out)

    def _rest_of(self, line: str, end: str) -> str:
        shown, self._shown = self._shown, 0
        cleaned = self._cleaned(line)
        self._began |= bool(line.strip())
        if cleaned == line:
            return line[shown:] + end
        self.removed = True
        return cleaned[shown:] + end if cleaned.strip() else ""

    def _cleaned(self, line: str) -> str:
        if self._is_prompt(line):
            return ""
        if _CODE.match(line):
            self._code = not self._code
            return "" if self._muted else line
        line = _MARKER.sub(self._without_marker, line)
        if self._code:
            return "" if self._muted else line
        if self._call_line.fullmatch(line):
            return ""
        line = self._without_roles(line)
        if not self._began and (speaker := _SPEAKER.match(line)):
            line = line[speaker.end() :]
        return line

    def _is_prompt(self, line: str) -> bool:
        bare = line.strip()
        if not bare:
            return False
        known = bare in self._known.lines and (not self._code or bare.count(" ") >= _PROSE)
        self._repeats = known and (self._repeats or len(bare) >= _LEAST_PROMPT_LINE)
        return self._repeats

    def _without_marker(self, found: re.Match[str]) -> str:
        own = self._known.token in found[0]
        about_it = self._code or "UNTRUSTED_BLOCK" in self._known.asked
        return found[0] if about_it and not own else ""

    def _without_roles(self, line: str) -> str:
        kept = ""
        while line:
            if self._muted:
                own = _OWN_ROLE.search(line)
                if own is None:
                    return kept
                self._muted, line = False, line[own.end() :].lstrip(" \t")
                continue
            found = _ROLE.match(line)
            if found is None or found[0].strip().startswith(self._spoken_of):
                break
            role = found["chatml"] or found["gemma"] or found["phi"] or ""
            self._muted = bool(found["inst"]) or role in ("system", "user", "tool")
            line = line[found.end() :]
        ends = _TURN_ENDS.search(line)
        # after <s>, </s> is the HTML tag that ends struck-through text
        quoted = ends and (line[: ends.start()].count("`") % 2 or "<s>" in line)
        if ends and not quoted and not ends[0].startswith(self._spoken_of):
            line = line[: ends.start()] + line[ends.end() :]
        return kept + line

    def _free(self, line: str) -> int:
        """Return how much of an incomplete line can already be shown, as a number of characters."""
        if self._muted or not line.strip() or self._may_be_whole(line.strip()):
            return self._shown
        for place in range(self._shown, len(line)):
            if line[place] in "<[" and self._may_be_token(line[place:]):
                # leading white space is dropped if the rest of the line is removed
                return place if line[:place].strip() else self._shown
        return len(line)

    def _may_be_whole(self, begun: str) -> bool:
        """Return whether a line that starts with ``begun`` may have to be removed or shortened."""
        if any(known.startswith(begun) for known in self._known.lines):
            return True
        if begun[:1] in "`~":
            return bool(_CODE.match(begun)) or len(begun) < len("```")
        if self._code:
            return False
        openings = (*self._openings, *(f"{name}(" for name in self._known.tools))
        if any(each.startswith(begun) or begun.startswith(each) for each in openings):
            return True
        return not self._began and "assistant:".startswith(begun.lstrip("# ").casefold()[:10])

    def _may_be_token(self, text: str) -> bool:
        return any(each.startswith(text) or text.startswith(each) for each in self._tokens)


# --- Replies that repeat themselves

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff"
_PIECE = 16
_WORD = re.compile(
    rf"\s{{64}}|(\s*+)(\d{{1,2}}[.)](?=\s)|[{_IDEOGRAPHS}]"
    rf"|[^\W{_IDEOGRAPHS}]{{1,{_PIECE}}}|[^\w\s]{{1,{_PIECE}}})"
)
_CLOSING = re.compile(r"[^\w\s<{(\[]+")
_REPEATS, _REPEATS_OF_FORM = 4, 6
"""Number of equal blocks that make a loop, in prose and in code or JSON."""
_LETTERS, _LETTERS_IN_ALL, _BARE_WORDS = 12, 100, 1000
"""A block of fewer letters must be repeated more often, numbers and signs alone far more often."""
_LETTERS_OF_SYMBOL, _LETTERS_OF_PIECE, _LETTERS_OF_BLANKS = 3, 2, 12
_LOOKED_BACK = 64


class LoopGuard:
    """A streaming filter that ends a text once it repeats a block of words, of any length.

    The first block is passed on, and its repetitions are held back until they turn out to be none.
    ``looped`` is True once the same block has come four times in a row, or six times in code and
    in replies of a fixed ``form``. The numbers of list items are not compared. Each word is read
    once: it is compared with the word one period earlier, and where they differ, the distance to
    the last occurrence of the word and the one before becomes the new period.
    """

    def __init__(self, *, form: bool = False) -> None:
        self.looped = False
        self._form = form
        self._tail = ""
        self._ahead = 0
        self._words: list[str] = []
        self._letters = [0]
        self._last: dict[str | tuple[str, str], int] = {}
        self._held: list[str] = []
        self._period = self._run = 0

    def feed(self, text: str) -> str:
        """Return the text that can already be shown; it is empty after a loop was found."""
        if self.looped:
            return ""
        self._tail += text
        free = self._read(final=False)
        if not self._held and self._tail.strip() not in self._last:
            free += self._tail[self._ahead :]
            self._ahead = len(self._tail)
        return free

    def end(self) -> str:
        """Return the text held back, unless it is a loop."""
        if self.looped:
            return ""
        free = self._read(final=True)
        return free + "".join(self._held) + self._tail[self._ahead :]

    def _read(self, *, final: bool) -> str:
        free: list[str] = []
        place, length = 0, len(self._tail)
        for found in _WORD.finditer(self._tail):
            word, end = found[2], found.end()
            # a word may go on in the next piece, and a number may turn out to be that of an item
            open_number = word is not None and word.isdigit() and end == length - 1
            if not final and (end == length or open_number):
                break
            self._held.append(self._tail[max(place, self._ahead) : end])
            self._ahead, place = max(self._ahead, end), end
            self._take(word, found[1])
            new = max(0, len(self._held) - self._run)
            free += self._held[:new]
            del self._held[:new]
            if self._is_loop():
                self.looped, place = True, length
                # what closes the first block may also have stood before it
                free += takewhile(_CLOSING.fullmatch, self._held)
                self._held.clear()
                break
        self._tail = self._tail[place:]
        self._ahead = max(0, self._ahead - place)
        return "".join(free)

    def _take(self, word: str | None, space: str) -> None:
        if word is None:
            word, letters = " ", _LETTERS_OF_BLANKS
        elif len(word) == _PIECE and not space:
            letters = _LETTERS_OF_PIECE  # of a word without end
        elif word[0].isalpha():
            is_symbol = len(word) == 1 and word > "\u3040"
            letters = _LETTERS_OF_SYMBOL if is_symbol else len(word)
        else:
            letters = 0
            if word == "```":
                self._form = not self._form
            if word[0].isdigit() and word[-1] in ".)" and "\n" in space:
                word = "#"
        words, last, here = self._words, self._last, len(self._words)
        words.append(word)
        self._letters.append(self._letters[-1] + letters)
        pair = (words[here - 1], word)
        if self._period and words[here - self._period] == word:
            self._run += 1
        else:
            before = last.get(pair, last.get(word))
            self._period = self._run = 0
            if before is not None:
                self._period = here - before
                while (
                    self._run < min(before + 1, _LOOKED_BACK)
                    and words[here - self._run] == words[before - self._run]
                ):
                    self._run += 1
        last[word] = last[pair] = here

    def _is_loop(self) -> bool:
        times = 1 + self._run // self._period if self._period else 1
        if times < (_REPEATS_OF_FORM if self._form else _REPEATS):
            return False
        letters = self._letters[-1] - self._letters[-1 - self._period]
        if not letters:
            return self._run >= _BARE_WORDS
        return letters >= _LETTERS or letters * times >= _LETTERS_IN_ALL


# --- JSON in replies: schemas for them, and lenient parsing

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def one_of(*values: str) -> dict[str, Any]:
    """Return a JSON Schema for a string that must be one of ``values``."""
    return {"type": "string", "enum": list(values)}


def object_schema(*, optional: Collection[str] = (), **properties: Any) -> dict[str, Any]:
    """Return a JSON Schema for an object; properties are required unless named in ``optional``."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


_LONGEST = 50_000
_DEEPEST = 40
_STEPS = {"{": 1, "[": 1, "}": -1, "]": -1}


def json_object(text: str) -> dict[str, Any] | None:
    """Parse the JSON object that starts at the first brace in a text, or return None."""
    data = json_value(text, "{")
    return data if isinstance(data, dict) else None


def json_value(text: str, opening: str = "{[") -> object:
    """Parse the JSON value at the first of the ``opening`` characters, or return None.

    Malformed JSON is repaired, after it has been truncated to a maximum length. Deeply nested text
    is rejected, because repairing it takes too long.
    """
    start = min((place for place in map(text.find, opening) if place >= 0), default=-1)
    steps = (_STEPS[sign] for sign in text[start:] if sign in _STEPS)
    if start < 0 or max(accumulate(steps), default=0) > _DEEPEST:
        return None
    with suppress(ValueError):
        return json.loads(text[start : max(text.rfind("}"), text.rfind("]")) + 1])
    import json_repair

    try:
        return json_repair.loads(text[start : start + _LONGEST])
    except (ValueError, RecursionError):
        return None
