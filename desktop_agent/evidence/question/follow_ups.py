"""Rewrite follow-up questions by rule so that they can be understood without the conversation.

A question that depends on the conversation is preceded by the words that it may refer to, from the
last question and the names in its answer, as in ``Hamlet, William Shakespeare: when was it
performed?``. ``and Berlin?`` is read as the last question with the name replaced, provided that the
last question has exactly one name.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_agent.core.language import latin_language_of
from desktop_agent.core.markdown import plain
from desktop_agent.core.sentences import spans
from desktop_agent.evidence.question.entity import focus_of, is_listed, may_be_name, names_in
from desktop_agent.evidence.text.fold import (
    folded_word,
    folded_words,
    function_words,
    language_of_question,
    stem,
)
from desktop_agent.evidence.text.wordings import Patterns, expression, table

_FILE = "question/follow_ups"
_PATTERNS = Patterns(_FILE)
_ENDS = " \t\n?!.,;:\u00bf\u00a1\u2026\u3002\uff1f\uff01\uff0c"
_WORD = re.compile(r"[^\W_]+(?:[.'\u2019-][^\W_]+)*")
_NUMBER = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?!\d)|\d+(?:\.\d+)*")
_EMPHASISED = re.compile(r"\*\*([^*\n]{2,60})\*\*")
_MOST_CHARACTERS, _MOST_IN_FRONT = 300, 150
_MOST_NAMES_TOLD = 4
_LONGEST_NAME = 6
"""The most words of an emphasised part of an answer that are taken for a name as a whole."""
_FEW, _MANY, _VERY_MANY = 4, 11, 15
"""A question of few words may be a fragment; one of many with a name, or very many, is none."""

# --- The words of questions and answers


def _language(text: str, other: str = "") -> str:
    """Return the language code of the text or, if it is ambiguous, of the conversation.

    ``other`` is the language code of the conversation.
    """
    if _PATTERNS.cjk.search(text):
        return "zh"
    guess = language_of_question(text)
    return latin_language_of(text) or (guess if guess != "en" else other or guess)


def _names(text: str, language: str) -> list[tuple[int, int]]:
    found = names_in(text, language) if language != "zh" else []
    return [(a, b) for a, b in found if not _PATTERNS.no_name.fullmatch(text[a:b])]


def _content(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names and the other content words in the text."""
    if language == "zh":
        parts = (each for each in _PATTERNS.cjk_content.finditer(text) if each["content"])
        return [part.span() for part in parts if len(part[0].strip(_ENDS)) > 1]
    names, asks = _names(text, language), function_words(language)
    for found in _WORD.finditer(text):
        inside = any(found.start() < end and start < found.end() for start, end in names)
        only_asks = folded_word(found[0]) in asks or is_listed(found[0], language, "other")
        if not (inside or only_asks or _PATTERNS.no_name.fullmatch(found[0])):
            names.append(found.span())
    return sorted(names)


