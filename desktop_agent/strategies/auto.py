"""Strategy ``auto``: chooses how a question is carried out, and says why."""

import re
from dataclasses import dataclass

from desktop_agent.core.research import Question

_SMALL_TALK = re.compile(
    r"^\W*(hi|hello|hey|yo|thanks?( you)?|thank you|good (morning|evening|night|day)|how are you|"
    r"bye|ok(ay)?|great|cool|hallo|danke|bonjour|merci|hola|gracias)\b[^?]{0,40}\??\W*$",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"```|\b(write|fix|refactor|debug|explain|review|implement)\b.{0,60}"
    r"\b(code|function|script|program|regex|sql|query|class|method|unit tests?|bug|python|"
    r"javascript|typescript|rust|java|bash)\b",
    re.IGNORECASE | re.DOTALL,
)
_WRITING = re.compile(
    r"^\W*(please\s+|can you\s+|could you\s+)?(write|draft|rewrite|rephrase|paraphrase|translate|"
    r"summari[sz]e|proofread|shorten|correct|compose|brainstorm|invent|imagine|continue)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A strategy's name and the reason for it, in words that the window shows."""

    strategy: str
    reason: str


def choose(question: Question) -> Choice:
    """Chooses among ``quick`` and ``verified``; a strategy that the user named is kept."""
    if question.strategy != "auto":
        return Choice(question.strategy, "")
    text = question.text.strip()
    if _SMALL_TALK.match(text):
        return Choice("quick", "small talk needs no research")
    if _CODE.search(text):
        return Choice("quick", "a question of code")
    if _WRITING.match(text):
        return Choice("quick", "a piece of writing")
    return Choice("verified", "a question of fact: the draft is checked by a second agent")
