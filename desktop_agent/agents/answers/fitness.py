"""Decide which part of a model's reply can be shown as an answer."""

import re
from collections.abc import Iterable

from desktop_agent.agents.answers.answer_form import is_json, policies
from desktop_agent.agents.reply_parsing import (
    ANSWER_TAG,
    ARGUMENT_KEYS,
    NAME_KEYS,
    ReplyCleaner,
    json_end,
    without_loop,
)
from desktop_agent.core.citations import CITATION, CODE
from desktop_agent.core.language import script_of
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.sentences import plain_text, sentences
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("answer_form")
_JSON_CALL = re.compile(
    rf"""(?:\b[\w-]{{1,24}}:[ \t]{{0,9}})?(?P<call>\{{)\s{{0,9}}["']?(?:{"|".join(NAME_KEYS)})["']?\s{{0,9}}:\s{{0,9}}"""
    rf"""(?:["'][\w.-]{{1,64}}["']\s{{0,9}},\s{{0,9}}["']?(?:{"|".join(ARGUMENT_KEYS)})["']?\s{{0,9}}:"""
    r"""|\{\s{0,9}["']name["'])"""
)
_EMPTY_FENCE = re.compile(
    r"(?m)^[ \t]*(?:\w{1,20}:[ \t]*)?```[\w-]{0,20}[ \t]*(?:\n[\s\[\],]*(?:```[ \t]*$|\Z)|(?<=\w)\Z)"
)
_LINE_OF_JSON = re.compile(r"(?m)^[ \t]*(?=\{|\[\s*\{)")
_LEADING_CITATION = re.compile(r"((?:\[\d{1,3}\])+)\s+(?=\w)(?![\s\S]*[\n?!.] ?\[\d{1,3}\] +\w)")
_LABEL = re.compile(r"[\w ]{1,24}:")
_LONE_HEADING = re.compile(r"#{1,6} [^\n]*")
_CUT_CITATION = re.compile(r"\[[\d, ]*\Z")
_RUN = re.compile(r"([^\s\w|=-])\1{29,}")
"""Matches a character that is repeated without end; those of tables and rules are left alone."""
_SENTENCE = re.compile(r"[^\n.!?:]+[.!?:\n]?")
_BLANK_LINE = "\n\n"
_LEAST_PROMPT_WORDS = 5
_LEAST_QUESTION_WORDS = 4
_LONGEST_ANNOUNCEMENT = 200
_LEAST_LETTERS = 12
"""Number of letters below which an answer may be a name or a word in another script."""


def fit_text(text: str, asked: str, own: Iterable[str] = ()) -> str:
    """Return the part of a text that can be shown as an answer, or "" if there is none.

    ``asked`` is what the user wrote: markup and JSON are kept if it speaks of them. ``own`` are
    texts of the program's prompts, whose sentences are removed. Of a block that is repeated to the
    end, the first is kept. What is left is no answer if it is a placeholder, a label, JSON, in
    another script than the question, or says only what the model will do next.
    """
    is_question = request_kind(asked) == "question"
    text = text.strip()
    if _PATTERNS.of_markup.search(asked) is None:
        text = _without_markup(text, asked)
        if is_question:
            text = _PATTERNS.gap.sub("", _without_json(text))
    if is_question:
        text = _without_prompt(text, (*own, *policies()), asked)
    text = _CUT_CITATION.sub("", _RUN.sub("", ANSWER_TAG.sub("", text))).strip()
    text = without_loop(text).strip()
    if is_question:
        text = _opened_well(text, asked)
    plain = plain_text(text).strip(" .:;,<>[](){}\"'")
    if not plain or _PATTERNS.placeholder.fullmatch(plain) or _LABEL.fullmatch(text):
        return ""
    if len(plain) <= _LONGEST_ANNOUNCEMENT and _PATTERNS.announcement.fullmatch(plain):
        return ""
    if is_question and (_LONE_HEADING.fullmatch(text) or _is_in_another_script(plain, asked)):
        return ""
    return text


