"""What a search is limited to, as a predicate of LanceDB (the SQL of DataFusion)."""

import re
from collections.abc import Collection, Iterable

from desktop_agent.core.knowledge import KnowledgeFilter
from desktop_agent.knowledge.index.lance_text import to_lance

_PATTERN_MOST = 4_096
"""Characters; no path is longer."""

_WILD = re.compile(r"[*?\[]")


def quoted(text: str) -> str:
    """Gives a string literal."""
    return "'" + to_lance(text).replace("'", "''") + "'"


def one_of(column: str, values: Collection[str] | Collection[int]) -> str:
    """Gives the predicate that is true for the rows with one of the values."""
    if not values:
        return "false"
    told = (quoted(value) if isinstance(value, str) else str(int(value)) for value in values)
    return f"{column} IN ({', '.join(told)})"


def predicate(only: KnowledgeFilter | None) -> str:
    """Gives what chunks and vectors are searched by; "" where that is all of them."""
    return " AND ".join(_terms(only)) if only is not None else ""


def _terms(only: KnowledgeFilter) -> Iterable[str]:
    if only.collections:
        yield one_of("collection", only.collections)
    if only.path:
        yield _path(only.path)
    if only.suffixes:
        ends = (f"ends_with(lower(path), {quoted(each.lower())})" for each in only.suffixes)
        yield f"({' OR '.join(ends)})"
    if only.since:
        yield f"last_day != '' AND last_day >= {quoted(only.since)}"
    if only.until:
        yield f"first_day != '' AND first_day <= {quoted(last_day(only.until))}"


def last_day(date: str) -> str:
    """Gives the last day that a date may mean; a year or a month stands for its last one."""
    day = date[:10]
    return day + {4: "-12-31", 7: "-31"}.get(len(day), "")


def _path(path: str) -> str:
    if len(path) > _PATTERN_MOST:
        return "false"
    folder = path.rstrip("/\\")
    terms = [f"path = {quoted(path)}"]
    terms += [f"starts_with(path, {quoted(folder + sign)})" for sign in "/\\"]
    if _WILD.search(path):
        terms.append(f"regexp_like(path, {quoted(_expression(to_lance(path)))})")
    return f"({' OR '.join(terms)})"


def _expression(glob: str) -> str:
    """Gives the regular expression of a glob as SQLite's GLOB has them: ``*`` crosses folders."""
    made = []
    at = 0
    while at < len(glob):
        sign = glob[at]
        end = glob.find("]", at + 2) if sign == "[" else -1
        if end > 0:
            made.append(_class(glob[at + 1 : end]))
            at = end
        else:
            made.append({"*": ".*", "?": "."}.get(sign) or _literal(sign))
        at += 1
    return f"^(?s:{''.join(made)})$"


def _class(signs: str) -> str:
    """Gives a class of characters, all of them as numbers: none of them can mean anything."""
    negated = len(signs) > 1 and signs[0] in "^!"
    ranges = []
    for low, high in re.findall(r"(.)(?:-(.))?", signs[negated:], re.DOTALL):
        if not high:
            ranges.append(_literal(low))
        elif low <= high:
            ranges.append(f"{_literal(low)}-{_literal(high)}")
    if not ranges:
        return r"[^\x{0}-\x{10FFFF}]"
    return f"[{'^' if negated else ''}{''.join(ranges)}]"


def _literal(sign: str) -> str:
    return sign if sign.isalnum() and sign.isascii() else f"\\x{{{ord(sign):X}}}"
