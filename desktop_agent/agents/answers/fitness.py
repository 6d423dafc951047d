"""Decide which part of a model's reply can be shown as an answer."""

import re
from collections.abc import Iterable

from desktop_agent.agents.answers.answer_form import is_json, policies
from desktop_agent.agents.reply_parsing import ANSWER_TAG, ReplyCleaner
from desktop_agent.core.language import script_of
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.sentences import plain_text
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("answer_form")
_SENTENCE = re.compile(r"[^\n.!?:]+[.!?:\n]?")
_LEAST_PROMPT_WORDS = 5
_LONGEST_ANNOUNCEMENT = 200
_LEAST_LETTERS = 12
"""Number of letters below which an answer may be a name or a word in another script."""


def fit_text(text: str, asked: str, own: Iterable[str] = ()) -> str:
    """Return the part of a text that can be shown as an answer, or "" if there is none.

    ``asked`` is what the user wrote: markup and JSON are kept if it speaks of them. ``own`` are
    texts of the program's prompts, whose sentences are removed. What is left is no answer if it is
    a placeholder, JSON, in another script than the question, or says only what the model will do
    next.
    """
    text = ANSWER_TAG.sub("", ReplyCleaner(asked).clean(text.strip()))
    text = _without_prompt(text, (*own, *policies()), asked).strip()
    plain = plain_text(text).strip(" .:;,<>[](){}\"'")
    if not plain or _PATTERNS.placeholder.fullmatch(plain):
        return ""
    if len(plain) <= _LONGEST_ANNOUNCEMENT and _PATTERNS.announcement.fullmatch(plain):
        return ""
    if _is_in_another_script(plain, asked):
        return ""
    return "" if is_json(text) and "json" not in words(asked) else text


def _is_in_another_script(plain: str, asked: str) -> bool:
    """Return whether a question in Latin letters is answered in others, without having asked to."""
    if request_kind(asked) != "question" or _PATTERNS.of_language.search(asked):
        return False
    long = sum(map(str.isalpha, plain)) >= _LEAST_LETTERS
    return long and script_of(asked) == "LATIN" != script_of(plain)


def _without_prompt(text: str, own: Iterable[str], asked: str) -> str:
    known = {tuple(words(each)) for part in own for each in _SENTENCE.findall(part)}
    known -= {tuple(words(each)) for each in _SENTENCE.findall(asked)}

    def kept(match: re.Match[str]) -> str:
        said = tuple(words(match[0]))
        is_own = len(said) >= _LEAST_PROMPT_WORDS and said in known
        return "\n" if is_own and match[0].endswith("\n") else "" if is_own else match[0]

    return _SENTENCE.sub(kept, text)
