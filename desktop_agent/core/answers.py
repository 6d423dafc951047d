"""Verdicts on answers, and follow-up questions."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_agent.core.citations import citation_numbers, folded_letters
from desktop_agent.core.events import AnswerGiven
from desktop_agent.core.research import Claim

# --- Verdict: how far the sources confirm an answer, and what limits it

Tone = Literal["ok", "warn", "error", "muted"]


_PHRASES = {
    "stopped": "Stopped before it was finished",
    "failed": "Not finished: the run failed",
    "incomplete": "Stopped: the model failed",
    "unreviewed": "Not reviewed: the model stopped answering",
    "insufficient": "No answer could be confirmed",
    "offline": "The web was not searched",
    "search_failed": "Web search failed",
    "computed": "Computed by the program, without a model",
    "own_knowledge": "Answered from the model's own knowledge",
    "quoted": "Quoted from its sources, without a model",
    "uncited": "No statement cites a source",
    "unchecked": "Its citations were not checked",
    "supported": "Confirmed by its source",
    "partly": "Partly confirmed by its source",
    "unconfirmed": "Not confirmed by its source",
    "contradicted": "Contradicted by its source",
    "struck": "Contradicted by its source and struck out",
}
_UNFINISHED = ("stopped", "failed", "insufficient")


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """A verdict on an answer in short English phrases, most important first."""

    phrases: tuple[str, ...]
    tone: Tone

    def __str__(self) -> str:
        return " \u00b7 ".join(self.phrases)


def verdict_on(
    answer: AnswerGiven | None, status: str, *, strategy: str = "", search_failed: bool = False
) -> AnswerVerdict:
    """Return a verdict on the (possibly partial) answer of a run.

    ``status`` is the final status of the run, or "" while the run is active.
    """
    if answer is None:
        return AnswerVerdict((_PHRASES[status],) if status in _UNFINISHED else (), "warn")
    own_knowledge = answer.from_internal_knowledge and strategy != "evidence"
    applying = {
        "incomplete" if answer.incomplete else status: status in _UNFINISHED,
        "unreviewed": answer.unreviewed,
        "offline": answer.offline,
        "search_failed": search_failed and own_knowledge,
        "own_knowledge": own_knowledge,
    }
    phrases = [_PHRASES[limit] for limit, applies in applying.items() if applies]
    small_talk = own_knowledge and len(phrases) == 1 and strategy == "quick"
    limited = bool(phrases) and not small_talk
    if answer.computed:
        phrases.append(_PHRASES["computed"])
    statements = [claim for claim in answer.claims if claim.citations or claim.struck]
    done = status in ("", "answered")
    if statements:
        quoted = strategy == "evidence" and done
        phrases.append(_PHRASES["quoted"] if quoted else _confirmed(statements))
        phrases += _counts(statements) if quoted or len(statements) > 1 else ()
    elif answer.sources and not own_knowledge and done:
        phrases.append(_PHRASES["unchecked" if citation_numbers(answer.text) else "uncited"])
        limited = True
    unsourced = sum(not claim.citations and not claim.struck for claim in answer.claims)
    if unsourced:
        phrases.append(_unsourced(unsourced))
    return AnswerVerdict(tuple(phrases), _tone(answer.claims, limited=limited))


def _confirmed(statements: Sequence[Claim]) -> str:
    if len(statements) == 1:
        (only,) = statements
        return _PHRASES["struck" if only.struck else only.mark]
    confirmed, total = sum(claim.mark == "supported" for claim in statements), len(statements)
    if confirmed == total:
        return f"All {total} statements confirmed by their sources"
    return f"{confirmed} of {total} statements confirmed by their source"


def _counts(statements: Sequence[Claim]) -> Iterator[str]:
    marks = Counter(claim.mark for claim in statements)
    struck = sum(claim.struck for claim in statements)
    if partly := marks["partly"]:
        yield f"{partly} partly confirmed"
    if unconfirmed := marks["unconfirmed"]:
        yield f"{unconfirmed} unconfirmed"
    if contradicted := marks["contradicted"] - struck:
        yield f"{contradicted} contradicted"
    if struck:
        yield f"{struck} contradicted and struck out"


def _unsourced(count: int) -> str:
    return (
        "1 value not found on any page" if count == 1 else f"{count} values not found on any page"
    )


def _tone(claims: Sequence[Claim], *, limited: bool) -> Tone:
    if any(claim.mark == "contradicted" and not claim.struck for claim in claims):
        return "error"
    if limited or any(claim.struck or not claim.citations for claim in claims):
        return "warn"
    if any(claim.mark != "supported" for claim in claims):
        return "muted"
    return "ok" if claims else "muted"


# --- Follow-up questions, which a model proposes and the user may ask with a click

FOLLOW_UPS_MOST = 3
FOLLOW_UP_LONGEST = 120
_ADDRESS = re.compile(r"://|\bwww\.|\w\.[a-z]{2,}/", re.IGNORECASE)
_LIST_MARKER = re.compile(r"^(?:[-*\u2022]|\d{1,2}[.)])\s+")
_ENDS = ("?", "\uff1f", "\u061f")
_JOINERS = "\u200c\u200d"
"""Invisible characters that some scripts are written with."""


def follow_up_questions(proposed: object, *asked: str) -> tuple[str, ...]:
    """Return the proposed questions that can be shown in full and asked as they stand.

    ``proposed`` is untrusted: it comes from a model or a recording. Items are dropped that are not
    text, are too long, do not end like a question, contain an address or invisible characters, or
    repeat an ``asked`` or earlier question.
    """
    kept = {folded_letters(each): "" for each in ("", *asked)}
    for each in proposed if isinstance(proposed, list | tuple) else ():
        line = _LIST_MARKER.sub("", " ".join(each.split())) if isinstance(each, str) else ""
        fits = len(line) <= FOLLOW_UP_LONGEST and line.endswith(_ENDS) and _is_visible(line)
        if fits and not _ADDRESS.search(line):
            kept.setdefault(folded_letters(line), line)
    return tuple(filter(None, kept.values()))[:FOLLOW_UPS_MOST]


def _is_visible(line: str) -> bool:
    return all(character.isprintable() or character in _JOINERS for character in line)
