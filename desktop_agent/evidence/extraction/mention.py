"""Where a text names an entity: spans in the flattened text, and the text with them masked."""

import re
from functools import lru_cache

from desktop_agent.evidence.extraction.folding import ARTICLES, flat, folded_words, word_set
from desktop_agent.web.search.language import STOP_WORDS

MASK = "\ue000"
"""Stands for each character of a mention, so that a pattern can name the entity and spans stay."""

_PIECE = re.compile(r"[^\W_]+")
_COMMON = word_set("""access air america angel asia beck berlin black blur boston bread bush cake camel cars chicago
    chrome common cream cure cult dido dream edge europe eve excel family faith foreigner free
    fuel future garbage genesis ghost go heart hole house idles interpol james japan journey
    justice kansas keane kiss live low madness magic mercury mother muse neon oasis office opera
    outlook paper pages paint park pearl pink placebo poison prince project pulp queen rage rain
    rainbow ratt rush rust sade safari satellite seal sketch slack smile soul spirit spoon squeeze
    state stereo steam stream suede supreme survivor swans swift teams texas time tool toto train
    travis trick twist underworld usher utopia war warrant weather ween west wings wire word yes
    zoom them cher drake eagles doors monkees police band who guess hello halo happy creep bad
    thriller imagine yesterday help hurt crazy fire gold""")
"""Names that are also words (or other names); in a text they count with a capital only."""

_BEFORE = word_set("""new best every all top is are was by from of for and singer singers artist artists musician
    rapper band group duo popstar star icon legend latest upcoming meet with about on in at to
    when did does has how why who what where download install update using use get announcing
    introducing version release released song album feat featuring ft american british rock pop
    the listen""")
_AFTER = word_set("""album albums discography song songs lyrics music release releases released announces announce
    announced drops drop new latest tour official biography wiki review reviews live on is was and
    or to in the band singer rapper musician from version versions download news has ep single
    singles vinyl cd lp video guitarist drummer bassist programming language update""")
_DETERMINER = word_set("a an the my his her their our your this that every each no")
NEAR = 6
"""Words that may stand between those of an entity of three words and more."""

NEXT = 1
"""The same for two words: a middle name."""


@lru_cache(maxsize=64)
def name_pattern(entity: str, *, middle: bool = False) -> re.Pattern[str]:
    """Gives the pattern of an entity in flattened text; it matches nothing for an empty entity.

    ``middle`` lets up to two capitalised words stand inside a name (``Marie Skłodowska Curie``).
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
    """Gives the places of a flattened text that name the entity as a name."""
    words = _words(entity)
    if not words or words[0].lower() not in flat_text.lower():  # most texts, and much quicker
        return []
    found = [m.span() for m in name_pattern(entity, middle=middle).finditer(flat_text)]
    if found and words[0].casefold() in _COMMON and len(words) == 1:
        found = [span for span in found if _as_name(flat_text, *span)]
    return found


def masked(text: str, entity: str, mask: str = MASK, *, middle: bool = False) -> str:
    """Gives the flattened text, of the same length, with each mention of the entity masked."""
    plain = flat(text)
    for start, end in spans(plain, entity, middle=middle):
        plain = f"{plain[:start]}{mask * (end - start)}{plain[end:]}"
    return plain


def content_words(entity: str) -> tuple[str, ...]:
    """Gives the folded words of the entity that carry meaning."""
    words = folded_words(entity)
    content = [word for word in words if word not in STOP_WORDS["en"] and word not in ARTICLES]
    return tuple(dict.fromkeys(content or words))


def near_each_other(text: str, wanted: tuple[str, ...], gap: int) -> bool:
    """True when all the words stand in any order with at most ``gap`` others between them."""
    if not wanted:
        return False
    last: dict[str, int] = {}
    span = len(wanted) + gap + 1
    for index, word in enumerate(folded_words(text)):
        if word in wanted:
            last[word] = index
            if len(last) == len(wanted) and index - min(last.values()) < span:
                return True
    return False


def _as_name(text: str, start: int, end: int) -> bool:
    """True where a word that is also a common word stands as a name of its own."""
    if not text[start].isupper():
        return False
    before = re.search(r"([\w']{1,20})[ ]$", text[max(0, start - 24) : start])
    after = re.match(r"[ ]([\w']{1,20})", text[end : end + 24])
    if before and not _may_precede(before.group(1)):
        return False
    if after is None:
        return True
    word = after.group(1)
    if word == "of":
        return False
    return not word[0].isupper() or word.isupper() or word.casefold() in _AFTER


def _may_precede(word: str) -> bool:
    if word.casefold() in _DETERMINER:
        return False
    return not word[0].isupper() or word.casefold() in _BEFORE
