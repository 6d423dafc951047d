"""Rewrite follow-up questions by rule so that they can be understood without the conversation.

A question that leans on the conversation is preceded by the words that it may stand for: those of
the last question and the names in its answer, as in ``Hamlet, William Shakespeare: when was it
performed?``. ``and Berlin?`` repeats the last question if that has exactly one name to replace.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from desktop_agent.core.language import latin_language_of
from desktop_agent.core.markdown import plain
from desktop_agent.core.text import spans
from desktop_agent.evidence.question.entity import focus_of, is_listed, may_be_name, names_in
from desktop_agent.evidence.text.fold import folded_word, function_words, language_of_question
from desktop_agent.evidence.text.wordings import Patterns, expression, table

_FILE = "question/follow_ups"
_PATTERNS = Patterns(_FILE)
_ENDS = " \t\n?!.,;:\u00bf\u00a1\u2026\u3002\uff1f\uff01\uff0c"
_WORD = re.compile(r"[^\W_]+(?:[.'\u2019-][^\W_]+)*")
_NUMBER = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?!\d)|\d+(?:\.\d+)*")
_DAY, _YEAR = re.compile(r"\d[.,]? ?(?:de )?\Z"), re.compile(r",? \d")
_LATIN_NAME = re.compile(r"[A-Za-z][\w.+-]*(?: [A-Z\d][\w.+-]*)*", re.ASCII)
_MOST_CHARACTERS, _MOST_IN_FRONT = 300, 150
_MOST_WORDS_IN_FRONT, _MOST_NAMES_TOLD = 10, 4
_LONGEST_NAME = 6
"""The most words of an emphasised part of an answer that are taken for a name as a whole."""
_FEW, _MANY, _VERY_MANY = 4, 11, 15
"""A question of few words may be a fragment; one of many with a name, or very many, is none."""

# --- The words of questions and answers


def _language(text: str, other: str = "") -> str:
    """Return a text's language code, or the conversation's (``other``) if the text is ambiguous."""
    if _PATTERNS.cjk.search(text):
        return "zh"
    guess = language_of_question(text)
    return latin_language_of(text) or (guess if guess != "en" else other or guess)


def _has(text: str, words: str) -> bool:
    return re.search(rf"(?i)\b{re.escape(words)}\b", text) is not None


def _names(text: str, language: str) -> list[tuple[int, int]]:
    found = names_in(text, language) if language != "zh" else []
    return [(a, b) for a, b in found if not _PATTERNS.no_name.fullmatch(text[a:b])]


def _content(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of a text's names, and of its other words that do not only ask."""
    if language == "zh":
        names = [found.span() for found in _LATIN_NAME.finditer(text)]
        rest = _LATIN_NAME.sub(lambda name: " " * len(name[0]), text)
        ends = [0, *(end for found in _PATTERNS.cjk_words.finditer(rest) for end in found.span())]
        pairs = zip(ends[::2], [*ends[1::2], len(text)], strict=True)
        return sorted(
            [*names, *(pair for pair in pairs if len(rest[slice(*pair)].strip(_ENDS)) > 1)]
        )
    names, asks = _names(text, language), function_words(language)
    for found in _WORD.finditer(text):
        inside = any(found.start() < end and start < found.end() for start, end in names)
        only_asks = folded_word(found[0]) in asks or is_listed(found[0], language, "other")
        if not (inside or only_asks or _PATTERNS.no_name.fullmatch(found[0])):
            names.append(found.span())
    return sorted(names)