def _is_in_another_script(plain: str, asked: str) -> bool:
    """Return whether a question in Latin letters is answered in others, without having asked to."""
    if _PATTERNS.of_language.search(asked):
        return False
    long = sum(map(str.isalpha, plain)) >= _LEAST_LETTERS
    return long and script_of(asked) == "LATIN" != script_of(plain)


def _opened_well(text: str, asked: str) -> str:
    """Remove a repeated question and an "According to the sources," at the beginning.

    A citation that stands before the first sentence is moved to its end.
    """
    first = _SENTENCE.match(text)
    said = words(CITATION.sub("", first[0])) if first else []
    is_question = first and first[0].endswith("?") and len(said) >= _LEAST_QUESTION_WORDS
    if first and is_question and " ".join(said) in " ".join(words(asked)):
        text = text[first.end() :].lstrip()
    text = _PATTERNS.lead_in.sub(lambda found: found[1].upper(), text, count=1)
    leading = _LEADING_CITATION.match(text)
    stated = sentences(text[leading.end() :])[:1] if leading else ()
    if not leading or not stated:
        return text
    end = leading.end() + stated[0].end
    stop = text[end - 1] if text[end - 1] in ".!?" else ""
    citation = "" if stated[0].citations else f" {leading[1]}"
    return f"{text[leading.end() : end - len(stop)]}{citation}{stop}{text[end:]}"


def _without_markup(text: str, asked: str) -> str:
    """Remove tool calls, thoughts, role tags and markers, and code blocks left empty."""
    for block in _PATTERNS.all("foreign_blocks"):
        text = block.sub("", text)
    while (found := _JSON_CALL.search(text)) is not None:
        end = json_end(text, found.start("call"))
        text = text[: found.start()] + ("" if end is None else text[end:])
    parts = CODE.split(ReplyCleaner(asked).clean(text))
    for mark in _PATTERNS.all("foreign_marks"):
        parts[::2] = [mark.sub("", part) for part in parts[::2]]
    return _without_turns(_EMPTY_FENCE.sub("", "".join(parts)), asked).strip()


def _without_turns(text: str, asked: str) -> str:
    """If a text is a transcript with labels, return what the model says in its own role."""
    labels = list(_PATTERNS.turn_label.finditer(text))
    ends = [label.start() for label in labels[1:]] + [len(text)] * bool(labels)
    turns = [(each, text[each.end() : end].strip()) for each, end in zip(labels, ends, strict=True)]
    question = " ".join(words(asked))
    echoed = any(label["heading"] or " ".join(words(said)) in question for label, said in turns)
    if not echoed and (len(turns) < 2 or not any(each["clear"] or each["user"] for each in labels)):
        return text
    kept = text[: labels[0].start()]
    for label, said in turns:
        if label["user"] and kept.strip():
            break  # the model goes on with a conversation that it invents
        kept += f"{said if label['own'] else said.partition(_BLANK_LINE)[2]}\n"
    return kept


def _without_json(text: str) -> str:
    """Remove objects and arrays that begin a line, also in code blocks."""
    for found in reversed(list(_LINE_OF_JSON.finditer(text))):
        end = json_end(text, found.end())
        if is_json(text[found.end() : end]):
            text = text[: found.start()] + ("" if end is None else text[end:])
    return _EMPTY_FENCE.sub("", text).strip()


def _without_prompt(text: str, own: Iterable[str], asked: str) -> str:
    known = {tuple(words(each)) for part in own for each in _SENTENCE.findall(part)}
    known -= {tuple(words(each)) for each in _SENTENCE.findall(asked)}

    def kept(match: re.Match[str]) -> str:
        said = tuple(words(match[0]))
        is_own = len(said) >= _LEAST_PROMPT_WORDS and said in known
        return "\n" if is_own and match[0].endswith("\n") else "" if is_own else match[0]

    return _SENTENCE.sub(kept, text)
