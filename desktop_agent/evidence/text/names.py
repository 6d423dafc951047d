"""Find and clean up the names of people, groups and works in flattened text."""

import re
from functools import lru_cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.text.dates import months
from desktop_agent.evidence.text.fold import ARTICLES, flat, name_words
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_WORDS = Words("text/names")
_PATTERNS = Patterns("text/names")

# --- Mentions of an entity: spans in flattened text, and masking

MASK = "\ue000"
"""Character that replaces each character of a mention, so spans in the text remain valid."""

_PIECE = re.compile(r"[^\W_]+")


@lru_cache(maxsize=64)
def name_pattern(entity: str, *, middle: bool = False) -> re.Pattern[str]:
    """Return a pattern that matches an entity in flattened text.

    For an empty entity, the pattern never matches. ``middle`` allows up to two capitalised words
    inside a name (``Marie Skłodowska Curie``).
    """
    words = [re.escape(word) for word in _words(entity)]
    if not words:
        return re.compile(r"(?!)")
    gap = r"(?:[\W_]{1,3}(?-i:[^\W\d_a-z])[\w.]{0,20}){0,2}?[\W_]{1,3}" if middle else r"[\W_]{0,3}"
    tail = r"[+#]{1,2}" if entity.rstrip().endswith(("+", "#")) else r"(?!\w)"
    spaced = r"(?<!\w)" if words[0][0].isascii() else ""
    if not words[-1][-1].isascii():
        tail = ""
    return re.compile(spaced + gap.join(words) + tail, re.IGNORECASE)


@lru_cache(maxsize=64)
def _words(entity: str) -> tuple[str, ...]:
    words = _PIECE.findall(flat(entity))
    if len(words) > 1 and words[0].casefold() in ARTICLES:
        words = words[1:]
    return tuple(words)


def spans(flat_text: str, entity: str, *, middle: bool = False) -> list[tuple[int, int]]:
    """Return the spans in a flattened text at which the entity is mentioned."""
    words = _words(entity)
    if not words or words[0].lower() not in flat_text.lower():  # a quick check that most texts fail
        return []
    found = [m.span() for m in name_pattern(entity, middle=middle).finditer(flat_text)]
    if found and words[0].casefold() in _WORDS.common and len(words) == 1:
        found = [span for span in found if _as_name(flat_text, *span)]
    return found


def masked(text: str, entity: str, *, middle: bool = False) -> str:
    """Flatten a text and mask each mention of the entity; the length does not change."""
    plain = flat(text)
    for start, end in spans(plain, entity, middle=middle):
        plain = f"{plain[:start]}{MASK * (end - start)}{plain[end:]}"
    return plain


def mask_match(match: re.Match[str]) -> str:
    """Return mask characters of the same length as a match, for use in `re.sub`."""
    return MASK * len(match.group())


def content_words(entity: str) -> tuple[str, ...]:
    """Return the distinct folded content words of an entity, or all its words if it has none."""
    words = name_words(entity)
    content = [word for word in words if word not in STOP_WORDS["en"] and word not in ARTICLES]
    return tuple(dict.fromkeys(content or words))


def near_each_other(text: str, wanted: tuple[str, ...], gap: int) -> bool:
    """Return whether all the words occur, in any order, close to each other.

    At most ``gap`` + 1 other words may be in between.
    """
    last: dict[str, int] = {}
    span = len(wanted) + gap + 1
    for index, word in enumerate(name_words(text)):
        if word in wanted:
            last[word] = index
            if len(last) == len(wanted) and index - min(last.values()) < span:
                return True
    return False


def _as_name(text: str, start: int, end: int) -> bool:
    """Return whether a word that is also a common word is used as a name here."""
    if not text[start].isupper():
        return False
    before = re.search(r"([\w']{1,20})[ ]$", text[max(0, start - 24) : start])
    after = re.match(r"[ ]([\w']{1,20})", text[end : end + 24])
    if before:
        low = before[1].casefold()
        if low in _WORDS.determiner or (before[1][0].isupper() and low not in _WORDS.before):
            return False
    if after is None:
        return True
    word = after.group(1)
    if word == "of":
        return False
    return not word[0].isupper() or word.isupper() or word.casefold() in _WORDS.after


