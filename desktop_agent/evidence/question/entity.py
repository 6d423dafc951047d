"""Find the question in the user's text, and the names in the question."""

import re
from collections.abc import Mapping
from functools import cache

from desktop_agent.evidence.records import Reading
from desktop_agent.evidence.text.fold import folded_word, folded_words, function_words, stem
from desktop_agent.evidence.text.wordings import Patterns, Words, keys_by_word, table
from desktop_agent.web.search.query import keywords

_FOCUS_FILE = "question/main_question"
_FILE = "question/entity"
_WORDS = Words(_FILE)
_FOCUS = Patterns(_FOCUS_FILE)
_PATTERNS = Patterns(_FILE)

# --- The question in a text

_ENGLISH_WORD = re.compile(r"(?<![\w'-])[A-Za-z][a-z]{1,12}(?![\w'-])")
_EDGE = 1_000
"""Number of characters searched for a question at each end of a long text."""
_LONGEST = 300
_MOST_SENTENCES = 12
_STRAIGHT = str.maketrans({
    "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u00b4": "'", "`": "'", "\u201c": '"',
    "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"', "\uff1f": "?",
    "\u00bf": " ", "\u00a1": " ", "\u00a0": " ", "\u202f": " ",
})  # fmt: skip


def focus_of(text: str) -> str:
    """Return the first question in the text or, failing that, its first sentence.

    The result is one line of at most 300 characters, with straight quotes and without greetings,
    polite requests, thanks and closing punctuation. If the text is long, only its beginning and end
    are searched.
    """
    sentences = sentences_in(text)
    marked = [line for line in sentences if line.endswith("?")]
    asked = [line for line in marked if " " in line] or marked or sentences[:_MOST_SENTENCES]
    bare = [each for each in map(_bare, asked) if each]
    return next((each for each in bare if marked or _FOCUS.asking.match(each)), "".join(bare[:1]))


def with_setting(text: str) -> str:
    """Return the first question in the text, preceded by the sentences needed to understand it.

    These are the sentences that share words with the question, provided that together they contain
    at least half of its key words.
    """
    asked = focus_of(text)
    key = set(_stems(keywords(asked)))
    telling = [each for each in sentences_in(text) if asked not in each and key & set(_stems(each))]
    if len(key.intersection(_stems(" ".join(telling)))) * 2 < len(key) or not telling:
        return asked
    return " ".join((*telling, asked[:1].lower() + asked[1:]))  # no capital, which is for names


def _stems(text: str) -> list[str]:
    return [stem(word, "en") for word in folded_words(text)]


def sentences_in(text: str) -> list[str]:
    """Return the sentences in the text, or only those at the beginning and end if it is long."""
    if len(text) > 2 * _EDGE:
        text = f"{text[:_EDGE]}\n{text[-_EDGE:]}"
    lines = _FOCUS.sentence_end.split(text.translate(_STRAIGHT).strip())
    return [" ".join(line.split()) for line in lines if line and not line.isspace()]


def _bare(sentence: str) -> str:
    """Strip polite phrases from a sentence, and correct common typos in question words."""
    meant: Mapping[str, str] = table(_FOCUS_FILE)["meant"]

    def right(word: re.Match[str]) -> str:  # a later capital makes it a name
        return meant.get(word[0] if word.start() else word[0].casefold(), word[0])

    sentence = _FOCUS.address.sub("", _ENGLISH_WORD.sub(right, sentence[:_LONGEST]), count=1)
    return _FOCUS.closing.sub("", sentence).strip()


# --- The name that a pattern matched, without grammar around it

_MOST_CHARACTERS = 120
_QUOTES = "\"'"
_ENDS = " \t,;:!?-."


def without_article(text: str) -> str:
    """Strip a leading lower-case article."""
    return _PATTERNS.article.sub("", text)


def entity_of(raw: str, *, title: bool = False) -> str:
    """Return the bare name in the text matched by a pattern, or "" if it is not a name.

    This strips a lower-case article, quotes, surrounding punctuation and a final time expression
    such as ``now`` or ``in 2024``. If ``title`` is true, the name may begin like a question and end
    in ``now``.
    """
    raw = raw.strip(" ,:")
    name = raw if raw.endswith(".") else raw.strip(_ENDS)
    name = without_article(name if title else _PATTERNS.time_at_end.sub("", name))
    name = name.strip(_QUOTES).strip(" ,;:?-")
    name = name[:-1] if name.endswith(".") and name.count(".") == 1 else name
    acronym = name.isupper() and len(name) > 1  # US, IT
    pronoun = name.casefold() in _WORDS.pronouns and not acronym
    if not name or pronoun or len(name) > _MOST_CHARACTERS:
        return ""
    if _PATTERNS.second_question.search(name):
        return ""
    return "" if not title and _PATTERNS.other_question.match(name) else name


# --- The names in a text: quoted titles and runs of capitalised words

_NOUNS_ARE_CAPITAL = "de"
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


