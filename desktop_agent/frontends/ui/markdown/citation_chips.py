"""Find the citations in a document and mark them with their check results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument, QTextFragment

from desktop_agent.core.citations import NUMBER, SIGNS, marks_in_order
from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.frontends.ui.markdown.formulas import plain_text
from desktop_agent.frontends.ui.markdown.text_styles import (
    CODE_PIECE,
    CODE_RUN,
    TextStyles,
    fragments,
)

_SCHEME = "cite:"
_CHIPS_A_STEP = 6
"""Number of chips per step; several chips close together cost about as much to lay out as one."""
# replaces characters that would make other text look like a citation
_NEUTRAL = str.maketrans({"[": "(", "`": "'", "~": "-"})


@dataclass(frozen=True, slots=True)
class Chip:
    """A citation in a document: its range, its format, and the position of its check mark."""

    number: int
    start: int
    sign_at: int
    end: int
    form: QTextCharFormat


def chip_of(href: str) -> tuple[int, int] | None:
    """Return the source number and citation index of a citation link, or None for other links.

    The index is the citation's position among all citations, or -1 until it has a mark.
    """
    number, _, place = href.removeprefix(_SCHEME).partition("#")
    if not href.startswith(_SCHEME) or not number.isdecimal():
        return None
    return int(number), int(place) if place.isdecimal() else -1


def citations_in(document: QTextDocument) -> Iterator[tuple[int, int, int]]:
    """Yield the source number and half-open range of each citation in a document."""
    block = document.begin()
    while block.isValid():
        for fragment in fragments(block):
            form = fragment.charFormat()
            cited = chip_of(form.anchorHref()) if form.isAnchor() else None
            if cited is not None and not form.boolProperty(CODE_PIECE):
                start = fragment.position()
                yield cited[0], start, start + fragment.length()
        block = block.next()


def source_cited_by(selection: QTextCursor) -> int | None:
    """Return the number of the source cited for a selection, or None if nothing is cited.

    Citations follow the text they support. If none follows, the last one in the document is used.
    """
    cited = list(citations_in(selection.document()))
    start = selection.selectionStart()
    after = (number for number, _start, end in cited if end > start)
    return next(after, cited[-1][0] if cited else None)


def words_of(selection: QTextCursor) -> str:
    """Return the selected text as plain text without citations."""
    document = selection.document()
    start, end = selection.selectionStart(), selection.selectionEnd()
    stretches, at = [], start
    for _number, chip, behind in citations_in(document):
        if start < behind and chip < end:
            stretches.append((at, max(at, chip)))
            at = behind
    words = [_plain(document, *each).rstrip(" \t") for each in stretches]
    return "".join([*words, _plain(document, min(at, end), end)]).strip()


def _plain(document: QTextDocument, start: int, end: int) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return plain_text(cursor)


class CitationChips:
    """Marks the citations in a document. ``checks`` lists their checks in document order.

    `mark` works in steps, so that long text does not block the UI, and changes only the citations.
    """

    def __init__(self, document: QTextDocument, styles: TextStyles) -> None:
        self._document = document
        self._styles = styles
        self._chips: list[Chip] = []
        self._shown: list[str] = []
        self.checks: tuple[CitationCheck | None, ...] = ()

    def mark(self, claims: Sequence[Claim]) -> Iterator[None]:
        """Mark the citations with their check results, yielding after each step."""
        block = self._document.begin()
        while block.isValid():
            if not block.blockFormat().intProperty(CODE_RUN):
                for fragment in fragments(block):
                    self._read(fragment)
            self._shown.append("\n")
            block = block.next()
            yield
        checks = marks_in_order("".join(self._shown), claims)
        if len(checks) != len(self._chips):
            return  # no marks are better than wrong ones
        yield
        # from the end, so that earlier positions stay valid
        for last in range(len(checks), 0, -_CHIPS_A_STEP):
            cursor = QTextCursor(self._document)
            cursor.beginEditBlock()
            for place in range(last - 1, max(-1, last - 1 - _CHIPS_A_STEP), -1):
                check = checks[place]
                if check is not None:
                    self._write(cursor, self._chips[place], place, check)
            cursor.endEditBlock()
            yield
        self.checks = checks

    def _read(self, fragment: QTextFragment) -> None:
        form, text = fragment.charFormat(), fragment.text()
        if form.boolProperty(CODE_PIECE):
            return
        cited = chip_of(form.anchorHref()) if form.isAnchor() else None
        if cited is None:
            self._shown.append(text.translate(_NEUTRAL))
            return
        self._shown.append(f"{text} " if text.endswith("]") else text)
        numbers = list(NUMBER.finditer(text))
        # Qt merges adjacent citations of the same source
        ends = [found.end() + text[found.end() :].startswith("]") for found in numbers]
        at = fragment.position()
        for found, (start, end) in zip(numbers, pairwise([0, *ends]), strict=True):
            self._chips.append(Chip(cited[0], at + start, at + found.end(), at + end, form))

    def _write(self, cursor: QTextCursor, chip: Chip, place: int, check: CitationCheck) -> None:
        form = self._styles.checked_citation(chip.form, chip.number, place, check.mark)
        sign = SIGNS[check.mark]
        cursor.setPosition(chip.sign_at)
        cursor.insertText(sign, form)
        cursor.setPosition(chip.start)
        cursor.setPosition(chip.end + len(sign), QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(form)
