"""What is new in an answer since an earlier one to the same question.

Two answers are compared statement by statement: sentences, list items, headings, rows of tables,
lines of code. The numbers of citations, spacing, emphasis and the case of letters make no
difference, nor does the place where something is said; numbers, names and signs do.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_agent.core.citations import CITATION
from desktop_agent.core.markdown_blocks import blocks
from desktop_agent.core.markdown_marks import cells_of, plain, without_code
from desktop_agent.core.sentences import spans

StatementKind = Literal["sentence", "heading", "row", "code"]

ALIKE = 0.6
"""From this similarity on, two statements are one that was changed."""
_ROW = " "
"""What tells a row of a table from a sentence with the same words."""
_FEW = 16
"""Statements that a word stands in, up to which it tells them from the others."""
_TOKEN = re.compile(
    r"(?:(?<![^\W_])[-\u2212+])?\d+(?:[.,:/\u2019]\d+)*"  # a number with its sign
    r"|[^\W\d_]+(?:['\u2019][^\W\d_]+)*"
    r"|[^\s\w.,;:!?\"'()\[\]{}\u2026\u2013\u2014\u2018-\u201e\u00ab\u00bb|*_`~\\-]"
)
_SPACE_BEFORE_STOP = re.compile(r"\s+([.,;:!?])(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that an answer says, as it reads; the cells of a row are apart by `` | ``."""

    text: str
    kind: StatementKind = "sentence"


@dataclass(frozen=True, slots=True)
class ChangedStatement:
    """A statement as it was and as it is; ``similarity`` is from `ALIKE` to below 1."""

    before: Statement
    after: Statement
    similarity: float


@dataclass(frozen=True, slots=True)
class AnswerChanges:
    """What two answers have in common and what not, each in the order of its answer.

    ``changed`` and ``same`` are in the order of the newer one.
    """

    added: tuple[Statement, ...] = ()
    changed: tuple[ChangedStatement, ...] = ()
    gone: tuple[Statement, ...] = ()
    same: tuple[Statement, ...] = ()

    @property
    def nothing_new(self) -> bool:
        """True where both say the same."""
        return not (self.added or self.changed or self.gone)

    def line(self) -> str:
        """Says it in a line: ``3 new statements, 1 changed, 1 gone``, or ``Nothing new``."""
        new = f"new statement{'' if len(self.added) == 1 else 's'}"
        counts = ((self.added, new), (self.changed, "changed"), (self.gone, "gone"))
        said = [f"{len(which)} {what}" for which, what in counts if which]
        return ", ".join(said) or "Nothing new"


def compare_answers(before: str, after: str) -> AnswerChanges:
    """Compares two answers in markdown. The same two give the same, whatever else there is."""
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
    for each in reversed(old):  # of several that said the same, the last ones are gone
        if left[each.key] > 0:
            left[each.key] -= 1
            stale.append(each)
    stale.reverse()
    pairs = _paired(stale, fresh)
    of_old = {old_place for old_place, _ in pairs.values()}
    return AnswerChanges(
        added=tuple(each.statement for place, each in enumerate(fresh) if place not in pairs),
        changed=tuple(
            ChangedStatement(stale[at].statement, fresh[place].statement, alike)
            for place, (at, alike) in sorted(pairs.items())
        ),
        gone=tuple(each.statement for place, each in enumerate(stale) if place not in of_old),
        same=tuple(same),
    )


# --- what an answer says


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
    """Gives the text with code in it as one word: its stops end nothing, and x[0] cites nothing."""
    bare = without_code(markdown)
    if bare == markdown:
        return markdown
    return "".join("x" if a != b else b for a, b in zip(markdown, bare, strict=True))


def _without_citations(markdown: str, code: str) -> str:
    """Gives the text with its citations as spaces."""
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


# --- which of them belong together


def _paired(old: Sequence[_Said], new: Sequence[_Said]) -> dict[int, tuple[int, float]]:
    """Gives by the place of a new statement that of the old one that it was, and how alike they are.

    The pair that is most alike comes first; of several, the one that stands first.
    """
    pairs: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    for unlike, place, at in sorted(_alike(old, new)):
        if place not in pairs and at not in taken:
            pairs[place] = (at, round(min(1 - unlike, 0.99), 2))
            taken.add(at)
    return pairs


def _alike(old: Sequence[_Said], new: Sequence[_Said]) -> Iterator[tuple[float, int, int]]:
    """Gives (unlikeness, place in new, place in old) of the pairs that may be one statement.

    They share a word that few other statements have: what has only common words in common is
    something else. So the work grows with the length of the answers, not with its square.
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
            if common >= ALIKE * both:
                yield 1 - common / both, place, at


def _bits(said: _Said, numbers: dict[str, int]) -> int:
    """Gives the words of a statement as the bits of a number."""
    bits = 0
    for token in said.key:
        bits |= 1 << numbers.setdefault(token, len(numbers))
    return bits
