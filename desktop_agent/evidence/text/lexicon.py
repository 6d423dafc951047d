"""Synonyms, and words that carry little meaning.

The concepts are in ``resources/evidence/concepts.toml`` and the opening phrases of answers in
``resources/evidence/frames.toml``. Each file describes its own format.
"""

import re
import tomllib
from functools import cache

from desktop_agent.evidence.text.language import word_set
from desktop_agent.system.resources import resource_path

_LIGHT = [
    "locate",
    "located",
    "situated",
    "lies",
    "lie",
    "call",
    "called",
    "known",
    "named",
    "name",
    "famous",
    "well",
    "renowned",
    "noted",
    "notable",
    "currently",
    "today",
    "now",
    "also",
    "approximately",
    "about",
    "around",
    "roughly",
    "nearly",
    "almost",
    "total",
    "overall",
    "located",
    "become",
    "became",
    "held",
    "take",
    "took",
    "place",
    "thing",
    "fact",
    "including",
    "include",
    "includes",
    "included",
    "considered",
    "people",
    "person",
    "year",
    "years",
    "time",
    "day",
    "days",
    "one",
    "its",
    "several",
    "various",
    "stand",
    "stands",
    "stood",
    "given",
    "generally",
    "typically",
    "usually",
    "different",
    "first-ever",
    "per",
    "percent",
    "cent",
    "according",
    "reported",
    "officially",
    "say",
    "says",
    "said",
    "states",
    "stated",
    "state-of",
    "began",
    "ago",
    "use",
    "used",
    "using",
    "made",
    "make",
    "every",
    "respectively",
    "altogether",
    "just",
    "still",
    "even",
    "like",
    "gilt",
    "heisst",
    "genannt",
    "bekannt",
    "befindet",
    "liegt",
    "jahr",
    "jahre",
    "etwa",
    "rund",
    "insgesamt",
    "wurde",
    "gehort",
    "situe",
    "situee",
    "appele",
    "appelee",
    "connu",
    "connue",
    "an",
    "ans",
    "environ",
    "llamado",
    "conocido",
    "situado",
    "ano",
    "anos",
]


def _forms(word: str) -> list[str]:
    """Return the forms of a regular English verb."""
    if word.endswith("e"):
        return [word, f"{word}s", f"{word}d", f"{word[:-1]}ing"]
    if word.endswith(("sh", "ch", "ss", "x")):
        return [word, f"{word}es", f"{word}ed", f"{word}ing"]
    return [word, f"{word}s", f"{word}ed", f"{word}ing"]


@cache
def _table() -> dict[str, str]:
    return tomllib.loads(resource_path("evidence", "concepts.toml").read_text("utf-8"))


@cache
def concepts(language: str) -> dict[str, str]:
    """Return the concepts of folded words; ``won`` and ``award``, for example, share one."""
    lines = _table().get(language, "").split("\n")
    table: dict[str, str] = {}
    for line in filter(None, map(str.strip, lines)):
        found = line.removeprefix("# ").split()
        name = f"{'~' if line[0] == '#' else '='}{found[0].rstrip('*')}"
        graded = any(word.endswith("est") for word in found)
        for word in found:
            for form in _forms(word[:-1]) if word[-1] == "*" else [word]:
                table.setdefault(form, name + _degree(form) if graded else name)
    return table


def _degree(word: str) -> str:
    """Keep ``larger`` and ``largest`` distinct from ``large``."""
    return "+est" if word.endswith("est") else "+er" if word.endswith("er") else ""


@cache
def members(language: str) -> dict[str, tuple[str, ...]]:
    """Return the words of each concept, which is the inverse of `concepts`."""
    gathered: dict[str, list[str]] = {}
    for word, concept in concepts(language).items():
        gathered.setdefault(concept, []).append(word)
    return {concept: tuple(found) for concept, found in gathered.items()}


@cache
def light_words() -> frozenset[str]:
    """Return words of little meaning, which a claim may contain even if its source does not."""
    return frozenset(_LIGHT)


@cache
def _frames() -> re.Pattern[str]:
    table = tomllib.loads(resource_path("evidence", "frames.toml").read_text("utf-8"))
    alternatives = []
    for language, frame in table.items():
        alternatives.append(rf"(?:{frame['interjections']})(?=[\s*]*(?:[{_PUNCTUATION}-]|\Z))")
        end = "" if language == "zh" else r"(?!\w)"
        openings = (line.replace("{source}", frame["source"]) for line in frame["openings"])
        alternatives.extend(f"{opening}{end}" for opening in openings)
    whole = "|".join(alternatives).replace(" ", r"\s+")
    return re.compile(rf"[\s*{_PUNCTUATION}]*(?:{whole})", re.IGNORECASE)


_PUNCTUATION = r",.!:;\u2013\u2014\uff0c\u3002\uff01\uff1a"
_MARKS = re.compile(rf"[\s{_PUNCTUATION}]+")


def without_frame(text: str) -> str:
    """Strip an opening phrase such as "According to the source, ..." from a statement."""
    at = 0
    for _ in range(_MOST_FRAMES):
        found = _frames().match(text, at)
        if found is None:
            break
        at = found.end()
    if at and (marks := _MARKS.match(text, at)):
        at = marks.end()
    return text[at:]


_MOST_FRAMES = 4

HONORIFICS = word_set(
    """mr mrs ms dr sir dame lord lady president king queen prince princess emperor pope saint st
    ceo cfo cto coo professor prof general chancellor minister senator herr frau monsieur madame konig kaiser"""
)
"""Folded titles that can precede a name."""

ALIASES: dict[str, str] = {
    "u.s": "united states", "us": "united states", "usa": "united states", "uk": "united kingdom",
    "britain": "united kingdom", "un": "united nations", "eu": "european union",
    "ussr": "soviet union", "nyc": "new york", "uae": "united arab emirates",
}  # fmt: skip
"""Abbreviations and their full names."""

DEMONYMS = word_set(
    """french german british english american italian spanish russian chinese japanese polish dutch
    indian swedish greek roman european african asian danish norwegian finnish austrian swiss
    portuguese canadian australian brazilian mexican irish scottish welsh turkish egyptian
    korean hungarian czech latin arab belgian serbian croatian romanian ukrainian iranian
    israeli chilean argentine argentinian ottoman byzantine soviet persian nordic south north
    west east southern northern western eastern"""
)
"""Capitalised adjectives that are not names on their own."""
