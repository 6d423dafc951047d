"""Verdicts on answers, follow-up questions, and comparison with an earlier answer.

Two answers are compared statement by statement. A statement is a sentence, a list item, a heading,
a table row or a line of code. Differences in citation numbers, spacing, emphasis, case and position
are ignored, but differences in numbers, names and signs are not.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_agent.core.citations import CITATION, citation_numbers, folded_letters
from desktop_agent.core.conversations import StoredTurn
from desktop_agent.core.events import AnswerGiven
from desktop_agent.core.markdown import blocks, cells_of, plain, without_code
from desktop_agent.core.research import Claim
from desktop_agent.core.text import spans

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
    """A verdict on an answer, as short English phrases, most important first."""

    phrases: tuple[str, ...]
    tone: Tone

    def __str__(self) -> str:
        return " \u00b7 ".join(self.phrases)


def verdict_on(
    answer: AnswerGiven | None, status: str, *, strategy: str = "", search_failed: bool = False
) -> AnswerVerdict:
    """Return a verdict on the (possibly partial) answer from a run that used ``strategy``.

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

    ``proposed`` comes from a model or a recording, so it may be anything. Anything is left out that
    is not text, is too long, does not end like a question, contains an address or invisible
    characters, or repeats an ``asked`` or earlier question.
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


# --- Statements

StatementKind = Literal["sentence", "heading", "row", "code"]

