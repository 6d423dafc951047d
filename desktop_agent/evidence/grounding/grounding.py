"""Whether a written answer affirms the value that was extracted from the sources (SPEC 7.5).

That the value stands somewhere in the text is not enough: "GUTS was the earlier one, it is SOUR"
holds it too. The rules are made to err on one side: a text that is wrongly refused is only replaced
by the extracted answer itself.
"""

from dataclasses import dataclass

from desktop_agent.evidence.grounding.affirmation import (
    Stance,
    rival_before,
    rival_in_place,
    rival_unexcused,
    stance,
)
from desktop_agent.evidence.grounding.dates import shown
from desktop_agent.evidence.grounding.folding import contains, value_words
from desktop_agent.evidence.grounding.markup import cut
from desktop_agent.evidence.grounding.masking import Masked, Masks
from desktop_agent.evidence.grounding.retraction import rest_of, takes_back
from desktop_agent.evidence.grounding.roles import Roles, roles_of
from desktop_agent.evidence.pack import EvidencePack

_QUOTED = 120
"""Characters of a sentence that a reason quotes."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """The judgement; ``reason`` is a sentence for people, empty where the text is well."""

    ok: bool
    reason: str = ""


def ground(text: str, pack: EvidencePack) -> Grounding:
    """Judges whether the text affirms ``pack.answer`` as its answer and does not take it back.

    The first sentence that names anything must give the value as the answer. Headings, block quotes
    and lists of sources are not the text's own words. A pack without an extracted answer holds a text
    to nothing.
    """
    if not pack.answer:
        return Grounding(ok=True)
    value = shown(pack.answer)
    if not value_words(pack.answer)[0]:  # a title of signs alone: where it stands cannot be told
        named = contains(text, pack.answer)
        return Grounding(named, "" if named else f"The text does not name {value}.")
    sentences = [sentence for sentence in Masks(pack).masked(text) if not sentence.asks]
    if not any("VALUE" in sentence.line for sentence in sentences):
        return Grounding(ok=False, reason=f"The text does not name {value}.")
    asserting = (index for index, sentence in enumerate(sentences) if sentence.asserts)
    first = next(asserting, None)
    if first is None:
        return Grounding(ok=False, reason="The text names nothing in its own words.")
    roles = roles_of(pack.reading)
    if fault := _fault_of_first(sentences[first], roles, value):
        return Grounding(ok=False, reason=fault + _quoted(sentences[first]))
    for later in sentences[first + 1 :]:
        if takes_back(later.line, roles):
            return Grounding(ok=False, reason=f"It takes {value} back later{_quoted(later)}")
    return Grounding(ok=True)


def _fault_of_first(sentence: Masked, roles: Roles, value: str) -> str:
    line = sentence.line
    match stance(line):
        case Stance.ABSENT:
            return f"Its first statement does not name {value}"
        case Stance.DENIED:
            return f"It denies {value}"
        case Stance.PASSING:
            return f"It names {value} only in passing"
    if _rival_stands_in(line, roles):
        return f"It gives another name in the place of {value}"
    if roles.elsewhere.search(line):
        return f"It speaks of {value} as of the past, or as the answer to something else"
    if takes_back(rest_of(line), roles):
        return f"It names {value} and takes it back"
    return ""


def _rival_stands_in(line: str, roles: Roles) -> bool:
    if roles.done_by_rival(line) or rival_in_place(line, roles) or rival_before(line):
        return True
    return not roles.dated and rival_unexcused(line)  # a life has other dates beside the one asked


def _quoted(sentence: Masked) -> str:
    return f": “{cut(' '.join(sentence.raw.split()), _QUOTED)}”" if sentence.raw else "."
