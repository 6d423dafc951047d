"""Rewrite follow-up questions by rule so that they can be understood without the conversation.

A question that leans on the conversation gets its subject in front, as in ``Marie Curie: when was
she born?``; ``and Berlin?`` repeats the last question with another name. Nothing else is rewritten.
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

# --- What a text is about

_ENDS = " \t\n?!.,;:\u00bf\u00a1\u2026\u3002\uff1f\uff01\uff0c"
_NUMBER_OR_WORD = re.compile(r"\d[\d.]*\d|[^\W_]+(?:['\u2019-][^\W_]+)*")
_LOOKED_AT, _REWRITTEN_MOST = 300, 300
_MOST_WORDS_OF_NAME, _MOST_WORDS_OF_REST, _MOST_WORDS_OF_FRAGMENT = 3, 8, 4
_ENOUGH_WORDS = 6
_LONG, _LONGER = 11, 15


def _language(text: str, other: str = "") -> str:
    """Return a text's language code, or the conversation's (``other``) if the text is ambiguous."""
    if _PATTERNS.cjk.search(text):
        return "zh"
    guess = language_of_question(text)
    return latin_language_of(text) or (guess if guess != "en" else other or guess)


def subjects_in(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names in a text, else of other words that may name a subject."""
    if language == "zh":
        ends = [0, *(end for found in _PATTERNS.cjk_words.finditer(text) for end in found.span())]
        pairs = zip(ends[::2], [*ends[1::2], len(text)], strict=True)
        return [pair for pair in pairs if text[slice(*pair)].strip(_ENDS)]
    if names := names_in(text, language):
        return names
    found: list[tuple[int, int]] = []
    for word in _NUMBER_OR_WORD.finditer(text):
        number = word[0][0].isdigit()
        if not number and not may_be_name(word[0], language):
            continue
        if found and not text[found[-1][1] : word.start()].strip():  # "python 3.12"
            found[-1] = (found[-1][0], word.end())
        elif not number:
            found.append(word.span())
    return found


def _has_own_name(text: str, language: str) -> bool:
    return any(not text[slice(*span)].islower() for span in subjects_in(text, language))


