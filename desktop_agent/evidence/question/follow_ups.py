"""Rewrite follow-up questions by rule so that they can be understood without the conversation.

The result is meant for a search: it contains the words in the follow-up and their subject, but may
be ungrammatical. If no word can simply be replaced by the subject, the subject is put in front, as
in ``Kölner Dom: wie lange wurde daran gebaut?``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from desktop_agent.core.language import latin_language_of, script_of
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
    """Return the folded words in the given lists in the data file, and their stems."""
    rows = (table(_FILE)[name].get(each, "") for name in lists for each in {"en", language})
    words = frozenset(folded_word(word) for row in rows for word in row.split())
    return words, frozenset(stem(word, language) for word in words)


def _is_listed(word: str, language: str, *lists: str) -> bool:
    words, stems = _listed(language, lists)
    told = folded_word(word)
    inflected = word.islower() or language == "de"  # "Madrid" has the stem of "madre"
    return told in words or (inflected and stem(told, language) in stems)


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
_MOST_WORDS_OF_NAME = 3


@dataclass(frozen=True, slots=True)
class Topic:
    """What a conversation is about after a turn.

    ``question`` is the question asked in the turn, rewritten if it was a follow-up, and ``current``
    is the name that it was about. ``subjects`` are the names asked about so far, the latest last.
    ``person`` and ``place`` are from an answer, and ``named`` are the names in the last answer.
    """

    question: str = ""
    language: str = ""
    subjects: tuple[str, ...] = ()
    current: str = ""
    person: str = ""
    place: str = ""
    named: tuple[str, ...] = ()

    @property
    def thing(self) -> str:
        return self.subjects[-1] if self.subjects else self.current

    def after(self, question: str, answer: str, used: str, *, new: bool) -> "Topic":
        """Return the topic after a turn; ``used`` is the name inserted into its question, or ""."""
        language = _language(question, self.language)
        answer = re.sub(r"\[\d+\]", "", _PATTERNS.understood.sub("", answer.strip()))[:_LOOKED_AT]
        sentence = plain(answer)
        sentence = next((sentence[a:b] for a, b in spans(sentence, 0, len(sentence))), "")
        names = _subjects_in(question, answer, language)
        first = names[0] if names else ""
        used = used or (first if first in self.person else "")
        current, more = used or first or self.current, names[1:2] if len(names) == 2 else []
        kept = [name for name in self.subjects if name != current]
        subjects = [*kept, current, *(more if current == first else [])]
        if used and used in self.person:
            subjects = list(self.subjects)
        meant = [name for name in kept if name in sentence and subjects[-1] not in sentence]
        if meant and used:  # "the group's headquarters?": the answer shows which was meant
            current, subjects = meant[-1], [*kept, meant[-1]]
        told = Topic(question, language, tuple(filter(None, subjects)), current)
        if used or not new:
            known = not used or used in (*self.subjects, self.current)
            person = used if used and used in self.person else self.person if known else ""
            told = replace(told, person=person, place=self.place)
        return told.with_answer(tuple(_named(answer, sentence, question, language)))

    def with_answer(self, names: tuple[str, ...]) -> "Topic":
        """Return the topic updated with the names in the answer to its question."""
        told = replace(self, named=names)
        if names and _PATTERNS.who.search(self.question):
            return replace(told, person=next((name for name in names if " " in name), names[0]))
        asks_which = _PATTERNS.which.search(self.question)
        if not names or not asks_which or _PATTERNS.value.search(self.question):
            return told
        if _PATTERNS.where.search(self.question):
            return replace(told, place=names[0])
        if " " in names[0] and _PATTERNS.of_thing.search(self.question):
            return replace(told, person=names[0])  # "in what year was the novel published?"
        if len(names) > 1:
            return told
        return replace(told, current=names[0], subjects=(*self.subjects, *names), place=names[0])

    def referent(self, kind: str, text: str) -> str:
        """Return the name that a reference in the text stands for, or "".

        ``kind`` is a kind of reference in the data file. If the person just named and the thing
        asked about are equally likely, return both, separated by a comma.
        """
        one = re.split(_PATTERNS.plural, self.person)[0]
        person = self.current if self._other_sex(text) else one or self.current
        listed = self.named if len(self.named) > 1 else self.subjects
        asks_who, of_thing, of_person = (
            bool(pattern.search(text))
            for pattern in (_PATTERNS.who, _PATTERNS.of_thing, _PATTERNS.of_person)
        )
        group = self.person and (one != self.person or self.person in self.named)
        told = {
            "holder": one,
            "person": person,
            "place": self.place or self.thing,
            "they": self.person if group else self.thing,
            "thing": self.thing,
            "first": listed[0] if listed else "",
            "second": listed[1] if len(listed) > 1 else "",
            "last": listed[-1] if listed else "",
            "question": _asked_for(self.question),
            "bridge": person if of_person else self.thing,
        }
        if kind == "either" and self._other_sex(text):
            return person
        if kind in told:
            return told[kind]
        if of_person or of_thing or (asks_who and kind != "either"):
            return told["bridge"]
        known = (one, self.thing) if self.current in self.person else (self.thing, one)
        doubtful = self.person in (*self.named, self.current)
        return ", ".join(filter(None, known if doubtful else (self.current,)))

    def _other_sex(self, text: str) -> bool:
        male, female = (bool(p.search(self.question)) for p in (_PATTERNS.male, _PATTERNS.female))
        he, she = (bool(pattern.search(text)) for pattern in (_PATTERNS.he, _PATTERNS.she))
        return male != female and he != she and he == female


def _subjects_in(question: str, answer: str, language: str) -> list[str]:
    """Return the names in a question, without those after a preposition if there are others.

    A lower-case title is extended to its full length if the answer emphasises it.
    """
    found = names_in(question, language)
    led = [span for span in found if not _PATTERNS.prepositional.search(question[: span[0]])]
    names = [question[start:end] for start, end in led or found]
    titles = [name.strip() for name in _PATTERNS.emphasised.findall(answer)]
    titles = [title for title in titles if title.casefold() in question.casefold()]
    return [next((title for title in titles if name in title), name) for name in names]


def _named(answer: str, sentence: str, question: str, language: str) -> Iterable[str]:
    """Yield names that the question lacks: those in bold, or else the first in ``sentence``."""
    bold = re.findall(r"\*\*([^*\n]{2,60})\*\*", answer)
    for part in bold or [sentence]:
        names = [part[start:end] for start, end in names_in(part, _language(part, language))]
        new = (name for name in names if name.casefold() not in question.casefold())
        name = next((name for name in new if name.lower() != name or not name.isascii()), "")
        if len(name) > 1:
            yield part.strip(_ENDS) if bold and len(part.split()) <= _MOST_WORDS_OF_NAME else name


def _asked_for(question: str) -> str:
    """Return what a question asks for: ``100m world record`` from ``what is the ...?``."""
    role = _PATTERNS.role.match(question)
    return (role["role"] if role else question).strip(_ENDS)


# --- The rewriting

_SCRIPTS = ("LATIN", "CJK", "")
_MOST_WORDS_OF_FRAGMENT = 4
_MOST_WORDS_TO_CARRY = 9
_REWRITTEN_MOST = 300


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
        verb = language == "es" and _PATTERNS.without_subject.match(rest)
        asks = verb or _PATTERNS.asking.match(rest) is not None or "谁" in rest
        short = len(rest.split()) <= _MOST_WORDS_OF_FRAGMENT and (joined or language != "zh")
        return cls(rest, language, not asks and (short or joined), joined)


Rewriting = tuple[str, str]
"""The rewritten question, and the name that was inserted into it, or ""."""


def stand_alone(text: str, history: Iterable[tuple[str, str]]) -> str:
    """Return a question, rewritten to be understood without the preceding conversation.

    ``history`` holds the earlier questions, as written, with their answers. A question that is
    already independent, or cannot be improved, is returned unchanged.
    """
    topic = Topic()
    for question, answer in history:
        put = _rewritten(question, topic)
        asked, used = put or (question, "")
        topic = topic.after(asked, answer, used, new=put is None)
    put = _rewritten(text, topic)
    return put[0] if put else text


def is_self_contained(text: str, before: str = "") -> bool:
    """Return whether a question clearly names its subject and does not refer to earlier ones.

    ``before`` is the previous question, whose language is assumed if the text is ambiguous.
    """
    asked = Asked.of(text, _language(before) if before else "")
    names = names_in(asked.text, asked.language)
    named = any(not asked.text[slice(*span)].islower() for span in names) or len(names) > 1
    leans = asked.fragment or asked.joined or _PATTERNS.sequence.search(asked.text)
    known = Topic("X", subjects=("X", "Y"), current="X")
    return named and not leans and _with_reference(asked, known) is None


def is_about_wording(text: str) -> bool:
    """Return whether a text only asks for rewording, such as ``shorter`` or ``in German``."""
    return _PATTERNS.rewords.match(text.strip()) is not None


def _rewritten(text: str, topic: Topic) -> Rewriting | None:
    if not topic.question or len(text) > _REWRITTEN_MOST or _PATTERNS.new_topic.match(text):
        return None
    asked = Asked.of(text, topic.language)
    if asked.text and _has_own_name(text.strip().partition(asked.text)[0], asked.language):
        return None  # "We know it as Myanmar today. What was it called before?"
    known = asked.language in table(_FILE)["references"] and script_of(asked.text) in _SCRIPTS
    if not known and not asked.joined:
        return None
    if not asked.text or _PATTERNS.repeats.fullmatch(asked.text) or is_about_wording(text):
        return topic.question, topic.current
    for rule in (_next_in_line, _at_another_time, _without_subject, _with_reference):
        put = rule(asked, topic)
        if put is not None:
            return put
    return _for_another(asked, topic) if asked.fragment else _of_subject(asked, topic)


def _next_in_line(asked: Asked, topic: Topic) -> Rewriting | None:
    """Put the last question's role in front of, for example, ``who was the one before?``."""
    role = _PATTERNS.role.match(topic.question)
    asks_who = asked.fragment or _PATTERNS.who.search(asked.text)
    if not (role and asks_who and _PATTERNS.sequence.search(asked.text)):
        return None
    put = _with_reference(replace(asked, fragment=False), topic)
    if put is None and names_in(asked.text, asked.language):
        return None
    rest = put[0] if put else asked.text
    if role["role"].casefold() in rest.casefold():
        return _marked(rest, asked.language), topic.current
    return _marked(f"{role['role']}: {rest}", asked.language), topic.current