_ALIKE = 0.6
"""Minimum similarity at which two statements count as versions of the same statement."""
_ROW = " "
"""Marker that keeps a table row distinct from a sentence with the same words."""
_FEW = 16
"""Maximum number of statements that may contain a word for it to count as rare."""
_TOKEN = re.compile(
    r"(?:(?<![^\W_])[-\u2212+])?\d+(?:[.,:/\u2019]\d+)*"  # a number with its sign
    r"|[^\W\d_]+(?:['\u2019][^\W\d_]+)*"
    r"|[^\s\w.,;:!?\"'()\[\]{}\u2026\u2013\u2014\u2018-\u201e\u00ab\u00bb|*_`~\\-]"
)
_SPACE_BEFORE_STOP = re.compile(r"\s+([.,;:!?])(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement in an answer, as plain text; the cells of a table row are joined by `` | ``."""

    text: str
    kind: StatementKind = "sentence"


@dataclass(frozen=True, slots=True)
class ChangedStatement:
    """A statement as it was before and after a change."""

    before: Statement
    after: Statement


@dataclass(frozen=True, slots=True)
class AnswerChanges:
    """The statements that differ between two answers, and those that are the same in both.

    ``added``, ``changed`` and ``same`` are in the order of the newer answer. ``gone`` is in the
    order of the older one.
    """

    added: tuple[Statement, ...] = ()
    changed: tuple[ChangedStatement, ...] = ()
    gone: tuple[Statement, ...] = ()
    same: tuple[Statement, ...] = ()

    def line(self) -> str:
        """Return a summary such as ``3 new statements, 1 changed, 1 gone``, or ``Nothing new``."""
        new = f"new statement{'' if len(self.added) == 1 else 's'}"
        counts = ((self.added, new), (self.changed, "changed"), (self.gone, "gone"))
        said = [f"{len(which)} {what}" for which, what in counts if which]
        return ", ".join(said) or "Nothing new"


def compare_answers(before: str, after: str) -> AnswerChanges:
    """Compare two Markdown answers. The same input always produces the same result."""
    old, new = _read(before), _read(after)
    left = Counter(each.key for each in old)
    same: list[Statement] = []
    fresh: list[_Said] = []
    for each in new:
        if left[each.key] > 0:
            left[each.key] -= 1
            same.append(each.statement)
        else:
            fresh.append(each)
    stale: list[_Said] = []
    for each in reversed(old):  # of equal statements, the last ones count as removed
        if left[each.key] > 0:
            left[each.key] -= 1
            stale.append(each)
    stale.reverse()
    pairs = _paired(stale, fresh)
    of_old = set(pairs.values())
    return AnswerChanges(
        added=tuple(each.statement for place, each in enumerate(fresh) if place not in pairs),
        changed=tuple(
            ChangedStatement(stale[at].statement, fresh[place].statement)
            for place, at in sorted(pairs.items())
        ),
        gone=tuple(each.statement for place, each in enumerate(stale) if place not in of_old),
        same=tuple(same),
    )


# --- Statements of an answer


@dataclass(frozen=True, slots=True)
class _Said:
    statement: Statement
    key: tuple[str, ...]


def _read(markdown: str) -> list[_Said]:
    found = []
    for text, kind in _statements(markdown):
        tokens = _tokens(text) if kind != "code" else tuple(text.split())
        if tokens:
            found.append(_Said(Statement(text, kind), (_ROW if kind == "row" else "", *tokens)))
    return found


def _statements(markdown: str) -> Iterator[tuple[str, StatementKind]]:
    code = _masked(markdown)
    uncited = _without_citations(markdown, code)
    flat = plain(uncited)  # all four are of the same length
    header: tuple[str, ...] = ()
    for block in blocks(markdown):
        if block.kind == "code":
            for line in markdown[block.start : block.end].splitlines():
                yield " ".join(line.split()), "code"
        elif block.kind == "row":
            if block.header != header:
                yield " | ".join(block.header), "row"
            yield " | ".join(cells_of(uncited[block.start : block.end])), "row"
        elif block.kind == "heading":
            yield _line(flat, block.start, block.end).strip("# "), "heading"
        else:
            for start, end in spans(code, block.start, block.end):
                yield _line(flat, start, end), "sentence"
        header = block.header


def _masked(markdown: str) -> str:
    """Replace code with letters, so that no sentence ends or citations are found in it."""
    bare = without_code(markdown)
    if bare == markdown:
        return markdown
    return "".join("x" if a != b else b for a, b in zip(markdown, bare, strict=True))


def _without_citations(markdown: str, code: str) -> str:
    pieces: list[str] = []
    at = 0
    for found in CITATION.finditer(code):
        pieces += markdown[at : found.start()], " " * (found.end() - found.start())
        at = found.end()
    return "".join((*pieces, markdown[at:]))


def _line(flat: str, start: int, end: int) -> str:
    line = " ".join(flat[start:end].split())
    return _SPACE_BEFORE_STOP.sub(r"\1", line) if " " in line[-2:] or " ," in line else line


def _tokens(text: str) -> tuple[str, ...]:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\u2019", "'")
    return tuple(_TOKEN.findall(text.casefold()))


# --- Matching of statements


def _paired(old: Sequence[_Said], new: Sequence[_Said]) -> dict[int, int]:
    """Map the new indices of changed statements to the old ones, pairing the most similar first."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _unlike, place, at in sorted(_alike(old, new)):
        if place not in pairs and at not in taken:
            pairs[place] = at
            taken.add(at)
    return pairs


def _alike(old: Sequence[_Said], new: Sequence[_Said]) -> Iterator[tuple[float, int, int]]:
    """Yield (dissimilarity, new index, old index) for pairs that may be versions of one statement.

    Only pairs that share a rare word are considered. If a new statement has no rare word, a few
    pairs that share any word are considered instead. This keeps the work linear in the length of
    the answers.
    """
    numbers: dict[str, int] = {}
    masks = [_bits(each, numbers) for each in old]
    places: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(old):
        for token in set(each.key):
            places[token].append(at)
    for place, each in enumerate(new):
        bits = _bits(each, numbers)
        count = bits.bit_count()
        held = [places[token] for token in set(each.key) if token in places]
        near = {at for ats in held if len(ats) <= _FEW for at in ats}
        for at in near or {at for ats in held for at in ats[:_FEW]}:
            mask = masks[at]
            both = count + mask.bit_count()
            common = 2 * (bits & mask).bit_count()
            if common >= _ALIKE * both:
                yield 1 - common / both, place, at


def _bits(said: _Said, numbers: dict[str, int]) -> int:
    bits = 0
    for token in said.key:
        bits |= 1 << numbers.setdefault(token, len(numbers))
    return bits


# --- Last answer to a repeated question


@dataclass(frozen=True, slots=True)
class RepeatedAnswer:
    """An answer, compared with the previous answer to the same question, if any.

    ``asked`` is the time of the question (ISO 8601, UTC). If the question was asked before,
    ``since`` is the time of the previous one, and ``changes`` compares the two answers. Otherwise,
    ``changes`` is None.
    """

    turn_id: int
    text: str
    asked: str
    since: str = ""
    changes: AnswerChanges | None = None


def last_answer(turns: Sequence[StoredTurn]) -> RepeatedAnswer | None:
    """Return the newest answer among ``turns`` (oldest first), or None if there is none.

    The answer is compared with the previous answer to the same question. Failed and stopped runs
    are skipped.
    """
    answered = [each for each in turns if each.status == "answered" and each.answer.strip()]
    if not answered:
        return None
    last = answered[-1]
    for before in reversed(answered[:-1]):
        if same_question(before.question, last.question):
            changes = compare_answers(before.answer, last.answer)
            return RepeatedAnswer(last.id, last.answer, last.asked, before.asked, changes)
    return RepeatedAnswer(last.id, last.answer, last.asked)


def same_question(one: str, other: str) -> bool:
    """Return whether two questions are equal, ignoring spacing and case."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
