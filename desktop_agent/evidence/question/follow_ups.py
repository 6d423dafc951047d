"""Rewrite follow-up questions by rule so that they can be understood without the conversation."""

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
_LOOKED_AT = 300
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


def _language(text: str, other: str = "") -> str:
    """Return a language code; ``other`` is that of the conversation, for texts that leave it open."""
    if _PATTERNS.cjk.search(text):
        return "zh"
    guess = language_of_question(text)
    return latin_language_of(text) or (guess if guess != "en" else other or guess)


@cache
def _listed(language: str, *lists: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the folded words of lists of the data, and their stems."""
    rows = (table(_FILE)[name].get(each, "") for name in lists for each in {"en", language})
    words = frozenset(folded_word(word) for row in rows for word in row.split())
    return words, frozenset(stem(word, language) for word in words)


def _is_listed(word: str, language: str, *lists: str) -> bool:
    words, stems = _listed(language, *lists)
    told = folded_word(word)
    inflected = word.islower() or language == "de"  # "Madrid" has the stem of "madre"
    return told in words or (inflected and stem(told, language) in stems)


def _is_noun(word: str, language: str) -> bool:
    return _is_listed(word, language, "nouns")


def _is_name(word: str, language: str) -> bool:
    """Return whether a word may name a subject, as opposed to what is asked about one."""
    word = re.sub(r"['\u2019]s?$", "", word)
    if word.isupper() and len(word) > 1 and folded_word(word) in function_words(language):
        return True  # US, IT
    parts = word.split("-")
    return word not in _WORDS.openers and not all(_only_asks(part, language) for part in parts)


def _only_asks(word: str, language: str) -> bool:
    told = folded_word(word)
    asks = told.isdigit() or told in function_words(language)
    return asks or _is_listed(word, language, "nouns", "other")


def names_in(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names in a text: titles in quotes, runs of capitalised words.

    If there are none, the spans are those of runs of words that do not merely ask about a subject.
    """
    if language == "zh":
        ends = [0, *(end for found in _PATTERNS.cjk_words.finditer(text) for end in found.span())]
        pairs = zip(ends[::2], [*ends[1::2], len(text)], strict=True)
        return [pair for pair in pairs if text[slice(*pair)].strip(_ENDS)]
    quoted = [found.span(1) for found in _PATTERNS.title.finditer(text)]
    runs = [_trimmed(found, language) for found in _PATTERNS.run.finditer(text)]
    marked = [(start, end) for start, end in runs if start < end and end > 1]
    outside = [run for run in marked if not any(a <= run[0] < b for a, b in quoted)]
    return sorted(quoted + outside) or _lower_runs(text, language)


def _trimmed(run: re.Match[str], language: str) -> tuple[int, int]:
    """Return the span of a run without words at its start that cannot begin a name."""
    words = list(_WORD.finditer(run[0]))
    at_start = not any(map(str.isalnum, run.string[: run.start()]))
    while words and _begins_no_name(words[0][0], language, at_start=at_start):
        words.pop(0)
        while words and words[0][0].islower():
            words.pop(0)
    titled = language != "de" and not at_start and words  # "My Way", within a sentence
    if not titled and not any(_is_name(word[0], language) for word in words):
        return run.end(), run.end()
    bare = _PATTERNS.possessive_end.sub("", run[0].rstrip(" .,-"))
    return run.start() + words[0].start(), run.start() + len(bare)


def _begins_no_name(word: str, language: str, *, at_start: bool) -> bool:
    if _is_name(word, language):
        return False
    role = word.isupper() or _PATTERNS.person_noun.fullmatch(word)
    part_of_name = language != "de" and not at_start and word not in _WORDS.openers
    return bool(role) or not part_of_name  # "Museum of Modern Art", but "President of France"


def _lower_runs(text: str, language: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for word in _WORD.finditer(text):
        if not _is_name(word[0], language):
            continue
        if found and not text[found[-1][1] : word.start()].strip():
            found[-1] = (found[-1][0], word.end())
        else:
            found.append(word.span())
    return found


# --- What a conversation is about


@dataclass(frozen=True, slots=True)
class Topic:
    """What a conversation is about after a turn: its question, rewritten, and what that named.

    ``subject`` was asked about last, ``person`` and ``place`` were named by an answer, and
    ``group`` is what "they" means.
    """

    question: str = ""
    subject: str = ""
    thing: str = ""
    person: str = ""
    place: str = ""
    group: str = ""
    language: str = ""

    def after(self, question: str, answer: str, used: str, *, new: bool) -> "Topic":
        """Return the topic after a turn; ``used`` is the name that the rewriting put in."""
        language = _language(question, self.language)
        spans_of_names = names_in(question, language)
        names = [question[start:end] for start, end in spans_of_names]
        first = names[-1 if _PATTERNS.cast.search(question) else 0] if names else ""
        subject = used or first or self.subject
        next_topic = Topic(question, subject, first or subject, language=language)
        if not new:
            person = subject if used and used != self.thing else self.person
            thing = self.thing if used and used in self.person else subject
            next_topic = replace(next_topic, thing=thing, person=person, place=self.place)
        return next_topic.with_answer(_answer_name(question, answer, language))

    def with_answer(self, name: str) -> "Topic":
        """Return the topic with the name that answered the question, or "" if none did."""
        group = self.thing
        if not name:
            return replace(self, group=group)
        if _PATTERNS.who.search(self.question):
            holder = _PATTERNS.holds_office.search(self.question) and not _several(name)
            return replace(self, person=name, group=group if holder else name)
        if _PATTERNS.where.search(self.question):
            return replace(self, place=name, group=group)
        return replace(self, subject=name, thing=name, place=name, group=name)

    def referent(self, kind: str, text: str) -> str:
        """Return the name that a reference of a kind (see ``references``) stands for, or ""."""
        one = re.split(_PATTERNS.plural, self.person)[0]
        if kind == "holder":
            return one
        if kind == "person":
            return self.subject if self._other_sex(text) else one or self.subject
        if kind == "place":
            return self.place or self.thing
        if kind == "they":
            return self.person if _several(self.person) else self.group or self.subject
        if kind == "thing" or (kind == "either" and _PATTERNS.of_thing.search(text)):
            return self.thing or self.subject
        if kind == "either" or _PATTERNS.of_person.search(text):
            return self.subject if self._other_sex(text) else one or self.subject
        return self.subject

    def _other_sex(self, text: str) -> bool:
        male, female = (bool(p.search(self.question)) for p in (_PATTERNS.male, _PATTERNS.female))
        he, she = (bool(pattern.search(text)) for pattern in (_PATTERNS.he, _PATTERNS.she))
        return male != female and he != she and he == female


def _several(name: str) -> bool:
    return _PATTERNS.plural.search(name) is not None


def _answer_name(question: str, answer: str, language: str) -> str:
    """Return the name in bold or in the first sentence that answers who, which or where, or ""."""
    asked = _PATTERNS.who.search(question) or _PATTERNS.which.search(question)
    if not asked or _PATTERNS.value.search(question):
        return ""
    answer = _PATTERNS.understood.sub("", answer.strip())
    text = re.sub(r"\[\d+\]", "", answer)[:_LOOKED_AT]
    bold = re.search(r"\*\*([^*\n]{2,80})\*\*", text)
    sentence = plain(text)
    sentence = next((sentence[a:b] for a, b in spans(sentence, 0, len(sentence))), "")
    said = question.casefold()
    for part in (bold[1] if bold else "", sentence):
        names = [part[start:end] for start, end in names_in(part, _language(part, language))]
        for name in names:
            capital = name[:1].isupper() or not name.isascii() or part is not sentence
            if capital and name.casefold() not in said:
                return name
    return ""


# --- The rewriting

_SCRIPTS = ("LATIN", "CJK", "")
_MOST_WORDS_OF_FRAGMENT = 4
_REWRITTEN_MOST = 300


@dataclass(frozen=True, slots=True)
class Asked:
    """A follow-up without ``and`` or ``what about``; a fragment is not a whole question."""

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


Rewriting = tuple[str, str]
"""A question that stands alone, and the name that was put into it, or ""."""


def stand_alone(text: str, history: Iterable[tuple[str, str]]) -> str:
    """Return a question so that it can be understood without the conversation before it.

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
    """Return whether a question evidently needs no conversation: it names what it is about.

    ``before`` is the question before it, which tells the language where the text leaves it open.
    """
    asked = Asked.of(text, _language(before) if before else "")
    names = names_in(asked.text, asked.language)
    named = any(not asked.text[slice(*span)].islower() for span in names) or len(names) > 1
    leans = asked.fragment or asked.joined or _PATTERNS.sequence.search(asked.text)
    return named and not leans and _with_reference(asked, Topic(subject="X", thing="X")) is None


def is_about_wording(text: str) -> bool:
    """Return whether a text only asks for other words, such as ``shorter`` or ``in German``."""
    return _PATTERNS.rewords.match(text.strip()) is not None


def _rewritten(text: str, topic: Topic) -> Rewriting | None:
    if not topic.question or len(text) > _REWRITTEN_MOST:
        return None
    asked = Asked.of(text, topic.language)
    known = asked.language in table(_FILE)["references"] and script_of(asked.text) in _SCRIPTS
    if not known and not asked.joined:
        return None
    if not asked.text or _PATTERNS.repeats.fullmatch(asked.text) or is_about_wording(text):
        return topic.question, topic.subject
    for rule in (_at_another_time, _lone_word, _next_in_line, _with_reference, _for_another):
        put = rule(asked, topic)
        if put is not None:
            return (put[0], put[1]) if put[0] else None
    return _of_subject(asked, topic)


def _marked(text: str, language: str) -> str:
    text = " ".join(text.split()).strip(_ENDS)
    mark = "\uff1f" if language == "zh" else "?"
    return f"{text[:1].upper()}{text[1:]}{mark}"


def _at_another_time(asked: Asked, topic: Topic) -> Rewriting | None:
    """``and in 2018?``: the last question at another time."""
    if not _PATTERNS.time.fullmatch(asked.text):
        return None
    years = [re.search(r"(?:1\d|20)\d\d", each) for each in (asked.text, topic.question)]
    if years[0] and years[1]:
        text = topic.question.replace(years[1][0], years[0][0], 1)
    else:
        timeless = _PATTERNS.now_word.sub("", _PATTERNS.time.sub("", topic.question))
        text = f"{timeless.strip(_ENDS)} {asked.text}"
    return _marked(text, topic.language), topic.subject


def _lone_word(asked: Asked, topic: Topic) -> Rewriting | None:
    """``why?``: the last question with another question word."""
    if not _PATTERNS.lone.fullmatch(asked.text):
        return None
    rest = _PATTERNS.lead.sub("", topic.question)
    return _marked(f"{asked.text} {rest}", topic.language), topic.subject


def _next_in_line(asked: Asked, topic: Topic) -> Rewriting | None:
    """``who was the one before?``: the role that the last question named goes in front."""
    role = _PATTERNS.role.match(topic.question)
    asks_who = asked.fragment or _PATTERNS.who.search(asked.text)
    if not (role and asks_who and _PATTERNS.sequence.search(asked.text)):
        return None
    put = _with_reference(replace(asked, fragment=False), topic)
    if put is None and names_in(asked.text, asked.language):
        return None
    rest = put[0] if put else asked.text
    return _marked(f"{role['role']}: {rest[:1].lower()}{rest[1:]}", asked.language), topic.subject


@cache
def _references(language: str) -> tuple[tuple[str, bool, re.Pattern[str], str], ...]:
    rows = table(_FILE)["references"].get(language, ())
    return tuple(
        (kind, outside, re.compile(f"(?i){expression(_FILE, find)}"), put)
        for kind, outside, find, put in rows
    )


def _with_reference(asked: Asked, topic: Topic) -> Rewriting | None:
    """``when was she born?``: a pronoun or ``the company`` becomes the name it stands for."""
    text = _PATTERNS.expletive.sub(lambda dummy: " " * len(dummy[0]), asked.text)
    for kind, outside, pattern, put in _references(asked.language):
        found = pattern.search(text)
        if found is None or _is_described(found, asked.language):
            continue
        if kind == "none":
            return None
        name = topic.referent(kind, text)
        if not name or (not outside and _explained(text[: found.start()], asked, kind)):
            continue
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
    """Return whether a match is part of a title, or says what a name beside it is."""
    before, behind = found.string[: found.start()].rstrip(), found.string[found.end() :]
    if before and (found[0][0].isupper() or before.endswith((",", "\u300b"))):
        return True
    if " " not in found[0] or behind.startswith("'s"):
        return False
    named = behind.lstrip(" \"'\u201c\u00ab")
    runs = _lower_runs(named, language)
    return named[:1].isupper() or behind.lstrip()[:1] in ('"', "'") or bool(runs and not runs[0][0])


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
    """``what about Berlin?``: the last question about another name; a new subject gives ("", "")."""
    names = names_in(asked.text, asked.language)
    if not names:
        return None
    start, end = names[0]
    name = asked.text[start:end]
    marked = not name.islower()
    if not asked.fragment:
        bare = len(names) == 1 and not marked and end == len(asked.text)
        alone = " " not in name and not _PATTERNS.prepositional.search(asked.text[:start])
        past = alone and topic.subject[:1].isupper() and _PATTERNS.past.search(asked.text)
        leans = bare and (past or _PATTERNS.definite.search(asked.text))
        return None if leans and not _PATTERNS.new_subject.search(asked.text) else ("", "")
    around = _WORD.findall(f"{asked.text[:start]} {asked.text[end:]}")
    if any(_is_noun(word, asked.language) for word in around):
        return (_marked(asked.text, asked.language), name) if asked.joined else ("", "")
    if not marked and not topic.subject.islower() and _PATTERNS.article.match(asked.text):
        return None
    return _swapped(asked, topic, name)


def _swapped(asked: Asked, topic: Topic, name: str) -> Rewriting:
    """Return the last question with the name of its subject, or after a preposition, replaced."""
    question = topic.question.strip(_ENDS)
    targets = names_in(question, topic.language)
    if not targets:
        return _marked(f"{asked.text}: {question}", topic.language), name
    own = [span for span in targets if question[slice(*span)] == topic.subject]
    start, end = (own or targets)[0]
    if _PATTERNS.preposition.match(asked.text):
        led = [(a, b) for a, b in targets if _PATTERNS.prepositional.search(question[:a])]
        start, end = led[-1] if led else (start, end)
    return _marked(f"{question[:start]}{name}{question[end:]}", topic.language), name


def _of_subject(asked: Asked, topic: Topic) -> Rewriting:
    """``who was the director?``: the subject is added to a question that has none."""
    text, language = asked.text, asked.language
    name = topic.referent("bridge", text)
    nouns = [word for word in _WORD.finditer(text) if _is_noun(word[0], language)]
    form = table(_FILE)["of"].get(language)
    if nouns and form and language != "zh":
        end = nouns[-1].end()
        if end == len(text) or _PATTERNS.definite_before.search(text[: nouns[-1].start()]):
            return _marked(form.format(text[:end], text[end:], x=name), language), name
    form = "{1} {x}" if language == "es" else "{x}: {1}"
    return _marked(form.format("", text, x=name), language), name
