"""What form of answer a question asks for, told by its wording."""

import re
from functools import cache

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.cues import shows
from desktop_agent.evidence.question.focus import Focus, focus_of
from desktop_agent.evidence.question.type_cues import BOOLEAN, EXPLANATORY, LIST, NUMERIC

_LOWEST_PLURAL = 4


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r"\"[^\"]{1,200}\"|(?<!\w)'[^']{2,120}'(?!\w)")


@cache
def _plural_question() -> re.Pattern[str]:
    """``which European countries border …``: up to three words between the question and its verb."""
    return re.compile(
        r"(?:^|, |\b(?:in|on|of|for|from|to|at|between|during|with) )(?:which|what) "
        r"((?:\S{1,30} ){0,3}?)(\S{1,30})"
        r"(?= (?:is|are|was|were|did|do|does|has|have|had|can|could|will|would|should|may|must)\b)",
        re.IGNORECASE,
    )


@cache
def _plural_lead() -> re.Pattern[str]:
    """``which sea creatures glow``: a plural, with an adjective at most before it."""
    return re.compile(
        r"^(?:[Ww]hich|[Ww]hat|WHICH|WHAT) (?:(?:[A-Z]\S{1,20}|[a-z-]{1,20}(?:an|ish|ese|ic|al|ous|ive|ing|ed|y|"
        r"est|ern)) )?([a-z-]{4,20}) (?!of\b)\w"
    )


@cache
def _plural_of() -> re.Pattern[str]:
    return re.compile(
        r"^(?:what|which|who)(?: are| were|'re) (?:the |some |all |all the |its )?"
        r"((?:[^\s,]{1,25} ){0,3}?)([^\s,]{3,25})(?= (?:of|in|for|to|that|who|which|from|on|by|at|with|"
        r"used|called|known|involved|spoken)\b|$)",
        re.IGNORECASE,
    )


@cache
def _choice() -> re.Pattern[str]:
    """``Is Python or Rust faster``: one of two is asked for, not yes or no."""
    return re.compile(r"\bor\b(?! (?:not|no|false)\b)", re.IGNORECASE)


_SINGULAR_WORDS = """always bus business campus census chaos class corps does gas glass goddess has is its lens mars
    news paris physics politics mathematics economics series species sports status success this thus
    us was process address press access princess actress boss cause causes makes happens does rhymes
    comes lies gives means virus analysis basis crisis thesis canvas atlas christmas athletics
    electronics texas kansas illinois gps"""
_SINGULAR_IN_S = frozenset(_SINGULAR_WORDS.split())
_JOINTS = frozenset({"in", "of", "on", "at", "from", "for", "to", "with"})
_PLURAL = frozenset(
    {"people", "men", "women", "children", "mice", "geese", "feet", "teeth", "criteria", "media"}
)


def _is_plural(word: str) -> bool:
    plain = word.strip(".,;:'\"()").casefold()
    if plain in _PLURAL:
        return True
    ends = plain.endswith("s") and not plain.endswith(("ss", "us", "is", "'s"))
    return ends and plain not in _SINGULAR_IN_S and len(plain) >= _LOWEST_PLURAL


def _head(before: list[str], last: str) -> str:
    """Gives the noun that a phrase is about: ``city`` of ``city in Athens``."""
    words = [*before, last]
    joints = [index for index, word in enumerate(words) if word.casefold() in _JOINTS]
    return words[joints[0] - 1] if joints and joints[0] else last


def _asks_list(text: str) -> bool:
    if shows(LIST, text):
        return True
    if found := _plural_question().search(text):
        return _is_plural(_head(found[1].split(), found[2]))
    if found := _plural_of().match(text):
        return _is_plural(found[2]) and "coordinates" not in found[2].casefold()
    found = _plural_lead().match(text)
    return found is not None and _is_plural(found[1])


def question_type(text: str) -> QuestionType:
    """Gives the form of answer that a question asks for.

    Explanatory cues win over the others; then lists, numbers, yes or no; what shows none of them is
    factual. What stands in quotes (titles) is no cue.
    """
    return type_of(focus_of(text))


def type_of(focus: Focus) -> QuestionType:
    """The same for a question that was found already."""
    text = _quoted().sub("X", focus.text)
    if shows(EXPLANATORY, text):
        return QuestionType.EXPLANATORY
    if shows(NUMERIC, text):
        return QuestionType.NUMERIC
    if _asks_list(text):
        return QuestionType.LIST
    if shows(BOOLEAN, text) and not _choice().search(text):
        return QuestionType.BOOLEAN
    return QuestionType.FACTUAL
