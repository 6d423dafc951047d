"""The strategy ``auto``, which chooses a strategy for a question and says why."""

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
_PLEASE = r"(?:^|[.!?:;,]\s|\b(?:please|can you|could you|would you|i want you to|i need you to|and|then)\s)"
_RESEARCH = re.compile(
    rf"{_PLEASE}(?:research|investigate|deep[- ]dive into|look into|dig into|survey)\s+\w|"
    r"\bdo (?:me )?(?:an? |some |your )?(?:\w+ |\w+-\w+ )?research\b|\bdeep[- ](?:research|dive)\b|"
    r"\bin[- ]depth\b(?! first\b)|\bin (?:great|more|full) depth\b|"
    r"\b(?:thorough(?:ly)?|comprehensive(?:ly)?|exhaustive(?:ly)?|systematic(?:ally)?)\s+(?:\w+\s+)?"
    r"(?:research|analysis|analy[sz]e|review|report|overview|comparison|compare|investigation|"
    r"investigate|study|survey|assessment|assess|search)\b|"
    r"\bliterature (?:review|survey|search)\b|\bresearch (?:report|review) on\b|"
    r"(?:^|\bbitte\s)(?:recherchiere|untersuche)\b|\brecherchier\w* (?:mir |bitte )?\w|"
    r"\bfai(?:s|tes) des recherches\b|(?:^|\bpor favor,? )investiga\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?|(?:,|;|\band\b)\s+(?:also\s+)?(?:who|what|which|when|where|why|how|whether)\b[^?,;]{4,}",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:^\s{0,8}[-*•]|(?:^|\s)\(?[1-9a-e][.)])\s+\S", re.MULTILINE)
_ADDRESS = re.compile(r"^\W*\w+,\s")
"""Matches a greeting or name at the start of a question."""
_MANY = 3
"""Minimum number of parts for a question to be split; two parts are answered together."""
_LONGEST = 1_000
"""Maximum length (characters) of a question that is searched for parts."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The name of a strategy, and the reason for choosing it as shown in the window."""

    strategy: str
    reason: str


def choose(question: Question, *, current: bool = False, no_model: str = "") -> Choice:
    """Choose a strategy, unless the user has already chosen one.

    ``current`` is True if the answer changes over time. ``no_model`` is why no model is available,
    or "". Without a model, questions are answered from evidence. Requests that need a model (small
    talk, code, writing) are still sent to one and fail with that reason.
    """
    if question.strategy != "auto":
        return Choice(question.strategy, "")
    text = question.text.strip()
    research = _RESEARCH.search(text) is not None
    for pattern, reason in _FOR_A_MODEL:
        if pattern.search(text) and not (research and pattern is _WRITING):
            return Choice("quick", reason)
    if no_model:
        return Choice("evidence", f"no model is available: {no_model}")
    if research:
        return Choice("deep", "it asks for research")
    if _is_many_part(text):
        return Choice("deep", "a question of many parts")
    if current:
        return Choice("verified", "a question of current facts: the web is asked before the model")
    return Choice("verified", "a question of fact: the draft is checked by a second agent")


def _is_many_part(text: str) -> bool:
    """Return whether a text contains three questions, or a question with three numbered points.

    Parts are not counted in long texts, because they contain more than just a question.
    """
    if len(text) > _LONGEST:
        return False
    asks = len(_ASKS.findall(_ADDRESS.sub("", text)))
    return asks >= _MANY or (asks > 0 and len(_NUMBERED.findall(text)) >= _MANY)


_FOR_A_MODEL = (
    (_SMALL_TALK, "small talk needs no research"),
    (_CODE, "a question of code"),
    (_WRITING, "a piece of writing"),
)