def subjects_in(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names in a text, else of other words that may name a subject."""
    found = _names(text, language) or _content(text, language)
    words = [(a, b) for a, b in found if language == "zh" or may_be_name(text[a:b], language)]
    return [(a, b) for a, b in words if not text[a].isdigit()]


def _words_of(question: str, language: str) -> list[str]:
    """Return a question's runs of content words that name more than, for example, a population."""
    runs: list[tuple[int, int, bool]] = []
    for start, end in _content(question, language):
        names = language == "zh" or may_be_name(question[start:end], language)
        between = question[runs[-1][1] : start] if runs else "?"
        if runs and (not between.strip() or (runs[-1][2] and _PATTERNS.joint.fullmatch(between))):
            runs[-1] = (runs[-1][0], end, names or runs[-1][2])
        else:
            runs.append((start, end, names))
    return [question[a:b] for a, b, names in runs if names] or [question[a:b] for a, b, _ in runs]


def _names_told(text: str, language: str) -> list[str]:
    """Return the names in an answer or a part of it, but not those next to a number (dates)."""
    language = _language(text, language)
    if language == "zh":
        text = re.split("[\uff0c\u3002\uff1b]", text)[0]
        return [text[start:end] for start, end in _content(text, "zh")]
    names = [(a, b) for a, b in _names(text, language) if not _DAY.search(text[:a])]
    return [text[a:b].strip(_ENDS) for a, b in names if b > a + 1 and not _YEAR.match(text, b)]


@dataclass(frozen=True, slots=True)
class Topic:
    """What a conversation is about after a turn.

    ``lead`` was put in front of the last ``question``. ``words`` are those of both, ``told`` the
    names in the answer, ``people`` the last names that answered "who", and ``earlier`` the words of
    the topic before.
    """

    question: str = ""
    language: str = ""
    lead: str = ""
    words: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()

    def after(self, question: str, lead: str, answer: str) -> "Topic":
        """Return the topic after a question, with a lead or standing alone, and its answer."""
        question, language = question[:_MOST_CHARACTERS], _language(question, self.language)
        answer = _PATTERNS.understood.sub("", answer.strip())[:_MOST_CHARACTERS]
        answer = re.sub(r"\[\d+\]", "", answer)
        text, bold = plain(answer), re.findall(r"\*\*([^*\n]{2,60})\*\*", answer)
        whole = [part for part in bold if len(part.split()) <= _LONGEST_NAME and part[0].isalpha()]
        first = [text[start:end] for start, end in spans(text, 0, len(text))][:1]
        others = (name for part in bold or first for name in _names_told(part, language))
        titles = " ".join(whole)
        named = dict.fromkeys((*whole, *(name for name in others if not _has(titles, name))))
        told = tuple(name for name in named if not _has(question, name))[:_MOST_NAMES_TOLD]
        before = " ".join((question, *self.earlier))
        known = [name for name in _names_told(text, language) if _has(before, name)]
        words = (*known, *_words_of(question, language))
        people = self.people if lead else ()
        if told and _PATTERNS.who.search(question):
            people = tuple(sorted(told, key=lambda name: " " not in name))
        if lead:
            words = (*self.words, *self.told, *words)
        return Topic(question, language, lead, words, told, people, self.words)

    def in_front_of(self, kind: str) -> str:
        """Return the words that a reference of a kind (see ``Asked``) may stand for."""
        words = (*self.words, *self.told)
        if kind == "part":
            words = (self.lead, self.question.strip(_ENDS), *self.told)
            return ", ".join(filter(None, words))[:_MOST_IN_FRONT]
        if kind in ("first", "second", "last"):
            at = {"first": 0, "second": 1}.get(kind, -1)
            words = self.told[at:][:1] if len(self.told) > 1 else (*self.earlier, *words)
        elif kind == "person":
            words = (*self.people, *words)
        named = {word.casefold(): word for word in words}
        kept = [each for low, each in named.items() if sum(low in other for other in named) == 1]
        while len(kept) > 2 and len(" ".join(kept).split()) > _MOST_WORDS_IN_FRONT:
            del kept[1]  # the topic is the first of them, and the last are the most recent
        return ", ".join(kept)[:_MOST_IN_FRONT]


# --- How a question leans on those before it


@cache
def _references(language: str) -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    return tuple(
        (kind, outside, re.compile(f"(?i){expression(_FILE, find)}"))
        for kind, outside, find in table(_FILE)["references"].get(language, ())
    )


def _reference(text: str, language: str) -> str:
    """Return what the first reference in a question to something before it stands for, or ""."""
    named, words = bool(_names(text, language)), len(text.split())
    if words >= _VERY_MANY or (named and words >= _MANY):
        return ""
    text = _PATTERNS.expletive.sub(lambda dummy: " " * len(dummy[0]), text)
    if _PATTERNS.lone.fullmatch(text) or (not named and _PATTERNS.sequence.search(text)):
        return "part"
    for kind, outside, pattern in _references(language):
        found = pattern.search(text)
        if found is None or (kind == "part" and named):
            continue
        before, behind = text[: found.start()], text[found.end() :].lstrip(" \"'")
        is_title = before.strip() and found[0] != found[0].lower()  # "Who sang It's My Life?"
        is_kind = " " in found[0].strip() and behind[:1].isupper()  # "the album Revolver"
        if language != "de" and (is_title or is_kind):
            continue
        explained = _PATTERNS.antecedent.search(before) or any(
            not _PATTERNS.prepositional.search(before[:start])
            and (not before[start:end].islower() or before[start:end].endswith("s"))
            for start, end in subjects_in(before, language)
        )
        if outside or not explained:
            return kind
    return ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question without its leading ``and`` or ``what about``, and whether it had one of them.

    ``kind`` is what its reference to the conversation stands for ("person", "first", ...), or "".
    """

    text: str
    language: str
    joined: bool
    kind: str
    leans: bool

    @classmethod
    def of(cls, text: str, language: str) -> "Asked":
        bare = focus_of(text).text.strip(_ENDS)
        rest = bare
        for pattern in (_PATTERNS.joiner, _PATTERNS.what_about):
            found = pattern.match(rest)
            rest = rest[found.end() :].strip(_ENDS) if found else rest
        language = _language(rest, language)
        joined = rest != bare or _PATTERNS.elliptic.search(bare) is not None
        kind, named = _reference(rest, language), bool(_names(rest, language))
        short = language != "zh" and len(rest.split()) <= _FEW and not named
        fragment = not _PATTERNS.asking.match(rest) and (joined or short)
        subjects = [rest[:start] for start, _ in subjects_in(rest, language)]
        own = not all(map(_PATTERNS.counted.search, subjects)) and not joined
        alone = named or own or bool(_PATTERNS.new_subject.search(rest))
        subjectless = _PATTERNS.subjectless.match(rest) is not None
        return cls(rest, language, joined, kind, bool(kind) or fragment or subjectless or not alone)


# --- The rewriting


def stand_alone(text: str, history: Iterable[tuple[str, str]]) -> str:
    """Return a question, rewritten to be understood without the preceding conversation.

    ``history`` holds the earlier questions, as written, with their answers. A question that is
    already independent, or cannot be improved, is returned unchanged.
    """
    topic = Topic()
    for question, answer in history:
        topic = topic.after(*_rewritten(question, topic), answer)
    asked, lead = _rewritten(text, topic)
    return f"{lead}: {asked}" if lead else asked


def is_self_contained(text: str, before: str = "") -> bool:
    """Return whether a question clearly names its subject and does not refer to earlier ones.

    ``before`` is the previous question, whose language is assumed if the text is ambiguous.
    """
    asked = Asked.of(text, _language(before) if before else "")
    if asked.language in ("de", "zh"):  # where capitals do not show a name
        named = _PATTERNS.surely_named.search(asked.text) is not None
    else:
        named = bool(_names(asked.text, asked.language))
    return named and not asked.joined and not asked.leans


def is_about_wording(text: str) -> bool:
    """Return whether a text only asks for rewording, such as ``shorter`` or ``in German``."""
    return _PATTERNS.rewords.match(text.strip()) is not None


def _rewritten(text: str, topic: Topic) -> tuple[str, str]:
    """Return a question, and what is to be put in front of it, or ""."""
    if not topic.question or len(text) > _MOST_CHARACTERS or _PATTERNS.new_topic.match(text):
        return text, ""
    asked = Asked.of(text, topic.language)
    if not asked.text or _PATTERNS.repeats.fullmatch(asked.text) or is_about_wording(text):
        return topic.question, topic.lead
    if not asked.leans:
        return text, ""
    bare = text[max(text.rfind(asked.text), 0) :].strip() if asked.joined else text
    swapped = None if asked.kind else _swapped(asked, topic)
    return swapped or (bare, topic.in_front_of(asked.kind))


def _swapped(asked: Asked, topic: Topic) -> tuple[str, str] | None:
    """Return the last question with its one year or name replaced by that of the new one."""
    question, text = topic.question, asked.text
    names, number = subjects_in(text, asked.language), _NUMBER.search(text)
    if number and not names and not _PATTERNS.asking.match(text):
        old = _NUMBER.findall(question)
        if not old:
            return f"{question.rstrip(_ENDS)} {text}?", topic.lead
        return (question.replace(old[0], number[0]), topic.lead) if len(old) == 1 else None
    if not asked.joined or not names or _PATTERNS.asking.match(text):
        return None
    behind = _PATTERNS.elliptic.sub("", text[names[0][1] :]).strip()
    if behind or len(_content(text, asked.language)) > 1:  # "and the area of Munich?"
        return (text, "") if _names(text, asked.language) else None
    name, first = text[slice(*names[0])], text.casefold().split()[0]
    every = subjects_in(question, topic.language)
    same = [span for span in every if question[: span[0]].casefold().split()[-1:] == [first]]
    if topic.lead and not same:
        return question, name
    if len(same or every) != 1:
        return None
    start, end = (same or every)[0]
    if names[0][0] and name.islower() and not question[start:end].islower():
        return None  # "and in winter?" is no other place
    return f"{question[:start]}{name}{question[end:]}", topic.lead
