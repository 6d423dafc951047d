"""The form of answer that a question asks for, judging by its wording."""

import re

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.focus import Focus, focus_of
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("question/answer_type")
_PATTERNS = Patterns("question/answer_type")


_LOWEST_PLURAL = 4
_QUOTED = re.compile(r"\"[^\"]{1,200}\"|(?<!\w)'[^']{2,120}'(?!\w)")


def _is_plural(word: str) -> bool:
    plain = word.strip(".,;:'\"()").casefold()
    if plain in _WORDS.plural:
        return True
    ends = plain.endswith("s") and not plain.endswith(("ss", "us", "is", "'s"))
    return ends and plain not in _WORDS.singular_in_s and len(plain) >= _LOWEST_PLURAL


def _head(before: list[str], last: str) -> str:
    """Return the head noun of a phrase: ``city`` in ``city in Athens``."""
    words = [*before, last]
    joints = [index for index, word in enumerate(words) if word.casefold() in _WORDS.joints]
    return words[joints[0] - 1] if joints and joints[0] else last


def _asks_list(text: str) -> bool:
    if _PATTERNS.list_start.match(text) or _PATTERNS.list.search(text):
        return True
    if found := _PATTERNS.plural_question.search(text):
        return _is_plural(_head(found[1].split(), found[2]))
    if found := _PATTERNS.plural_of.match(text):
        return _is_plural(found[2]) and "coordinates" not in found[2].casefold()
    found = _PATTERNS.plural_lead.match(text)
    return found is not None and _is_plural(found[1])


def question_type(text: str) -> QuestionType:
    """Return the form of answer that a question asks for.

    Cues for an explanation take precedence, followed by lists, numbers, and yes or no. A question
    without any cue is factual. Quoted text is ignored because it is usually a title.
    """
    return type_of(focus_of(text))


def type_of(focus: Focus) -> QuestionType:
    """Return the form of answer for a question that has already been extracted."""
    text = _QUOTED.sub("X", focus.text)
    if _PATTERNS.explanatory_start.match(text) or _PATTERNS.explanatory.search(text):
        return QuestionType.EXPLANATORY
    if _PATTERNS.numeric_start.match(text) or _PATTERNS.numeric.search(text):
        return QuestionType.NUMERIC
    if _asks_list(text):
        return QuestionType.LIST
    is_boolean = _PATTERNS.boolean_start.match(text) or _PATTERNS.boolean.search(text)
    if is_boolean and not _PATTERNS.choice.search(text):
        return QuestionType.BOOLEAN
    return QuestionType.FACTUAL