_TAIL = re.compile(r"(?:'s|')$")


def cleaned_person(name: str) -> str:
    """Return a person's name without honorifics, or "" if the text is not a name."""
    words = " ".join(name.strip(" \t.,;:-\"'").split())
    words = _TAIL.sub("", words)
    match = _PATTERNS.honorific.match(flat(words))
    words = words[match.end() :] if match else words
    words = _PATTERNS.post_nominals.sub("", words)
    kept: list[str] = []
    for word in words.split():
        if kept and flat(word).casefold().strip(".,") in _WORDS.verbs:
            break
        kept.append(word)
    if kept and kept[0] in ("The", "the"):
        kept = kept[1:]
    return " ".join(kept) if _is_name(kept) else ""


def _is_name(words: list[str]) -> bool:
    if not words or len(" ".join(words)) < 3:
        return False
    folded = [flat(word).casefold().strip(".,") for word in words]
    return folded[0] not in _WORDS.not_a_person and folded[-1] not in _WORDS.not_a_person


def cleaned_artist(name: str) -> str:
    """Return a performer's name without guests or punctuation, or "" if the text is not a name."""
    words = _PATTERNS.featuring.sub("", name.strip(" \t,;:-\"'()[]"))
    words = _TAIL.sub("", words.rstrip(" .,&+")).strip(" \t,;:-\"'")
    low = flat(words).casefold()
    no_artist = low in _WORDS.no_artists or low in table("text/names")["no_groups"]
    return "" if len(words) > 60 or no_artist else words


def without_site(title: str) -> str:
    """Strip the site's name from a page title."""
    return _PATTERNS.site.sub("", title).strip()


def cleaned_work(title: str) -> str:
    """Return a work's title without quotes, edition, site name or trailing punctuation."""
    whole = title.strip()
    words = _PATTERNS.trailer.sub("", _PATTERNS.edition.sub("", without_site(whole)))
    words = words.strip(_AROUND) or whole.strip(_QUOTES)
    if len(words) > 2 and words[0] in "'\u2018" and words[-1] in "'\u2019":
        words = words[1:-1]
    return words[:-1] if words.endswith(".") and words.count(".") == 1 and len(words) > 3 else words


_QUOTES = ' \t"\u201c\u201d\u201e\u00ab\u00bb\u200e*'
_AROUND = f"{_QUOTES},;:-\u2013\u2014"


def runs_on(text: str, end: int) -> bool:
    """Return whether an unquoted title may continue after ``end``, as in ``Songs for the Deaf``."""
    match = _PATTERNS.runs_on.match(text, end)
    if match is None:
        return False
    word = match.group(1).casefold()
    return not (word.isdigit() or word in months() or word in _WORDS.weekdays)


def work_span(match: re.Match[str], text: str) -> tuple[int, int] | None:
    """Return the span of the title in a match, or None if the title has no clear end.

    A quoted title always has a clear end.
    """
    for group in ("quoted", "single"):
        if match[group] is not None:
            return match.span(group)
    start, end = match.span("bare")
    if runs_on(text, end):
        return None
    return start, start + len(
        text[start:end].rstrip(".,:;!-" if text[start:end].count(".") < 2 else ",:;-")
    )


def title_case(text: str) -> bool:
    """Return whether nearly all words are capitalised, so that capitals do not indicate names."""
    words = [word for word in _LETTERS.findall(flat(text)) if word.lower() not in _WORDS.small]
    small = sum(word[0].islower() for word in words)
    return len(words) > 2 and small <= 0.15 * len(words)


_LETTERS = re.compile(r"[^\W\d_]{2,}")
