"""The verifier: says whether what was found is enough to answer the question."""

import re
from dataclasses import dataclass
from typing import Any

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.tags import tagged
from desktop_agent.agents.team.prompt import TeamTalk
from desktop_agent.agents.turn import Ask, turn

AGENT = "verifier"

_PART = """\
You are the verifier. Is what was found above enough to answer the question fully and correctly, \
without anything from memory? Reply <verify>yes</verify> if it is, or <verify>no</verify> if \
something is missing, is out of date or contradicts itself. No other word."""
_YES = re.compile(r"\W*(yes|ja|oui|s[ií]|true|enough|sufficient)\b", re.IGNORECASE)
_NO = re.compile(r"\W*(no|nein|non|not|false|insufficient)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verification:
    """What the verifier said; ``note`` tells of a reply that held no verdict."""

    enough: bool
    said: str
    note: str = ""

    def details(self, number: int) -> dict[str, Any]:
        """The verdict as the details of an event; ``number`` counts the rounds from 1."""
        return {"round": number, "said": self.said, "note": self.note}


async def verify(ctx: RunContext, talk: TeamTalk) -> Verification:
    """Asks for the verdict; raises as `turn`."""
    ask = Ask(AGENT, "Is what was found enough?", "work", talk.told(_PART))
    return parse_verification((await turn(ctx, ask)).text)


def parse_verification(text: str) -> Verification:
    """Reads a verdict; a reply without one counts as no, and the note says so."""
    said = tagged(text, "verify")
    if said is None and len(text.split()) <= 3:
        said = text  # a small model's bare "Yes."
    if said is not None and _YES.match(said):
        return Verification(enough=True, said="yes")
    if said is not None and _NO.match(said):
        return Verification(enough=False, said="no")
    return Verification(
        enough=False, said="", note="The verifier gave no verdict, which counts as no."
    )
