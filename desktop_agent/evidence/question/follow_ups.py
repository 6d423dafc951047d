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
from desktop_agent.evidence.question.main_question import focus_of
from desktop_agent.evidence.text.fold import folded_word
from desktop_agent.evidence.text.word_forms import function_words, language_of_question, stem
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table

_FILE = "question/follow_ups"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

# --- ``Iron Maiden: what is their latest album?``: a topic in front of the question


def resolved(text: str) -> str:
    """Replace the pronoun in a question with the topic stated before the question, if any."""
    found = _PATTERNS.with_topic.match(text)
    if found is None:
        return text
    topic, ask = found["topic"].strip(" \"'"), found["ask"]
    if not topic or topic.casefold() in _WORDS.no_topic or len(topic.split()) > 8:
        return text
    for pattern, put in ((_PATTERNS.possessive, f"{topic}'s"), (_PATTERNS.object, topic)):
        asked, number = pattern.subn(lambda _, put=put: put, ask, count=1)
        if number:
            return asked
    return f"{ask} of {topic}" if _PATTERNS.newest.search(ask) else text


# --- The names in a text, and the words that only ask about a subject

_ENDS = " \t\n?!.,;:\u00bf\u00a1\u2026\u3002\uff1f\uff01\uff0c"
_NUMBER_OR_WORD = re.compile(r"\d[\d.]*\d|[^\W_]+(?:['\u2019-][^\W_]+)*")
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


def _language(text: str, other: str = "") -> str:
    """Return a text's language code, or the conversation's (``other``) if the text is ambiguous."""
    if _PATTERNS.cjk.search(text):
        return "zh"
    guess = language_of_question(text)
    return latin_language_of(text) or (guess if guess != "en" else other or guess)


