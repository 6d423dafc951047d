"""Words by which a sentence affirms, denies or takes back, from ``resources/evidence/grounding.toml``.

What is given are pieces of regular expressions without groups that capture, made for the lines of
`masking`: folded words and marks with one space between them. Every repetition has a bound.
"""

import re
import tomllib
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from desktop_agent.resources import resource_path

WORD = r"[^\s,;:()—/?]+ "
RIVAL = "(?:OTHER|NAME)"
PARENTHESIS = r"(?:\( [^()]{0,160}\) |, [^,;?]{0,160}, )?"
"""What may stand between a name and its verb."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern over a line, and words of which the line must hold one for it to match at all.

    Asking for the words first is quick, and most lines hold none of them.
    """

    needs: frozenset[str]
    pattern: re.Pattern[str]

    def found(self, line: str, present: AbstractSet[str]) -> bool:
        """True when the pattern is in the line, whose words are ``present``."""
        return not self.needs.isdisjoint(present) and self.pattern.search(line) is not None


@cache
def cues_table() -> dict[str, dict[str, list[str]]]:
    """Gives the whole table: phrases by kind of cue, and by language or part."""
    return tomllib.loads(resource_path("evidence", "grounding.toml").read_text("utf-8"))


@cache
def any_of(*names: str) -> str:
    """Gives the pattern of one of the words in the named parts of the table, in any language.

    ``name.part`` is one list alone; without it the parts of one kind are left out that only follow an
    article (``of_articles``).
    """
    return f"(?:{'|'.join(phrase for name in names for phrase in _phrases(name))})"


@cache
def near() -> str:
    """Gives up to six words of the same clause, none of which turns it round."""
    return rf"(?:(?!{any_of('turn')} ){WORD}){{0,6}}"


@cache
def links() -> str:
    """Gives up to three small words between a verb and a name."""
    return rf"(?:{any_of('link')} ){{0,3}}"


@cache
def not_after(name: str) -> str:
    """Gives the condition that none of the words stands right before, one lookbehind each."""
    return "".join(f"(?<! {phrase} )" for phrase in _phrases(name))


@cache
def telling_words(*names: str) -> frozenset[str]:
    """Gives the longest plain word of each phrase: a line without any of them holds no phrase."""
    plain = (
        [word for word in phrase.split() if word.isalpha()]
        for name in names
        for phrase in _phrases(name)
    )
    return frozenset(max(phrase, key=len) for phrase in plain)


@cache
def starters() -> frozenset[str]:
    """Gives the words that often begin a sentence with a capital and are then no name."""
    every = (phrase for name in cues_table() for phrase in _phrases(name))
    return frozenset(word for phrase in every for word in re.findall(r"[^\W\d_]{2,}", phrase))


def _phrases(name: str) -> list[str]:
    kind, _, part = name.partition(".")
    parts = cues_table()[kind]
    if part:
        return parts[part]
    return [phrase for key, phrases in parts.items() if key != "of_articles" for phrase in phrases]
