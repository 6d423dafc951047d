"""Decide which part of a model's reply can be shown as an answer.

Small models write tool calls, block markers, parts of their prompt, placeholders and loops where an
answer is due. `fit_text` removes these from a complete text, whatever their spelling; while a reply
streams, `desktop_agent.agents.reply_parsing.ReplyCleaner` removes the forms that can be told from
their first characters.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from desktop_agent.agents.answers.answer_form import is_json, policies
from desktop_agent.core.citations import CODE
from desktop_agent.core.language import script_of
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.sentences import plain_text
from desktop_agent.evidence.text.wordings import Patterns
from desktop_agent.llm.tool_calls import JsonEnd

_PATTERNS = Patterns("answer_form")

_MARKER = re.compile(r"<{2,3}\s?(?:END_)?UNTRUSTED_BLOCK\b[^>\n]{0,240}(?:>{1,3}|$)", re.MULTILINE)
_JSON_CALL = re.compile(
    r"""\{\s{0,9}["']?(?:name|tool|tool_name|function|action)["']?\s{0,9}:\s{0,9}"""
    r"""(?:["'][\w.-]{1,64}["']\s{0,9},\s{0,9}["']?(?:arguments|parameters|args|input|action_input)["']?"""
    r"""\s{0,9}:|\{\s{0,9}["']name["'])"""
)
_TAG_CALL = re.compile(
    r"(?is)<(?P<tag>tool_calls?|function(?:[_-]\w{1,20})?|invoke)\b[^<>]{0,200}>"
    r"(?:.{0,20000}?</(?P=tag)[^<>]{0,9}>|[^\n]{0,20000})"
)
_OF_CALLS = ("json", "tool", "tools", "function", "functions", "api", "xml")
"""Words of a question whose answer may hold a tool call."""
_ANSWER_TAG = re.compile(r"(?i)</?\s?answer\s?>")
_SENTENCE = re.compile(r"[^\n.!?:]+[.!?:\n]?")
_LEAST_PROMPT_WORDS = 5
_LONGEST_ANNOUNCEMENT = 200
_LEAST_LETTERS = 12
"""Number of letters below which an answer may be a name or a word in another script."""
_WORD = re.compile(r"\S+")
_LONGEST_BLOCK = 60
"""Maximum number of words of a repeated block."""
_SHORT_BLOCK = 3
_REPEATS, _SHORT_REPEATS = 4, 8
"""Number of repetitions that make a loop: of a block, and of a block of fewer than three words."""


def fit_text(text: str, asked: str, own: Iterable[str] = ()) -> str:
    """Return the part of a text that can be shown as an answer, or "" if there is none.

    ``asked`` is what the user wrote: calls, markers and JSON are kept if it speaks of them. ``own``
    are texts of the program's prompts, whose sentences are removed. Of a repeated block, the first
    is kept. What is left is no answer if it is a placeholder, JSON, in another script than the
    question, or says only what the model will do next.
    """
    about = frozenset(words(asked))
    text = text.strip()
    if about.isdisjoint(_OF_CALLS):
        text = _without_calls(text)
    if "UNTRUSTED_BLOCK" not in asked:
        text = _MARKER.sub("", text)
    text = _without_prompt(_ANSWER_TAG.sub("", text), (*own, *policies()), asked)
    text = _without_loops(text).strip()
    plain = plain_text(text).strip(" .:;,<>[](){}\"'")
    if not plain or _PATTERNS.placeholder.fullmatch(plain):
        return ""
    if len(plain) <= _LONGEST_ANNOUNCEMENT and _PATTERNS.announcement.fullmatch(plain):
        return ""
    if _is_in_another_script(plain, asked):
        return ""
    return "" if "json" not in about and is_json(text) else text


def _is_in_another_script(plain: str, asked: str) -> bool:
    """Return whether a question in Latin letters is answered in others, without having asked to."""
    if request_kind(asked) != "question" or _PATTERNS.of_language.search(asked):
        return False
    long = sum(map(str.isalpha, plain)) >= _LEAST_LETTERS
    return long and script_of(asked) == "LATIN" != script_of(plain)


def _without_calls(text: str) -> str:
    """Remove tool calls, also inside of lines and code blocks, and code blocks left empty."""
    while (found := _JSON_CALL.search(text)) is not None:
        end = JsonEnd().find(text, found.start())
        text = text[: found.start()] + ("" if end is None else text[end:])
    text = _TAG_CALL.sub("", text)
    return re.sub(r"(?m)^[ \t]*```[\w-]{0,20}[ \t]*\n\s*(?:```[ \t]*$|\Z)", "", text)


def _without_prompt(text: str, own: Iterable[str], asked: str) -> str:
    known = {tuple(words(each)) for part in own for each in _SENTENCE.findall(part)}
    known -= {tuple(words(each)) for each in _SENTENCE.findall(asked)}

    def kept(match: re.Match[str]) -> str:
        said = tuple(words(match[0]))
        is_own = len(said) >= _LEAST_PROMPT_WORDS and said in known
        return "\n" if is_own and match[0].endswith("\n") else "" if is_own else match[0]

    return _SENTENCE.sub(kept, text)


def _without_loops(text: str) -> str:
    parts = CODE.split(text)
    parts[::2] = [_first_of_each(part) for part in parts[::2]]
    return "".join(parts)


def _first_of_each(text: str) -> str:
    """Return a text in which each block of words that is repeated stands only once."""
    found = list(_WORD.finditer(text))
    said = [each[0].casefold().strip(",;.") for each in found]
    kept, after = "", 0
    for start, end in sorted(_repetitions(said)):
        place = found[start - 1].end()
        if place >= after:
            kept += text[after:place]
            after = found[end - 1].end()
    return kept + text[after:]


def _repetitions(said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of the words that only repeat the block before them."""
    for size in range(1, min(_LONGEST_BLOCK, len(said) // _REPEATS) + 1):
        least = _REPEATS if size >= _SHORT_BLOCK else _SHORT_REPEATS
        start = size
        for place in range(size, len(said) + 1):
            if place < len(said) and said[place] == said[place - size]:
                continue
            block = "".join(said[start - size : start])
            if place - start >= (least - 1) * size and sum(map(str.isalnum, block)) > size:
                yield start, place
            start = place + 1