def _marked(text: str, language: str) -> str:
    text = " ".join(text.split()).strip(_ENDS)
    mark = "\uff1f" if language == "zh" else "?"
    return f"{text[:1].upper()}{text[1:]}{mark}"


def _at_another_time(asked: Asked, topic: Topic) -> Rewriting | None:
    """Apply the last question to another time, as asked by ``and in 2018?``."""
    text, question = asked.text, topic.question.strip(_ENDS)
    years = [re.search(r"(?<!\d)(?:1\d|20)\d\d(?!\d)", each) for each in (text, question)]
    whole = _PATTERNS.time.fullmatch(text)
    with_year = asked.fragment and asked.joined and years[0]  # "and before the war, in 1938?"
    if not whole and (not with_year or _has_own_name(text, asked.language)):
        return None
    if years[0] and years[1]:
        question = question.replace(years[1][0], years[0][0], 1)
    elif whole:
        question = _PATTERNS.now_word.sub("", _PATTERNS.time.sub("", question)).strip(_ENDS)
    text = "" if years[0] and years[1] and whole else text
    return _marked(f"{question} {text}", topic.language), topic.current


def _without_subject(asked: Asked, topic: Topic) -> Rewriting | None:
    """Combine a bare question such as ``why?`` or ``why so high?`` with the last question."""
    if _PATTERNS.lone.fullmatch(asked.text):
        rest = _PATTERNS.lead.sub("", topic.question)
        return _marked(f"{asked.text} {rest}", topic.language), topic.current
    if _PATTERNS.lone_more.fullmatch(asked.text):
        return _in_front(_asked_for(topic.question), asked), topic.current
    return None


