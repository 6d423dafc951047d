"""Pieces of patterns that several intents share."""

import re
from collections.abc import Iterable, Iterator

NEWEST = r"(?:latest|newest|most recent|(?:brand[- ])?new|last|current|recent)"
"""What English puts before the last of a row."""
ENTITY = r"(?P<entity>\S.{0,119}?)"
"""The name that a question is about; patterns put what must follow it behind."""
WHAT = (
    r"(?:(?:what|which)(?: ?is|'s| was| are)? |(?:name|list) )?"
    r"(?:the (?:name|title|number) of |(?:name|title) of )?(?:the )??"
)
"""What may lead to the thing asked for; it also matches nothing, for questions in key words."""
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
OF_DE = r"(?:von|der|des|vom)"
OF_FR = r"(?:de |du |des |d')"
OF_ES = r"(?:de|del|de la)"


Wordings = tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]
"""Patterns by what they tell."""


def compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Compiles patterns that must match a whole question, in any case."""
    return tuple(re.compile(rf"{pattern}\Z", re.IGNORECASE) for pattern in patterns)


def matches(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    """Gives the matches of those patterns that hold, in their order."""
    for pattern in patterns:
        if found := pattern.match(text):
            yield found
