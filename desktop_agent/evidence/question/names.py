"""The name that stands out in a question: what stands in quotes, or the longest run of capitals."""

import re
from functools import cache

from desktop_agent.web.search.language import STOP_WORDS

_MOST_CHARACTERS = 120
_MOST_WORDS_OF_TITLE = 10
"""What is longer between quotes is something that was said."""
_NO_NAME_WORDS = """i i'm i'd i've name list give tell compare explain describe define calculate compute convert find
    show specify summarise summarize mr mrs ms dr may according est-ce qu'est-ce is are was were does did do has have can
    could will would should which what who when where why how whose whom please hi hello today
    pros cons difference differences weather latest current newest price population history top top-rated
    overview square distance release date"""
_NO_NAMES = frozenset(_NO_NAME_WORDS.split())
_NOUNS_ARE_CAPITAL = "de"


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(
        r"\"([^\"]{2,120})\"|(?<!\w)'([^']{2,100}(?:'[a-z][^']{1,60})?)'(?!\w)|\*([^*]{2,100})\*"
    )


@cache
def _run() -> re.Pattern[str]:
    first = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w.&'\-]{0,40}|\d{1,4}[A-Z]\w{0,20}|[a-z]{1,3}[A-Z]\w{0,20})"
    joint = r"(?:of|of the|de|de la|del|di|da|du|des|van|van der|von|von der|le|la|and|&)"
    prize = r"(?<=Prize )(?:in|for) |(?<=Award )(?:in|for) |(?<=Medal )(?:in|for) "
    return re.compile(
        rf"(?<![\w'])({first}(?: (?:{joint} |{prize})?{first}| \d[\w.]{{0,10}}(?= [A-Z])){{0,9}})"
    )


@cache
def _contrast() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:compare|between|differences?|versus|vs|both|better|than)\b", re.IGNORECASE
    )


@cache
def _foreign_run() -> re.Pattern[str]:
    first = r"[^\W\d_a-zß-ÿ][\w.&'\-]{0,40}"
    return re.compile(rf"(?<![\w'])({first}(?: {first}){{1,6}})")


def _without_edges(run: str, *, at_start: bool, stop: frozenset[str]) -> str:
    """Takes question words and the possessive off a run of capitals."""
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
    return plain in _NO_NAMES or (plain in stop and (at_start or plain in {"the", "a", "an"}))


def name_in(text: str, language: str) -> str:
    """Gives the name that stands out, without article; "" where none does.

    A title in quotes comes first, then the run of capitalised words that has most words, the earlier
    of two equals. In German, where every noun has a capital, a name has two of them.
    """
    quoted = _quoted().search(text)
    title = next(group for group in quoted.groups() if group) if quoted else ""
    if title and title.count(" ") < _MOST_WORDS_OF_TITLE:
        return title.strip(" ,.?!")
    stop = STOP_WORDS["en"] | STOP_WORDS.get(language, frozenset())
    pattern = _foreign_run() if language == _NOUNS_ARE_CAPITAL else _run()
    best = ""
    for found in pattern.finditer(text):
        run = found[1].partition(" and ")[0] if _contrast().search(text) else found[1]
        name = _without_edges(run, at_start=not found.start(), stop=stop)
        if language == _NOUNS_ARE_CAPITAL and " " not in name:
            continue
        if len(name.split()) > len(best.split()):
            best = name
    return best[:_MOST_CHARACTERS]
