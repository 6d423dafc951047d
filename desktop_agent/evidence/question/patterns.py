"""Pattern fragments shared by several intents."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_agent.evidence.pack import Intent

# --- The result of a matcher


@dataclass(frozen=True, slots=True)
class Asked:
    """The intent and the entity of a question. The fields are those of `Reading`."""

    intent: Intent
    entity: str
    detail: str = ""


NEWEST = r"(?:latest|newest|most recent|(?:brand[- ])?new|last|current|recent)"
"""English words for the latest item of a series."""
ENTITY = r"(?P<entity>\S.{0,119}?)"
"""Pattern for the name that a question is about.

Other patterns append what must follow the name.
"""
WHAT = (
    r"(?:(?:what|which)(?: ?is|'s| was| are)? |(?:name|list) )?"
    r"(?:the (?:name|title|number) of |(?:name|title) of )?(?:the )??"
)
"""Optional lead-in to the thing asked for. It also matches nothing, to allow keyword queries."""
WHAT_DE = (
    r"(?:(?:was|welches|welche|wer|wie) (?:ist|heißt|heisst|lautet|war|sind) )?"
    r"(?:(?:der|die|das|den|dem) )?"
)
WHAT_FR = (
    r"(?:(?:quel(?:le)?|qui|comment) (?:est|s'appelle|s'intitule|était|se nomme) |c'est quoi )?"
    r"(?:le |la |l')?(?:(?:nom|titre) (?:de |du ))?(?:le |la |l')?"
)
WHAT_ES = (
    r"(?:(?:cu[aá]l|qui[eé]n|c[oó]mo|qu[eé]) (?:es|se llama|se titula|fue) )?"
    r"(?:el |la )?(?:(?:nombre|título) (?:de |del ))?(?:el |la )?"
)
WHAT_IT = (
    r"(?:(?:qual(?:e|'?)|chi|come) ?(?:è|e'|si chiama|si intitola|era) )?"
    r"(?:il |lo |la |l')?(?:(?:nome|titolo) (?:di |del |dell'))?(?:il |lo |la |l')?"
)
WHAT_PT = (
    r"(?:(?:qual|quem|como) (?:(?:é|e|se chama|se intitula|foi) )?(?:que é )?)?"
    r"(?:o |a )?(?:(?:nome|título) (?:de |do |da ))?(?:o |a )?"
)
WHAT_NL = (
    r"(?:(?:wat|welke|welk|wie|hoe) (?:is|heet|was|zijn) )?"
    r"(?:de |het )?(?:(?:naam|titel) van )?(?:de |het )?"
)
OF_DE = r"(?:von|der|des|vom)"
OF_FR = r"(?:de |du |des |d')"
OF_ES = r"(?:de|del|de la)"
OF_IT = r"(?:di |dei |degli |del |dello |della |delle |dell'|d')"
OF_PT = r"(?:de|do|da|dos|das)"


Wordings = tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]
"""Patterns by event or role."""


def compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Compile case-insensitive patterns that must match a whole question."""
    return tuple(re.compile(rf"{pattern}\Z", re.IGNORECASE) for pattern in patterns)


def matches(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of the patterns in order."""
    for pattern in patterns:
        if found := pattern.match(text):
            yield found