def _in_front(subject: str, asked: Asked) -> str:
    return _marked(f"{subject}: {asked.text}", asked.language)


@cache
def _references(language: str) -> tuple[tuple[str, bool, re.Pattern[str], str], ...]:
    rows = table(_FILE)["references"].get(language, ())
    return tuple(
        (kind, outside, re.compile(f"(?i){expression(_FILE, find)}"), put)
        for kind, outside, find, put in rows
    )


def _with_reference(asked: Asked, topic: Topic) -> Rewriting | None:
    """Replace a reference such as ``she`` or ``the company`` with the name it stands for.

    If the data file has no replacement for it, the name is put in front of the question instead.
    """
    text = _PATTERNS.expletive.sub(lambda dummy: " " * len(dummy[0]), asked.text)
    for kind, outside, pattern, put in _references(asked.language):
        found = pattern.search(text)
        if found is None:
            continue
        other = kind == "question" and not asked.fragment
        if kind == "none" or (other and _has_own_name(asked.text, asked.language)):
            return None
        name = topic.referent(kind, text)
        explained = not outside and _explained(text[: found.start()], asked, kind)
        if not name or explained or _is_described(found, asked.language):
            continue
        if not put or ", " in name:
            return _in_front(name, asked), name.split(", ")[0] if kind != "question" else ""
        new = put.format(found[0], *found.groups(""), x=name)
        whole = f"{asked.text[: found.start()]}{new}{asked.text[found.end() :]}"
        if asked.fragment and asked.joined and _PATTERNS.person_noun.search(whole):
            if name in topic.question:
                whole = topic.question.replace(name, whole, 1)
            return _marked(whole, asked.language), whole if whole != topic.question else name
        again = _with_reference(replace(asked, text=whole), topic)  # "did she paint there"
        return (again[0] if again else _marked(whole, asked.language)), name
    return None