def subjects_in(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names or, failing that, of words that may name a subject."""
    found = _names(text, language) or _content(text, language)
    words = [(a, b) for a, b in found if language == "zh" or may_be_name(text[a:b], language)]
    return [(a, b) for a, b in words if not text[a].isdigit()]


def _words_of(question: str, language: str) -> list[str]:
    """Return a question's runs of content words, preferring those that may name a subject."""
    runs: list[tuple[int, int]] = []
    for start, end in _content(question, language):
        if runs and _PATTERNS.joint.fullmatch(question[runs[-1][1] : start]):
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    words = [question[start:end] for start, end in runs]
    return [each for each in words if language == "zh" or may_be_name(each, language)] or words


def _told(answer: str, language: str) -> list[str]:
    """Return the names that an answer emphasises or, failing that, those in its first sentence."""
    answer = re.sub(r"\[\d+\]", "", answer.strip()[:_MOST_CHARACTERS])
    emphasised, text, names = _EMPHASISED.findall(answer), plain(answer), []
    for part in emphasised or [text[a:b] for a, b in spans(text, 0, len(text))][:1]:
        spoken = _language(part, language)
        found = _content(part, spoken) if spoken == "zh" else _names(part, spoken)
        if emphasised and len(part.split()) <= _LONGEST_NAME and part[0].isalpha():
            found = [(0, len(part))]
        names += [part[a:b].strip(_ENDS) for a, b in found if may_be_name(part[a:b], spoken)]
    return names[:_MOST_NAMES_TOLD]


@dataclass(frozen=True, slots=True)
class Topic:
    """The topic of a conversation after a turn.

    ``lead`` is the text prepended to the last ``question``, and ``told`` contains the names in its
    answer. ``words`` are the question's words, preceded by the words and names from any questions
    that it follows up.
    """

    question: str = ""
    language: str = ""
    lead: str = ""
    words: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    def after(self, question: str, lead: str, answer: str) -> "Topic":
        """Return the topic after another question, its lead (or "") and its answer."""
        question, language = question[:_MOST_CHARACTERS], _language(question, self.language)
        follows = lead or (self.question and Asked.of(question, self.language).doubtful)
        words = (*self.words, *self.told) if follows else ()
        words = (*words, *_words_of(question, language))
        return Topic(question, language, lead, words, tuple(_told(answer, language)))

    def in_front(self, *, whole: bool) -> str:
        """Return the words that a reference to the conversation may stand for."""
        words = (self.lead, self.question.strip(_ENDS)) if whole else self.words
        named = {word.casefold(): word for word in (*words, *self.told) if word}
        kept = [each for low, each in named.items() if sum(low in other for other in named) == 1]
        while len(kept) > 1 and len(", ".join(kept)) > _MOST_IN_FRONT:
            del kept[1]  # the topic is the first of them, and the last are the most recent
        return ", ".join(kept)


# --- How a question leans on those before it


@cache
def _references(kind: str, language: str) -> re.Pattern[str]:
    patterns = table(_FILE)[kind].get(language, ["(?!)"])
    return re.compile(f"(?i){expression(_FILE, '|'.join(patterns))}")


def _reference(text: str, language: str) -> str:
    """Return whether the text refers to the ``whole`` last question, its ``words``, or neither.

    If the text refers to neither, the result is "".
    """
    names = _names(text, language)
    if len(text.split()) >= (_MANY if names else _VERY_MANY):
        return ""
    if _PATTERNS.lone.fullmatch(text) or (not names and _PATTERNS.part.search(text)):
        return "whole"
    text = _PATTERNS.expletive.sub(lambda dummy: " " * len(dummy[0]), text)
    if _references("references", language).search(text):
        return "words"
    pronoun = _references("pronouns", language).search(text)
    before = text[: pronoun.start()] if pronoun else ""
    explained = _PATTERNS.antecedent.search(before) or any(
        not _PATTERNS.prepositional.search(before[:start])
        and (not before[start:end].islower() or before[start:end].endswith("s"))
        for start, end in subjects_in(before, language)
    )
    return "words" if pronoun and not explained else ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question stripped of a leading ``and`` or ``what about``.

    ``joined`` is true if such words were removed. ``reference`` is what the question refers to (see
    `_reference`). ``leans`` is true if the question cannot be understood alone, for this or another
    reason. ``doubtful`` is true if it names nothing, so that its subject may belong to the
    conversation, as in "can I freeze the leftovers".
    """

    text: str
    language: str
    joined: bool
    reference: str
    leans: bool
    doubtful: bool

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, text: str, language: str) -> "Asked":
        bare = focus_of(text).strip(_ENDS)
        rest = bare
        for pattern in (_PATTERNS.joiner, _PATTERNS.what_about):
            found = pattern.match(rest)
            rest = rest[found.end() :].strip(_ENDS) if found else rest
        language = _language(rest, language)
        joined = rest != bare or _PATTERNS.elliptic.search(bare) is not None
        refers, named = _reference(rest, language), bool(_names(rest, language))
        short = language != "zh" and len(rest.split()) <= _FEW and not named
        fragment = not _PATTERNS.asking.match(rest) and (joined or short)
        subjects = [rest[:start] for start, _ in subjects_in(rest, language)]
        own = not joined and not all(map(_PATTERNS.counted.search, subjects))
        alone = named or own or _PATTERNS.new_subject.search(rest) is not None
        leans = bool(refers or fragment or _PATTERNS.subjectless.match(rest) or not alone)
        return cls(rest, language, joined, refers, leans, not (leans or named))


# --- The rewriting


def stand_alone(text: str, history: Iterable[tuple[str, str]]) -> str:
    """Rewrite a question so that it can be understood without the preceding conversation.

    ``history`` holds the earlier questions, as written, with their answers. A question that is
    already independent, or cannot be improved, is returned unchanged.
    """
    asked, lead = _rewritten(text, _topic(tuple(history)))
    return f"{lead}: {asked}" if lead else asked


@lru_cache(maxsize=1)
def _topic(history: tuple[tuple[str, str], ...]) -> Topic:
    """Return the topic after all turns of a conversation, cached for repeated use."""
    topic = Topic()
    for question, answer in history:
        topic = topic.after(*_rewritten(question, topic), answer)
    return topic


def possible_topic(text: str, history: Iterable[tuple[str, str]]) -> str:
    """Return the topic that a question may implicitly refer to, or "" if there is no doubt.

    A search for the topic and the question together shows whether the question really refers to it
    (see `speaks_of_both`).
    """
    topic = _topic(tuple(history))
    doubtful = topic.question and Asked.of(text, topic.language).doubtful
    return topic.in_front(whole=False) if doubtful else ""


def speaks_of_both(text: str, topic: str, question: str) -> bool:
    """Return whether text has words from the topic and at least half of the question's words."""
    language = _language(question)
    said, about, asked = (
        {stem(word, language) for word in folded_words(" ".join(each))}
        for each in ([text], _words_of(topic, language)[:1], _words_of(question, language))
    )
    asked -= about
    return bool(said & about) and len(said & asked) * 2 >= max(1, len(asked))


def is_self_contained(text: str, before: str = "") -> bool:
    """Return whether a question clearly names its subject and does not refer to earlier ones.

    ``before`` is the previous question, whose language is assumed if the text is ambiguous.
    """
    asked = Asked.of(text, _language(before) if before else "")
    named = bool(_PATTERNS.surely_named.search(asked.text))
    if asked.language not in ("de", "zh"):  # where capitals do not show a name
        named = bool(_names(asked.text, asked.language))
    return named and not asked.joined and not asked.leans


def is_about_wording(text: str) -> bool:
    """Return whether the text only asks for rewording, such as ``shorter`` or ``in German``."""
    return _PATTERNS.rewords.match(text.strip()) is not None


def _rewritten(text: str, topic: Topic) -> tuple[str, str]:
    """Return a question and the text to prepend to it, which may be ""."""
    if not topic.question or len(text) > _MOST_CHARACTERS or _PATTERNS.new_topic.match(text):
        return text, ""
    asked = Asked.of(text, topic.language)
    if not asked.text or _PATTERNS.repeats.fullmatch(asked.text) or is_about_wording(text):
        return topic.question, topic.lead
    if not asked.leans:
        return text, ""
    bare = text[max(text.rfind(asked.text), 0) :].strip() if asked.joined else text
    swapped = None if asked.reference else _swapped(asked, topic)
    return swapped or (bare, topic.in_front(whole=asked.reference == "whole"))


def _swapped(asked: Asked, topic: Topic) -> tuple[str, str] | None:
    """Return the last question with its only year or name replaced with that of the new one."""
    question, text = topic.question, asked.text
    names, number = subjects_in(text, asked.language), _NUMBER.search(text)
    if number and not names and not _PATTERNS.asking.match(text):
        old = _NUMBER.findall(question)
        if len(old) == 1:
            return question.replace(old[0], number[0]), topic.lead
        return f"{question.rstrip(_ENDS)} {text}?", topic.lead
    if not asked.joined or not names or _PATTERNS.asking.match(text):
        return None
    behind = _PATTERNS.elliptic.sub("", text[names[0][1] :]).strip()
    if behind or len(_content(text, asked.language)) > 1:  # "and the area of Munich?"
        return (text, "") if _names(text, asked.language) else None
    name, every = text[slice(*names[0])], subjects_in(question, topic.language)
    if topic.lead:
        return question, name
    start, end = every[0] if len(every) == 1 else (0, 0)
    is_other = names[0][0] and name.islower() and not question[start:end].islower()
    if not end or is_other:  # "and in winter?" is no other place
        return None
    return f"{question[:start]}{name}{question[end:]}", topic.lead
