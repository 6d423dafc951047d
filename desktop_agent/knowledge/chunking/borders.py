"""Where a text may be cut, from the best places to the worst."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentKind

Places = NDArray[np.int64]

_FENCE: Final = r"[ \t]{0,40}(?P<fence>`{3,400}|~{3,400})"
_MARKED: Final = re.compile(
    rf"^(?:{_FENCE}| {{0,3}}(?P<marks>#{{1,6}})(?=[ \t\n])|(?P<line>[=-])(?P=line){{2,200}}[ \t]*$)",
    re.MULTILINE,
)
_BLOCK: Final = re.compile(r"\n[ \t]*\n+")
_AFTER_BLANK: Final = re.compile(r"(?:^|\n[ \t]*\n+)([ \t]*)(?=[^\s})\]])")
_LINE: Final = re.compile(r"\n+")
_MOST_TITLE: Final = 200
_LOWEST: Final = 6
_INDENT: Final = 2  # spaces that make a level of code one lower


@dataclass(frozen=True, slots=True)
class Borders:
    """Starts of sections with their levels (1 is the highest), of blocks, and of lines; in order."""

    sections: Places
    levels: Places
    blocks: Places
    lines: Places


def borders_of(text: str, kind: DocumentKind) -> Borders:
    """Gives where a text may be cut.

    Sections of prose begin at headings; those of code after an empty line, the less indented the
    higher. A table has lines alone: its rows.
    """
    none = np.zeros(0, np.int64)
    lines = _ends(_LINE, text)
    if kind == "table":
        return Borders(none, none, none, lines)
    found = list(_code_sections(text) if kind == "code" else _headings(text))
    sections = np.array([place for place, _ in found], np.int64)
    levels = np.array([level for _, level in found], np.int64)
    return Borders(sections, levels, _ends(_BLOCK, text), lines)


def _ends(pattern: re.Pattern[str], text: str) -> Places:
    return np.fromiter((match.end() for match in pattern.finditer(text)), np.int64)


def _headings(text: str) -> Iterator[tuple[int, int]]:
    """Yields where headings begin; one straight below another belongs to that."""
    fence = ""
    last = last_end = -1
    for match in _MARKED.finditer(text):
        if mark := match["fence"]:
            if not fence:
                fence = mark
            elif mark.startswith(fence) and not _rest_of_line(text, match.end()):
                fence = ""
            continue
        if fence:
            continue
        start, level = match.start(), len(match["marks"] or "")
        end = _line_end(text, match.end())
        if not level:
            start, level = _underlined(text, match.start()), 1 if match["line"] == "=" else 2
        if start < 0:
            continue
        if last < 0 or text[last_end:start].strip():
            yield start, level
        last, last_end = start, end


def _underlined(text: str, at: int) -> int:
    """Gives where the title above a line of ``=`` or ``-`` begins; -1 where that is none."""
    start = text.rfind("\n", max(0, at - _MOST_TITLE), max(0, at - 1)) + 1
    title = text[start : at - 1].strip() if at else ""
    above = not start or text.endswith("\n\n", 0, start)
    return start if title and above and title[0] not in "|>-*+#" else -1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _rest_of_line(text: str, at: int) -> str:
    return text[at : _line_end(text, at)].strip()


def _code_sections(text: str) -> Iterator[tuple[int, int]]:
    for match in _AFTER_BLANK.finditer(text):
        indent = len(match[1].expandtabs(4))
        yield match.start(1), min(1 + indent // _INDENT, _LOWEST)
