"""Extract names from questions, without the surrounding grammar and qualifiers."""

import re
from collections.abc import Mapping

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.question.main_question import focus_of
from desktop_agent.evidence.records import Intent, Reading
from desktop_agent.evidence.text.word_forms import folded_words
from desktop_agent.evidence.text.wordings import Patterns, Words, keys_by_word, table
from desktop_agent.web.search.query import keywords

_WORDS = Words("question/entity")
_PATTERNS = Patterns("question/entity")


_MOST_CHARACTERS = 120
_QUOTES = "\"'"
_ENDS = " \t,;:!?-."


def first_question(text: str) -> str:
    """Return the text before a second question (``and how …``), or all of it if there is none."""
    found = _PATTERNS.second_question.search(text)
    return text[: found.start()].rstrip(" ,") if found and found.start() else text


def _unquoted(text: str) -> str | None:
    """Return the quoted text at the start, without its quotation marks, or None if absent."""
    if text[:1] not in ("'", '"'):
        return None
    end = text.find(text[0], 1)
    while end != -1 and text[0] == "'" and text[end + 1 : end + 2].isalpha():
        end = text.find("'", end + 1)  # the apostrophe of a word
    return text[1:end].strip(" ,") if end > 1 else None


def without_article(text: str) -> str:
    """Strip a leading lower-case article."""
    found = _PATTERNS.article.match(text)
    return text[found.end() :] if found else text


def without_time(text: str) -> str:
    """Strip up to two trailing time expressions such as ``now`` or ``in 2024``."""
    for _ in range(2):
        found = _PATTERNS.time_at_end.search(text, max(len(text) - 30, 0))
        if found is None or not found.start():
            break
        text = text[: found.start()]
    return text


def entity_of(raw: str, *, title: bool = False) -> str:
    """Return the bare name in the text that a pattern matched, or "" if it is not a name.

    A quoted title is returned verbatim. Otherwise, a lower-case article, surrounding punctuation
    and trailing time expressions are stripped. If ``title``, the name may begin like a question and
    end in ``now``.
    """
    raw = raw.strip(" ,:")
    between = _unquoted(raw)
    if between is not None:
        return between if len(between) <= _MOST_CHARACTERS else ""
    name = raw if raw.endswith(".") else raw.strip(_ENDS)
    name = without_article(name if title else without_time(name))
    name = name.strip(_QUOTES).strip(" ,;:?-")
    name = name[:-1] if name.endswith(".") and name.count(".") == 1 else name
    acronym = name.isupper() and len(name) > 1  # US, IT
    pronoun = name.casefold() in _WORDS.pronouns and not acronym
    if not name or pronoun or len(name) > _MOST_CHARACTERS:
        return ""
    if _PATTERNS.second_question.search(name):
        return ""
    if title:
        return name
    own = name.split()[0].casefold() in _WORDS.possessives
    return "" if own or _PATTERNS.other_question.match(name) else name


# --- The most prominent name: quoted text, or the longest run of capitalised words

_MOST_WORDS_OF_TITLE = 10
"""Maximum number of words in a title. Longer quoted text is taken for speech."""
_NOUNS_ARE_CAPITAL = "de"
_QUOTED = re.compile(
    r"\"([^\"]{2,120})\"|(?<!\w)'([^']{2,100}(?:'[a-z][^']{1,60})?)'(?!\w)|\*([^*]{2,100})\*"
)


def _without_edges(run: str, *, at_start: bool, stop: frozenset[str]) -> str:
    """Strip leading question words and a possessive ending from a run of capitalised words."""
    words = run.split()
    while words and _is_no_name(words[0], stop, at_start=at_start):
        words.pop(0)
        while words and words[0].islower():
            words.pop(0)
    bare = re.sub(r"'s?$", "", " ".join(words)).strip(" .,-'")
    return bare if len(bare) > 1 else ""


def _is_no_name(word: str, stop: frozenset[str], *, at_start: bool) -> bool:
    plain = re.sub(r"'(?:s|d|re|ve|ll|m)?$", "", word.casefold())
    if word.isupper() and len(word) > 1:
        return word in {"OR", "AND", "NOT"}
    return plain in _WORDS.no_names or (plain in stop and (at_start or plain in {"the", "a", "an"}))


