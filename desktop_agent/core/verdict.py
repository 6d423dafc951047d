"""The one line of verdict on an answer: how far its sources confirm it, and what limits it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_agent.core.citations import citation_numbers
from desktop_agent.core.events import AnswerGiven
from desktop_agent.core.research import Claim

Tone = Literal["ok", "warn", "error", "muted"]


_PHRASES = {
    "stopped": "Stopped before it was finished",
    "failed": "Not finished: the run failed",
    "incomplete": "Stopped: the model failed",
    "unreviewed": "Not reviewed: the model stopped answering",
    "insufficient": "No answer could be confirmed",
    "offline": "Offline: the web was not asked",
    "search_failed": "Web search failed",
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
    """Short phrases in English, the most important first; none where there is nothing to say."""

    phrases: tuple[str, ...]
    tone: Tone

    def __str__(self) -> str:
        return " \u00b7 ".join(self.phrases)


def verdict_on(
    answer: AnswerGiven | None, status: str, *, strategy: str = "", search_failed: bool = False
) -> AnswerVerdict:
    """Return the verdict on the answer of a run by ``strategy``, or on what there is of it.

    ``status`` is that of the run, or empty while it goes on.
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
    return f"{confirmed} of {total} statements confirmed"


def _counts(statements: Sequence[Claim]) -> Iterator[str]:
    partly = sum(claim.mark == "partly" for claim in statements)
    unconfirmed = sum(claim.mark == "unconfirmed" for claim in statements)
    struck = sum(claim.struck for claim in statements)
    contradicted = sum(claim.mark == "contradicted" for claim in statements) - struck
    if partly:
        yield _partly(partly)
    if unconfirmed:
        yield _unconfirmed(unconfirmed)
    if contradicted:
        yield _contradicted(contradicted)
    if struck:
        yield _struck(struck)


def _partly(count: int) -> str:
    return f"{count} partly confirmed"


def _unconfirmed(count: int) -> str:
    return f"{count} unconfirmed"


def _contradicted(count: int) -> str:
    return f"{count} contradicted"


def _struck(count: int) -> str:
    return f"{count} contradicted and struck out"


def _unsourced(count: int) -> str:
    return "1 value that no page states" if count == 1 else f"{count} values that no page states"


def _tone(claims: Sequence[Claim], *, limited: bool) -> Tone:
    if any(claim.mark == "contradicted" and not claim.struck for claim in claims):
        return "error"
    if limited or any(claim.struck or not claim.citations for claim in claims):
        return "warn"
    if any(claim.mark != "supported" for claim in claims):
        return "muted"
    return "ok" if claims else "muted"