def _is_described(found: re.Match[str], language: str) -> bool:
    """Return whether a match is part of a title or describes a name next to it."""
    before, behind = found.string[: found.start()].rstrip(), found.string[found.end() :]
    capital = language != "de" and found[0] != found[0].lower()
    if before and (capital or found[0][0].isupper() or before.endswith((",", "\u300b"))):
        return True
    if " " not in found[0] or behind.startswith("'s"):
        return False
    named = behind.lstrip(" \"'\u201c\u00ab")
    if named[:1].isupper() or behind.lstrip()[:1] in ('"', "'"):
        return True
    runs = _lower_runs(named, language)
    verb = _PATTERNS.inverted.search(before) and _PATTERNS.last_verb.fullmatch(named)
    return bool(runs and not runs[0][0]) and not verb  # "the band oasis", "does the company employ"


def _explained(before: str, asked: Asked, kind: str) -> bool:
    """Return whether the text before a pronoun says what it stands for."""
    antecedent = _PATTERNS.someone if kind in ("person", "either") else _PATTERNS.antecedent
    names = names_in(before, asked.language)
    if antecedent.search(before) or asked.language == "zh" or not names:
        return antecedent.search(before) is not None or bool(names)
    start, end = names[0]
    name, rest = before[start:end], before[end:]
    next_clause = _PATTERNS.next_clause.search(rest) is not None
    many = kind == "they" and re.search(r"s\b", name) is not None
    named = not name.islower() or many or next_clause
    led = _PATTERNS.prepositional.search(before[:start]) and not next_clause
    return named and not led


def _for_another(asked: Asked, topic: Topic) -> Rewriting | None:
    """Apply the last question to another name, as asked by ``what about Berlin?``."""
    text, language = asked.text, asked.language
    names = names_in(text, language)
    if not names:
        number, old = _PATTERNS.number.fullmatch(text), _PATTERNS.ends_in_number.match(topic.thing)
        if not number or not old:
            return _of_subject(asked, topic)
        name = f"{old[1]}{number[1]}"  # "and 3.13?"
        return _marked(topic.question.replace(topic.thing, name), topic.language), name
    start, end = names[0]
    name = text[start:end]
    around = _WORD.findall(f"{text[:start]} {text[end:]}")
    with_noun = any(_is_listed(word, language, "nouns") for word in around)
    if asked.joined and with_noun:
        return _marked(text, language), name
    if with_noun and not name.islower():
        return None
    if with_noun or _PATTERNS.compares.search(text[:start]):
        return _in_front(topic.current, asked), topic.current
    thing = not asked.joined or _PATTERNS.article.match(text)
    if name.islower() and not topic.current.islower() and thing:
        return _of_subject(asked, topic)
    return _swapped(asked, topic, name)


def _swapped(asked: Asked, topic: Topic, name: str) -> Rewriting:
    """Return the last question with ``name`` in place of its subject or prepositional object."""
    question = topic.question.strip(_ENDS)
    targets = names_in(question, topic.language)
    if not targets:
        return _marked(f"{asked.text}: {question}", topic.language), name
    own = [span for span in targets if question[slice(*span)] == topic.current]
    start, end = (own or targets)[0]
    if _PATTERNS.preposition.match(asked.text):
        led = [(a, b) for a, b in targets if _PATTERNS.prepositional.search(question[:a])]
        if not led and question[start:end].islower():
            return _marked(f"{question} {asked.text}", topic.language), topic.current
        start, end = led[-1] if led else (start, end)
    return _marked(f"{question[:start]}{name}{question[end:]}", topic.language), name


def _of_subject(asked: Asked, topic: Topic) -> Rewriting | None:
    """Add the topic's subject to a question that lacks one, such as ``who was the director?``."""
    if not asked.fragment and _names_its_subject(asked.text, asked.language):
        return None
    text, language = asked.text, asked.language
    nouns = [word for word in _WORD.finditer(text) if _is_listed(word[0], language, "nouns")]
    form = table(_FILE)["of"].get(language)
    if nouns and form and language != "zh":
        name, end = topic.referent("bridge", text), nouns[-1].end()
        definite = _PATTERNS.definite_before.search(text[: nouns[-1].start()])
        if definite or (end == len(text) and language == "en"):
            return _marked(form.format(text[:end], text[end:], x=name), language), name
    name = topic.referent("", text)
    return _in_front(name, asked), name.split(", ")[0]


def _names_its_subject(text: str, language: str) -> bool:
    """Return whether a complete question contains words that may name its own subject."""
    if len(text.split()) > _MOST_WORDS_TO_CARRY or _PATTERNS.new_subject.search(text):
        return True
    if language == "es" and _PATTERNS.without_subject.match(text):
        return False
    asks = table(_FILE)["asks_of"].get(language, "")
    named = language != "zh" and _has_own_name(text, language)
    return named or bool(names_in(re.sub(asks, " ", text) if asks else text, language))