def name_in(text: str, language: str) -> str:
    """Return the most prominent name in a text, without its article, or "" if there is none.

    Quoted titles take precedence over runs of capitalised words. Among several runs, the longest is
    chosen, or the first of those that are equally long. German capitalises all nouns, so a run in a
    German text counts as a name only if it has at least two words.
    """
    quoted = _QUOTED.search(text)
    title = next(group for group in quoted.groups() if group) if quoted else ""
    if title and title.count(" ") < _MOST_WORDS_OF_TITLE:
        return title.strip(" ,.?!")
    stop = STOP_WORDS["en"] | STOP_WORDS.get(language, frozenset())
    pattern = _PATTERNS.foreign_run if language == _NOUNS_ARE_CAPITAL else _PATTERNS.run
    best = ""
    for found in pattern.finditer(text):
        run = found[1].partition(" and ")[0] if _PATTERNS.contrast.search(text) else found[1]
        name = _without_edges(run, at_start=not found.start(), stop=stop)
        if language == _NOUNS_ARE_CAPITAL and " " not in name:
            continue
        if len(name.split()) > len(best.split()):
            best = name
    return best[:_MOST_CHARACTERS]


# --- Strip qualifiers from a name: its kind, an aside after a comma, its location
#
# Pages do not include them in names. They stay in the question, and `hints` passes them to the
# queries.

_MOST_HINTS = 5


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
    if " " not in head and _PATTERNS.too_plain.fullmatch(head):
        return name
    if head[0].islower() or (detail == "founded" and not _PATTERNS.place_noun.search(head)):
        return name
    return head


def without_aside(name: str, intent: Intent) -> str:
    """Strip a trailing aside that says what kind of thing is named, such as ``, the band``."""
    asides = {
        Intent.LATEST_ALBUM: _PATTERNS.aside_on_act,
        Intent.PERFORMER: _PATTERNS.aside_on_song,
        Intent.LATEST_VERSION: _PATTERNS.aside_on_software,
    }
    return (asides[intent].sub("", name) or name) if intent in asides else name


def bare_song(raw: str) -> str:
    """Strip descriptions before a song title, such as ``the Bond theme``, and asides after it."""
    raw = without_aside(raw, Intent.PERFORMER)
    raw = _PATTERNS.earlier.sub("", raw) or raw
    found = _PATTERNS.song_before.match(raw)
    return raw[found.end() :] if found else raw


def bare_artist(name: str) -> str:
    """Strip a description from an artist's name, such as a leading ``the rapper``.

    Trailing asides such as ``, the band`` are stripped as well.
    """
    name = without_aside(name, Intent.LATEST_ALBUM)
    found = _PATTERNS.act_before.match(name)
    return name[found.end() :] if found else name


def bare_software(name: str) -> str:
    """Strip the kind of software from a name unless the name is known (``Unreal Engine``)."""
    name = without_aside(name, Intent.LATEST_VERSION)
    if is_known(name):
        return name
    return _PATTERNS.software_after.sub("", name) or name


def hints(reading: Reading) -> str:
    """Return up to five words near the name that narrow a question's meaning, or "" if none."""
    text = focus_of(reading.text).text
    at = text.casefold().find(reading.entity.casefold()) if reading.entity else -1
    if at < 0:
        return ""
    before = _PATTERNS.kind_before.search(text[:at][-40:])
    after = _PATTERNS.narrows.match(text[at + len(reading.entity) :])
    words = keywords(after["rest"][:120]).split() if after else []
    held = {*re.findall(r"\w+", reading.entity.casefold()), *_WORDS.said_anyway}
    words = ([before[0]] if before else []) + words
    return " ".join([word for word in words if word.casefold() not in held][:_MOST_HINTS])


def narrowing(reading: Reading) -> tuple[str, ...]:
    """Return the folded words after the name that restrict a question, such as ``us``."""
    text = focus_of(reading.text).text
    _, _, rest = text.casefold().partition(reading.entity.casefold())
    words = (
        word for found in _PATTERNS.phrase.finditer(rest) for word in folded_words(found["words"])
    )
    return tuple(word for word in words if word not in _WORDS.no_narrowing)


# --- Well-known software, and the sites that publish its versions

_SOFTWARE = "question/software"


def _without_version(name: str) -> str:
    """Return the name in lower case, without a trailing version number."""
    words = name.casefold().split()
    while len(words) > 1 and words[-1][:1].isdigit():
        words.pop()
    return " ".join(words)


def is_known(name: str) -> bool:
    """Return whether a name belongs to well-known software, even with a version number."""
    return bool(site_of(name) or index_of(name))


def site_of(name: str) -> str:
    """Return the domain of the software's own website, or "" if it is unknown."""
    sites: Mapping[str, str] = table(_SOFTWARE)["sites"]
    return sites.get(name.casefold()) or sites.get(_without_version(name), "")


def index_of(name: str) -> str:
    """Return the domain of the package index that lists the software, or "" if none does."""
    return keys_by_word(_SOFTWARE, "in_index").get(_without_version(name), "")