@cache
def _listed(language: str, lists: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words in the given lists in the data file, and the stems of their folded forms."""
    rows = (table(_FILE)[name].get(each, "") for name in lists for each in {"en", language})
    words = frozenset(word.casefold() for row in rows for word in row.split())
    return words, frozenset(stem(folded_word(word), language) for word in words)


def _is_listed(word: str, language: str, *lists: str) -> bool:
    words, stems = _listed(language, lists)
    inflected = word.islower() or language == "de"  # "Marie" is not "marié", nor "Madrid" "madre"
    return word.casefold() in words or (inflected and stem(folded_word(word), language) in stems)


def _is_name(word: str, language: str) -> bool:
    """Return whether a word may name a subject rather than say what is asked about one."""
    word = re.sub(r"['\u2019]s?$", "", word)
    functional = function_words(language)
    if word.isupper() and len(word) > 1 and folded_word(word) in functional:
        return True  # US, IT
    return word not in _WORDS.openers and not all(
        part.isdigit()
        or folded_word(part) in functional
        or _is_listed(part, language, "nouns", "other")
        for part in word.split("-")
    )


def names_in(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names in a text: quoted titles and runs of capitalised words.

    If there are none, return the spans of other words that may name a subject.
    """
    if language == "zh":
        ends = [0, *(end for found in _PATTERNS.cjk_words.finditer(text) for end in found.span())]
        pairs = zip(ends[::2], [*ends[1::2], len(text)], strict=True)
        return [pair for pair in pairs if text[slice(*pair)].strip(_ENDS)]
    titles = _PATTERNS.title.finditer(text)
    quoted = [found.span(found.lastindex or 0) for found in titles]
    runs = [_trimmed(found, language) for found in _PATTERNS.run.finditer(text)]
    marked = [(start, end) for start, end in runs if start < end and end > 1]
    outside = [run for run in marked if not any(a <= run[0] < b for a, b in quoted)]
    return sorted(quoted + outside) or _lower_runs(text, language)


def _trimmed(run: re.Match[str], language: str) -> tuple[int, int]:
    """Return the span of a run without leading words that cannot begin a name; may be empty."""
    words = list(_WORD.finditer(run[0]))
    inside = language != "de" and any(map(str.isalnum, run.string[: run.start()]))
    while words and not _is_name(words[0][0], language):
        word = words[0][0]
        role = word.isupper() or _PATTERNS.person_noun.fullmatch(word)
        if (
            inside
            and not role
            and word not in _WORDS.openers
            and (words[0].start() == 0 or not word.islower())
        ):
            break  # "Museum of Modern Art", but "President of France"
        words.pop(0)
    if not words or not (inside or any(_is_name(word[0], language) for word in words)):
        return run.end(), run.end()
    bare = _PATTERNS.possessive_end.sub("", run[0].rstrip(" .,-"))
    return run.start() + words[0].start(), run.start() + len(bare)


def _lower_runs(text: str, language: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for word in _NUMBER_OR_WORD.finditer(text):
        joins = bool(found) and not text[found[-1][1] : word.start()].strip()
        if joins and (word[0][0].isdigit() or _is_name(word[0], language)):  # "python 3.12"
            found[-1] = (found[-1][0], word.end())
        elif not word[0][0].isdigit() and _is_name(word[0], language):
            found.append(word.span())
    return found


def _has_own_name(text: str, language: str) -> bool:
    return any(not text[slice(*span)].islower() for span in names_in(text, language))


# --- What a conversation is about

_LOOKED_AT = 300
_MOST_WORDS_OF_NAME, _MOST_WORDS_OF_REST, _MOST_WORDS_OF_FRAGMENT = 3, 8, 4
_ENOUGH_WORDS = 6
_REWRITTEN_MOST = 300
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_YEAR = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?!\d)")


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
        found = _names_of(question, answer, language)
        same = bool(lead) or not found or any(found[0] in name for name in self.people)
        names = self.names if same else found
        people, values = (self.people, self.values) if same else ((), ())
        told = tuple(_named(answer, f"{lead} {question}", language))
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
        part = (*(name for name in self.names if name not in content), content)
        several = self.people or self.values
        listed = several if len(several) > 1 else self.earlier
        value = self.values[:1]
        person = self.people[:1] or tuple(name for name in value if " " in name)
        named = {
            "first": listed[:1],
            "second": listed[1:2],
            "last": listed[-1:],
            "person": (*person, *self.names),
            "they": (*self.names, *value, *self.people),
            "thing": (*self.names, *value),
            "either": (*self.names, *person, *value),
            "part": part,
            "role": (*person, *part),
        }
        told = dict.fromkeys(n for kind in kinds for n in named[kind or "either"] if n)
        return ", ".join(told) or self.lead or content


def _content(question: str, names: Iterable[str], language: str) -> str:
    """Return the words of a question that do not only ask, with its names as they are."""
    if language == "zh":
        return ", ".join(names)
    asks = function_words(language)
    words = re.findall("|".join([*map(re.escape, names), r"\w[\w.'\u2019-]*"]), question)
    kept = [w for w in words if w not in _WORDS.openers and folded_word(w) not in asks]
    return " ".join(kept[:_MOST_WORDS_OF_REST])


def _subject_spans(question: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names in a question, without those that only say where or when.

    Of names in lower case, the one of ``the boiling point of ethanol`` is ``ethanol``.
    """
    found = names_in(question, language)
    free = [span for span in found if not _PATTERNS.prepositional.search(question[: span[0]])]
    of = [span for span in found if _PATTERNS.genitive.search(question[: span[0]])]
    lower = all(question[slice(*span)].islower() for span in found)
    return (of if lower else []) or free or found


def _names_of(question: str, answer: str, language: str) -> tuple[str, ...]:
    """Return what a question is about; its answer shows which words in lower case are a name.

    Names that only say where or when are returned with the other words of the question.
    """
    names = [question[start:end] for start, end in _subject_spans(question, language)]
    shown = [answer[start:end] for start, end in names_in(answer, language)]
    shown = [n for n in shown if not n.islower() and n.casefold() in question.casefold()]
    new = [n for n in shown if not any(n.casefold() in name.casefold() for name in names)]
    names = [*(name for name in names if not new or not name.islower()), *new[:1]]
    before = question.partition(names[0])[0] if names else ""
    if not _PATTERNS.prepositional.search(before) or _PATTERNS.genitive.search(before):
        return tuple(names)
    return (_content(question, names, language),)


def _named(answer: str, question: str, language: str) -> Iterable[str]:
    """Yield the new names that an answer has in bold, or else the first in its first sentence."""
    bold = re.findall(r"\*\*([^*\n]{2,60})\*\*", answer)
    sentence = plain(answer)
    for part in bold or [sentence[a:b] for a, b in spans(sentence, 0, len(sentence))][:1]:
        names = [part[start:end] for start, end in names_in(part, _language(part, language))]
        names = [n for n in names if n.casefold() not in question.casefold()]
        names = [n for n in names if not _YEAR.search(n) and (n.lower() != n or not n.isascii())]
        for name in names[: 1 if bold else 2]:
            yield part.strip(_ENDS) if bold and len(part.split()) <= _MOST_WORDS_OF_NAME else name


# --- The rewriting


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
        text, kinds = self.text, self._references()
        bare = not names_in(text, self.language)
        if kinds[:1] != ("part",) and (kinds or bare) and _PATTERNS.sequence.search(text):
            return ("role",)
        if _PATTERNS.lone.fullmatch(text) or _PATTERNS.lone_more.fullmatch(text):
            return ("part",)
        if "none" in kinds or (kinds == ("part",) and _has_own_name(text, self.language)):
            kinds = ()
        if kinds and kinds[0] in ("first", "second", "last"):
            return kinds[:1]
        return kinds or (() if self._names_its_subject() else ("",))

    def _references(self) -> tuple[str, ...]:
        text = _PATTERNS.expletive.sub(lambda dummy: " " * len(dummy[0]), self.text)
        kinds = []
        for kind, outside, pattern in _references(self.language):
            found = pattern.search(text)
            if found is None or _is_described(found, self.language):
                continue
            if outside or not self._explained(text[: found.start()]):
                kinds.append(kind)
        return tuple(dict.fromkeys(kinds))

    def _explained(self, before: str) -> bool:
        """Return whether the text before a pronoun says what it stands for."""
        names = names_in(before, self.language)
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
        counted = _PATTERNS.counted.sub(" ", self.text) if self.language == "en" else self.text
        runs = names_in(counted, self.language)
        if self.language in ("en", "zh") or _PATTERNS.introduced.search(self.text):
            return bool(runs)
        return sum(len(self.text[a:b].split()) for a, b in runs) >= _ENOUGH_WORDS


@cache
def _references(language: str) -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    return tuple(
        (kind, outside, re.compile(f"(?i){expression(_FILE, find)}"))
        for kind, outside, find in table(_FILE)["references"].get(language, ())
    )


def _is_described(found: re.Match[str], language: str) -> bool:
    """Return whether a match is part of a title, or says what a name behind it is."""
    before, behind = found.string[: found.start()].rstrip(), found.string[found.end() :]
    capital = language != "de" and found[0] != found[0].lower()
    if before and (capital or before.endswith((",", "\u300b"))):
        return True
    if " " not in found[0].strip() or language != "en" or behind.startswith("'s"):
        return False
    named = behind.lstrip(" \"'")  # "the band oasis", but "does the company employ"
    runs = [] if _PATTERNS.inverted.search(before) else _lower_runs(named, language)
    return named[:1].isupper() or bool(runs and not runs[0][0])


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
    names = names_in(asked.text, asked.language)
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
    names = names_in(text, asked.language)
    if numbers[0] and not _has_own_name(text, asked.language):
        if numbers[1]:
            return question.replace(numbers[1][0], numbers[0][0], 1), topic.lead
        return f"{question.rstrip(_ENDS)} {text}?", topic.lead
    if not names or (not asked.joined and text[slice(*names[0])].islower()):
        return None
    around = _WORD.findall(f"{text[: names[0][0]]} {text[names[0][1] :]}")
    if any(_is_listed(word, asked.language, "nouns") for word in around):
        return text, ""
    name, targets = text[slice(*names[0])], _subject_spans(question, topic.language)
    first = text.casefold().split()[:1]  # "and for cats?" takes the place behind "for"
    every = names_in(question, topic.language)
    same = [span for span in every if question[: span[0]].casefold().split()[-1:] == first]
    if topic.lead and not same:
        return question, name
    targets = same or targets
    if not targets or (len(targets) > 1 and question[slice(*targets[0])].islower()):
        return text, _content(question, (), topic.language)
    start, end = targets[0]
    return f"{question[:start]}{name}{question[end:]}", topic.lead