def _main_subjects(question: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names in a question, without those that only say where or when.

    Of names in lower case, the one of ``the boiling point of ethanol`` is ``ethanol``.
    """
    found = subjects_in(question, language)
    free = [span for span in found if not _PATTERNS.prepositional.search(question[: span[0]])]
    of = [span for span in found if _PATTERNS.genitive.search(question[: span[0]])]
    lower = all(question[slice(*span)].islower() for span in found)
    return (of if lower else []) or free or found


def _content(question: str, names: Iterable[str], language: str) -> str:
    """Return the words of a question that do not only ask, with its names as they are."""
    if language == "zh":
        return ", ".join(names)
    asks = function_words(language)
    words = re.findall("|".join([*map(re.escape, names), r"\w[\w.'\u2019-]*"]), question)
    return " ".join([word for word in words if folded_word(word) not in asks][:_MOST_WORDS_OF_REST])


def _asked_about(question: str, answer: str, language: str) -> tuple[str, ...]:
    """Return what a question is about; its answer shows which words in lower case are a name.

    Names that only say where or when are returned with the other words of the question.
    """
    names = [question[start:end] for start, end in _main_subjects(question, language)]
    shown = [answer[start:end] for start, end in subjects_in(answer, language)]
    asks = function_words(language)
    shown = [n for n in shown if not n.islower() and folded_word(n) not in asks]
    shown = [n for n in shown if re.search(rf"(?i)\b{re.escape(n)}\b", question)]
    new = [n for n in shown if not any(n.casefold() in name.casefold() for name in names)]
    names = [*(name for name in names if not new or not name.islower()), *new[:1]]
    before = question.partition(names[0])[0] if names else ""
    if not _PATTERNS.prepositional.search(before) or _PATTERNS.genitive.search(before):
        return tuple(names)
    return (_content(question, names, language),)


def _told(answer: str, question: str, language: str) -> Iterable[str]:
    """Yield the new names that an answer has in bold, or else the first in its first sentence."""
    bold = re.findall(r"\*\*([^*\n]{2,60})\*\*", answer)
    sentence = plain(answer)
    for part in bold or [sentence[a:b] for a, b in spans(sentence, 0, len(sentence))][:1]:
        names = [part[start:end] for start, end in subjects_in(part, _language(part, language))]
        names = [n for n in names if n.casefold() not in question.casefold()]
        names = [n for n in names if not _YEAR.search(n) and (n.lower() != n or not n.isascii())]
        for name in names[:1]:
            yield part.strip(_ENDS) if bold and len(part.split()) <= _MOST_WORDS_OF_NAME else name


@dataclass(frozen=True, slots=True)
class Topic:
    """What a conversation is about after a turn.

    ``lead`` is what was put in front of its last ``question``. ``names`` were asked about;
    ``people`` and ``values`` were named by answers; ``earlier`` are the names before, oldest first.
    """

    question: str = ""
    language: str = ""
    lead: str = ""
    names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()

    def after(self, question: str, lead: str, answer: str) -> "Topic":
        """Return the topic after a question, with a lead or standing alone, and its answer."""
        question, language = question[:_LOOKED_AT], _language(question, self.language)
        answer = re.sub(r"\[\d+\]", "", _PATTERNS.understood.sub("", answer.strip()))[:_LOOKED_AT]
        found = _asked_about(question, answer, language)
        same = bool(lead) or not found or any(found[0] in name for name in self.people)
        names = self.names if same else found
        people, values = (self.people, self.values) if same else ((), ())
        told = tuple(_told(answer, f"{lead} {question}", language))
        if told and _PATTERNS.who.search(question):
            people = tuple(sorted(told, key=lambda name: " " not in name))
        elif told and _PATTERNS.which.search(question):
            values = told
        meant = [name for name in self.earlier if name in answer]
        if lead and meant and not any(name in answer for name in names):
            names = tuple(meant[-1:])  # "the group's headquarters?": the answer shows which
        earlier = tuple(dict.fromkeys((*self.earlier, *self.names, *names)))
        return Topic(question, language, lead, names, people, values, earlier)

    def subject(self, kinds: Iterable[str]) -> str:
        """Return what references of these kinds (see ``references``) may stand for."""
        content = _content(self.question, self.names, self.language)
        several = self.people or self.values
        listed = several if len(several) > 1 else self.earlier
        person = self.people[:1] or tuple(name for name in self.values[:1] if " " in name)
        named = {
            "first": listed[:1],
            "last": listed[-1:],
            "person": (*person, *self.names),
            "thing": (*self.names, *self.values[:1]),
            "part": (*self.names, content),
            "role": (*person, *self.names, content),
        }
        either = (*self.names, *self.people[:1], *self.values[:1])
        told = dict.fromkeys(name for kind in kinds for name in named.get(kind, either))
        return ", ".join(filter(None, told)) or self.lead or content


# --- How a question leans on those before it

_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_YEAR = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?!\d)")


@cache
def _references(language: str) -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    return tuple(
        (kind, outside, re.compile(f"(?i){expression(_FILE, find)}"))
        for kind, outside, find in table(_FILE)["references"].get(language, ())
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """A follow-up without its leading ``and`` or ``what about``.

    ``joined`` is true if it had one of them, and ``fragment`` if it is not a complete question.
    """

    text: str
    language: str
    fragment: bool
    joined: bool

    @classmethod
    def of(cls, text: str, language: str) -> "Asked":
        bare = focus_of(text).text.strip(_ENDS)
        rest = bare
        for pattern in (_PATTERNS.joiner, _PATTERNS.what_about):
            found = pattern.match(rest)
            rest = rest[found.end() :].strip(_ENDS) if found else rest
        language = _language(rest, language)
        joined = rest != bare or bare.endswith("\u5462")
        asks = _PATTERNS.asking.match(rest) is not None or "谁" in rest
        short = len(rest.split()) <= _MOST_WORDS_OF_FRAGMENT and (joined or language != "zh")
        return cls(rest, language, not asks and (short or joined), joined)

    def leans(self) -> tuple[str, ...]:
        """Return how the question leans on those before it (see ``references``), if it does."""
        text, words = self.text, len(self.text.split())
        if words >= _LONG and (words >= _LONGER or _has_own_name(text, self.language)):
            return ()
        kinds = self._references()
        bare = not subjects_in(text, self.language)
        if kinds[:1] != ("part",) and (kinds or bare) and _PATTERNS.sequence.search(text):
            return ("role",)
        if _PATTERNS.lone.fullmatch(text):
            return ("part",)
        if kinds == ("part",) and _has_own_name(text, self.language):
            kinds = ()
        if kinds and kinds[0] in ("first", "last"):
            return kinds[:1]
        return kinds or (() if self._names_its_subject() else ("",))

    def _references(self) -> tuple[str, ...]:
        text = _PATTERNS.expletive.sub(lambda dummy: " " * len(dummy[0]), self.text)
        kinds = []
        for kind, outside, pattern in _references(self.language):
            found = pattern.search(text)
            if found is None:
                continue
            before, behind = text[: found.start()], text[found.end() :]
            if self._is_described(kind, before, found[0], behind):
                continue
            if outside or not self._explained(before):
                kinds.append(kind)
        return tuple(dict.fromkeys(kinds))

    def _is_described(self, kind: str, before: str, found: str, behind: str) -> bool:
        """Return whether a reference is part of a title, or says what a name behind it is."""
        capitals = self.language != "de"
        if capitals and before.strip() and found != found.lower():
            return True
        if kind == "either" or " " not in found.strip() or behind.startswith("'s"):
            return False
        named = behind.lstrip(" \"'")  # "the band oasis", but "does the company employ"
        if self.language != "en" or _PATTERNS.inverted.search(before.rstrip()):
            return capitals and named[:1].isupper()
        return named[:1].isupper() or any(not start for start, _ in subjects_in(named, "en"))

    def _explained(self, before: str) -> bool:
        """Return whether the text before a pronoun says what it stands for."""
        names = subjects_in(before, self.language)
        if _PATTERNS.antecedent.search(before) or (names and self.language == "zh"):
            return True
        return any(
            _PATTERNS.next_clause.search(before[end:])
            or (
                not (before[start:end].islower() and not re.search(r"s\b", before[start:end]))
                and not _PATTERNS.prepositional.search(before[:start])
            )
            for start, end in names
        )

    def _names_its_subject(self) -> bool:
        if _has_own_name(self.text, self.language) or _PATTERNS.new_subject.search(self.text):
            return not self.fragment or not self.joined
        found = subjects_in(self.text, self.language)
        runs = [(a, b) for a, b in found if not _PATTERNS.counted.search(self.text[:a])]
        if self.language in ("en", "zh") or _PATTERNS.introduced.search(self.text):
            return bool(runs)
        return sum(len(self.text[a:b].split()) for a, b in runs) >= _ENOUGH_WORDS


# --- The rewriting


def stand_alone(text: str, history: Iterable[tuple[str, str]]) -> str:
    """Return a question, rewritten to be understood without the preceding conversation.

    ``history`` holds the earlier questions, as written, with their answers. A question that is
    already independent, or cannot be improved, is returned unchanged.
    """
    topic = Topic()
    for question, answer in history:
        asked, lead = _rewritten(question, topic)
        topic = topic.after(asked, lead, answer)
    asked, lead = _rewritten(text, topic)
    return f"{lead}: {asked}" if lead else asked


def is_self_contained(text: str, before: str = "") -> bool:
    """Return whether a question clearly names its subject and does not refer to earlier ones.

    ``before`` is the previous question, whose language is assumed if the text is ambiguous.
    """
    asked = Asked.of(text, _language(before) if before else "")
    names = subjects_in(asked.text, asked.language)
    named = _has_own_name(asked.text, asked.language) or len(names) > 1
    return named and not asked.fragment and not asked.joined and not asked.leans()


def is_about_wording(text: str) -> bool:
    """Return whether a text only asks for rewording, such as ``shorter`` or ``in German``."""
    return _PATTERNS.rewords.match(text.strip()) is not None


def _rewritten(text: str, topic: Topic) -> tuple[str, str]:
    """Return a question, and what is to be put in front of it, or ""."""
    if not topic.question or len(text) > _REWRITTEN_MOST or _PATTERNS.new_topic.match(text):
        return text, ""
    asked = Asked.of(text, topic.language)
    if not asked.text or _PATTERNS.repeats.fullmatch(asked.text) or is_about_wording(text):
        return topic.question, topic.lead
    kinds = asked.leans()
    if asked.fragment and kinds in ((), ("",)):
        swapped = _swapped(asked, topic)
        if swapped:
            return swapped
    if not kinds or (asked.language not in table(_FILE)["references"] and not asked.joined):
        return text, ""
    bare = text[max(text.rfind(asked.text), 0) :] if asked.joined else text
    return bare.strip(), topic.subject(kinds)


def _swapped(asked: Asked, topic: Topic) -> tuple[str, str] | None:
    """Return the last question with a year or name replaced by that of ``what about Berlin?``."""
    question, text = topic.question, asked.text
    numbers = [_YEAR.search(each) or _NUMBER.search(each) for each in (text, question)]
    names = subjects_in(text, asked.language)
    if numbers[0] and not _has_own_name(text, asked.language):
        if numbers[1]:
            return question.replace(numbers[1][0], numbers[0][0], 1), topic.lead
        return f"{question.rstrip(_ENDS)} {text}?", topic.lead
    if not names or (not asked.joined and text[slice(*names[0])].islower()):
        return None
    around = _NUMBER_OR_WORD.findall(f"{text[: names[0][0]]} {text[names[0][1] :]}")
    if any(is_listed(word, asked.language, "nouns") for word in around):
        return text, ""
    name, targets = text[slice(*names[0])], _main_subjects(question, topic.language)
    first = text.casefold().split()[:1]  # "and for cats?" takes the place behind "for"
    every = subjects_in(question, topic.language)
    same = [span for span in every if question[: span[0]].casefold().split()[-1:] == first]
    if topic.lead and not same:
        return question, name
    if not (same or targets):
        return text, _content(question, (), topic.language)
    start, end = (same or targets)[0]
    return f"{question[:start]}{name}{question[end:]}", topic.lead
