"""Find and clean up the names of people, groups and works in flattened text."""

import re
from functools import lru_cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.text.fold import ARTICLES, flat, folded_name, name_words
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_WORDS = Words("text/names")
_PATTERNS = Patterns("text/names")

# --- Mentions of an entity: spans in flattened text, and masking

MASK = "\ue000"
"""Character that replaces each character of a mention, so spans in the text remain valid."""

_PIECE = re.compile(r"[^\W_]+")


@lru_cache(maxsize=64)
def name_pattern(entity: str, *, middle: bool = False) -> re.Pattern[str]:
    """Return a pattern for mentions of an entity in flattened text.

    If the entity is empty, the pattern never matches. ``middle`` allows up to two capitalised words
    inside a name (``Marie Skłodowska Curie``).
    """
    words = _PIECE.findall(flat(entity))
    if not words:
        return re.compile(r"(?!)")
    if len(words) > 1 and words[0].casefold() in ARTICLES:
        words = words[1:]
    gap = r"(?:[\W_]{1,3}(?-i:[^\W\d_a-z])[\w.]{0,20}){0,2}?[\W_]{1,3}" if middle else r"[\W_]{0,3}"
    tail = r"[+#]{1,2}" if entity.rstrip().endswith(("+", "#")) else r"(?!\w)"
    spaced = r"(?<!\w)" if words[0][0].isascii() else ""
    tail = tail if words[-1][-1].isascii() else ""
    return re.compile(spaced + gap.join(map(re.escape, words)) + tail, re.IGNORECASE)


def spans(flat_text: str, entity: str, *, middle: bool = False) -> list[tuple[int, int]]:
    """Return the spans of an entity's mentions in flattened text.

    A name that is also a common word counts only where it is used as a name. For ``middle``, see
    `name_pattern`.
    """
    pattern = name_pattern(entity, middle=middle)
    found = [match.span() for match in pattern.finditer(flat_text)]
    if found and folded_name(entity) in _WORDS.common:
        found = [span for span in found if _as_name(flat_text, *span)]
    return found


def masked(text: str, entity: str, *, middle: bool = False) -> str:
    """Flatten text and mask each mention of the entity, preserving the length."""
    plain = flat(text)
    for start, end in spans(plain, entity, middle=middle):
        plain = f"{plain[:start]}{MASK * (end - start)}{plain[end:]}"
    return plain


def mask_match(match: re.Match[str]) -> str:
    """Return a mask of the same length as a match, for use in `re.sub`."""
    return MASK * len(match.group())


def content_words(entity: str) -> tuple[str, ...]:
    """Return the distinct folded content words of an entity, or else all its words."""
    words = name_words(entity)
    content = [word for word in words if word not in STOP_WORDS["en"] and word not in ARTICLES]
    return tuple(dict.fromkeys(content or words))


def _as_name(text: str, start: int, end: int) -> bool:
    """Return whether a common word is used as a name at this position."""
    return (
        text[start].isupper()
        and _PATTERNS.no_name_after.search(text[max(0, start - 24) : start]) is None
        and _PATTERNS.no_name_before.match(text[end : end + 24]) is None
    )


_TAIL = re.compile(r"(?:'s|')$")


def cleaned_person(name: str) -> str:
    """Return a person's name without honorifics, or "" if it is not a name."""
    words = _TAIL.sub("", " ".join(name.strip(" \t.,;:-\"'").split()))
    if match := _PATTERNS.honorific.match(flat(words)):
        words = words[match.end() :]
    kept = _PATTERNS.post_nominals.sub("", words).split()
    folded = [flat(word).casefold().strip(".,") for word in kept]
    end = next((at for at, word in enumerate(folded) if at and word in _WORDS.verbs), len(kept))
    begin = 1 if kept and kept[0] in ("The", "the") else 0
    named = " ".join(kept[begin:end])
    if len(named) < 3 or not _WORDS.not_a_person.isdisjoint((folded[begin], folded[end - 1])):
        return ""
    return named


def cleaned_artist(name: str) -> str:
    """Return a performer's name without guests or punctuation, or "" if it is not a name."""
    words = _PATTERNS.featuring.sub("", name.strip(" \t,;:-\"'()[]"))
    words = _TAIL.sub("", words.rstrip(" .,&+")).strip(" \t,;:-\"'")
    low = flat(words).casefold()
    no_artist = low in _WORDS.no_artists or low in table("text/names")["no_groups"]
    return "" if len(words) > 60 or no_artist else words


def without_site(title: str) -> str:
    """Strip the site name from a page title."""
    return _PATTERNS.site.sub("", title).strip()


def cleaned_work(title: str) -> str:
    """Return a work's title without quotes, edition, site name or trailing punctuation."""
    whole = title.strip()
    words = _PATTERNS.trailer.sub("", _PATTERNS.edition.sub("", without_site(whole)))
    words = words.strip(_AROUND) or whole.strip(_QUOTES)
    return words[:-1] if words.endswith(".") and words.count(".") == 1 and len(words) > 3 else words


_QUOTES = ' \t"\u201c\u201d\u201e\u00ab\u00bb\u200e*'
_AROUND = f"{_QUOTES},;:-\u2013\u2014"


def work_span(match: re.Match[str], text: str) -> tuple[int, int] | None:
    """Return the span of the title in a match, or None if its end is unclear.

    An unquoted title may run on past the match, as in ``Songs for the Deaf``.
    """
    for group in ("quoted", "single"):
        if match[group] is not None:
            return match.span(group)
    start, end = match.span("bare")
    if _PATTERNS.runs_on.match(text, end):
        return None
    marks = ".,:;!-" if text[start:end].count(".") < 2 else ",:;-"
    return start, start + len(text[start:end].rstrip(marks))


def title_case(text: str) -> bool:
    """Return whether nearly all words are capitalised, so that capitals do not indicate names."""
    words = [word for word in _LETTERS.findall(flat(text)) if word.lower() not in _WORDS.small]
    small = sum(word[0].islower() for word in words)
    return len(words) > 2 and small <= 0.15 * len(words)


_LETTERS = re.compile(r"[^\W\d_]{2,}")