@cache
def _listed(language: str, lists: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words in the given lists in the data file, and the stems of their folded forms."""
    rows = (table(_FILE)[name].get(each, "") for name in lists for each in {"en", language})
    words = frozenset(word.casefold() for row in rows for word in row.split())
    return words, frozenset(stem(folded_word(word), language) for word in words)


def is_listed(word: str, language: str, *lists: str) -> bool:
    """Return whether a word, or another form of it, is in one of the lists in the data file."""
    words, stems = _listed(language, lists)
    inflected = word.islower() or language == _NOUNS_ARE_CAPITAL  # "Madrid" is no form of "madre"
    return word.casefold() in words or (inflected and stem(folded_word(word), language) in stems)


def may_be_name(word: str, language: str) -> bool:
    """Return whether a word may name a subject, rather than something asked about a subject."""
    word = re.sub(r"['\u2019]s?$", "", word)
    functional = function_words(language)
    if word.isupper() and len(word) > 1 and folded_word(word) in functional:
        return True  # US, IT
    return word not in _WORDS.openers and not all(
        part.isdigit()
        or folded_word(part) in functional
        or is_listed(part, language, "nouns", "other")
        for part in word.split("-")
    )


def names_in(text: str, language: str) -> list[tuple[int, int]]:
    """Return the spans of the names in the text: quoted titles and runs of capitalised words."""
    titles = [found.span(found.lastindex or 0) for found in _PATTERNS.title.finditer(text)]
    runs = [_trimmed(found, language) for found in _PATTERNS.run.finditer(text)]
    outside = [run for run in runs if run and not any(a <= run[0] < b for a, b in titles)]
    return sorted(titles + outside)


def _trimmed(run: re.Match[str], language: str) -> tuple[int, int] | None:
    """Return the span of a run without leading words that cannot begin a name."""
    inside = language != _NOUNS_ARE_CAPITAL and any(map(str.isalnum, run.string[: run.start()]))
    for word in _WORD.finditer(run[0]):
        kind = inside and not (  # "Museum of Modern Art", but "President of France"
            _PATTERNS.person_noun.fullmatch(word[0])
            or word[0] in _WORDS.openers
            or (word.start() and word[0].islower())
        )
        if kind or may_be_name(word[0], language):
            bare = _PATTERNS.possessive_end.sub("", run[0].rstrip(" .,-"))
            return run.start() + word.start(), run.start() + len(bare)
    return None


def name_in(text: str, language: str) -> str:
    """Return the most prominent name in the text, or "".

    This is a quoted title or, failing that, the first of the names with the most words. German
    capitalises all nouns, so a name in German text must have at least two words.
    """
    if quoted := _PATTERNS.title.search(text):
        return quoted[quoted.lastindex or 0].strip(" ,.?!")[:_MOST_CHARACTERS]
    names = [text[start:end].strip(" ,.?!") for start, end in names_in(text, language)]
    names = [name for name in names if " " in name or language != _NOUNS_ARE_CAPITAL]
    return max(names, key=lambda name: len(name.split()), default="")[:_MOST_CHARACTERS]


# --- Strip qualifiers from a name: its kind, an aside after a comma, its location
#
# Pages do not include them in names.


def without_place(name: str, detail: str) -> str:
    """Strip the location from the name of something that was opened or founded.

    ``Elbphilharmonie in Hamburg``, for example, becomes ``Elbphilharmonie``. A common noun keeps
    its location, because it would not be a name without it (``puppet workshop in Schwerin``). Works
    and bands keep theirs, because it may be part of the name (``Alice in Chains``).
    """
    found = _PATTERNS.place_after.search(name) if detail in _WORDS.built else None
    if found is None or not found.start() or name.islower():
        return name
    head = name[: found.start()]
    if head[0].islower() or (detail == "founded" and not _PATTERNS.place_noun.search(head)):
        return name
    return head


def bare(name: str, *descriptions: str) -> str:
    """Strip descriptions such as ``the rapper`` or ``, the band``, unless nothing would be left."""
    for each in descriptions:
        name = getattr(_PATTERNS, each).sub("", name) or name
    return name


def narrowing(reading: Reading) -> tuple[str, ...]:
    """Return the folded words after the name that restrict a question, such as ``us``."""
    text = focus_of(reading.text)
    _, _, rest = text.casefold().partition(reading.entity.casefold())
    words = (
        word for found in _PATTERNS.phrase.finditer(rest) for word in folded_words(found["words"])
    )
    return tuple(word for word in words if word not in _WORDS.no_narrowing)


# --- Well-known software, and the sites that publish its versions

_SOFTWARE = "question/software"


def sites_of(name: str) -> tuple[str, ...]:
    """Return the domains of the website and package index of well-known software, where known.

    A version number at the end of the name is ignored.
    """
    name = name.casefold()
    plain = re.sub(r"(?: \d\S*)+\Z", "", name)
    sites: Mapping[str, str] = table(_SOFTWARE)["sites"]
    found = (sites.get(name) or sites.get(plain), keys_by_word(_SOFTWARE, "in_index").get(plain))
    return tuple(filter(None, found))
