"""Which definitions a place of a program stands in, by words and indentation alone.

No parser: it holds for any language that indents what is within, on code that does not parse too.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

_DEFINES: Final = re.compile(
    r"^([ \t]{0,80})(?:(?:export|default|pub(?:\([a-z]{1,9}\))?|public|private|protected|internal|"
    r"static|final|abstract|async|override|inline|unsafe|data|sealed|partial|virtual) {1,4}){0,5}"
    r"(?:def|class|fn|func|fun|function|struct|enum|union|interface|trait|impl|module|namespace|"
    r"object|protocol|record|sub|proc|macro_rules!)[ \t*]{1,4}(?:\([^()\n]{0,80}\)[ \t]?)?"
    r"([A-Za-z_$][\w$.:]{0,79})",
    re.MULTILINE,
)
_INDENT: Final = re.compile(r"[ \t]*")


def scopes_at(text: str, places: Iterable[int]) -> Mapping[int, tuple[str, ...]]:
    """Gives the names of the definitions that some places of a program are in, outermost first.

    A place on the first line of a definition is in it.
    """
    found: dict[int, tuple[str, ...]] = {}
    open_: list[tuple[int, str]] = []  # indentation and name
    definitions = _DEFINES.finditer(text)
    coming = next(definitions, None)
    for place in sorted(set(places)):
        while coming is not None and coming.start() <= place:
            indent = len(coming[1].expandtabs(4))
            _close(open_, indent)
            open_.append((indent, coming[2].rstrip(":.")))
            coming = next(definitions, None)
        begin = text.rfind("\n", 0, place) + 1
        margin = _INDENT.match(text, begin)
        indent = len(margin[0].expandtabs(4)) if margin else 0
        closing = text[begin + indent : begin + indent + 1] in ("}", ")", "]")
        inside = [name for deep, name in open_ if deep < indent or (deep == indent and closing)]
        defined = _DEFINES.match(text, begin)
        if defined:
            inside.append(defined[2].rstrip(":."))
        found[place] = tuple(inside)
    return found


def _close(open_: list[tuple[int, str]], indent: int) -> None:
    while open_ and open_[-1][0] >= indent:
        open_.pop()
