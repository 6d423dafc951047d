"""The ``auto`` strategy, which chooses another strategy and gives the reason."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_agent.agents.reasoning.templates import select
from desktop_agent.core.research import Question
from desktop_agent.core.template import Template
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.text.wordings import Patterns

_CUES = Patterns("requests")
_ADDRESS = re.compile(r"^\W*\w+,\s")
"""Matches a greeting or name at the start of a question."""
_MANY = 3
"""Minimum number of parts at which a question is split; two parts are answered together."""
_FOR_QUICK = {
    "small_talk": "small talk needs no research",
    "code": "a question of code",
    "writing": "a piece of writing",
}
_LONGEST = 1_000
"""Length above which a text holds more than its question, so that its parts are not counted."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen strategy, and the reason shown to the user."""

    strategy: str
    reason: str


def choose(
    question: Question,
    *,
    current: bool = False,
    no_model: str = "",
    templates: Sequence[Template] = (),
) -> Choice:
    """Choose a strategy, unless the user has chosen one.

    ``current`` is True if the answer changes over time. ``no_model`` is the reason why no model is
    available, or "". Matching ``templates`` takes a few milliseconds.

    Without a model, questions are answered from evidence. Requests that need a model (small talk,
    code, writing) still get a strategy that uses one, so that they fail with that reason.
    """
    if question.strategy != "auto":
        return Choice(question.strategy, "")
    text = question.text.strip()
    research = _CUES.research.search(text) is not None
    kind = request_kind(text)
    if kind in _FOR_QUICK and not (kind == "writing" and research):
        return Choice("quick", _FOR_QUICK[kind])
    if no_model:
        return Choice("evidence", f"no model is available: {no_model}")
    if research:
        return Choice("deep", "it calls for research")
    asks = len(_CUES.asks.findall(_ADDRESS.sub("", text)))
    numbered = len(_CUES.numbered.findall(text))
    if len(text) <= _LONGEST and (asks >= _MANY or (asks > 0 and numbered >= _MANY)):
        return Choice("deep", "a question with many parts")
    if (fitting := select(text, templates)) is not None:
        return Choice("deep", f"the template “{fitting.template.title}” fits: {fitting.why}")
    if current:
        return Choice("verified", "a question about current facts: the web is searched first")
    return Choice("verified", "a factual question: a second agent checks the draft")
