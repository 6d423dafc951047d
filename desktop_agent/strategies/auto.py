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


def choose(question: Question, *, current: bool = False, no_model: str = "") -> Choice:
    """Chooses how to answer; a strategy that the user named is kept.

    ``current`` says that the answer changes with time. ``no_model`` is the reason why no model can
    be asked, or "": then questions are answered from evidence, and what only a model can do (talk,
    code, writing) is left to fail with that reason.
    """
    if question.strategy != "auto":
        return Choice(question.strategy, "")
    for pattern, reason in _FOR_A_MODEL:
        if pattern.search(question.text.strip()):
            return Choice("quick", reason)
    if no_model:
        return Choice("evidence", f"no model can be asked: {no_model}")
    if current:
        return Choice("verified", "a question of current facts: the web is asked before the model")
    return Choice("verified", "a question of fact: the draft is checked by a second agent")


_FOR_A_MODEL = (
    (_SMALL_TALK, "small talk needs no research"),
    (_CODE, "a question of code"),
    (_WRITING, "a piece of writing"),
)
