"""Which documents a filter lets through."""

from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import KnowledgeFilter
from desktop_agent.knowledge.index.stored import to_sql

_PATTERN_MOST = 4_096
"""Bytes; no path is longer."""

_FIRST_DAY = "substr(date, 1, 10)"
_LAST_DAY = (
    "substr(date, 1, 10) || CASE length(date) WHEN 4 THEN '-12-31' WHEN 7 THEN '-31' ELSE '' END"
)


def select_documents(
    connection: apsw.Connection, only: KnowledgeFilter | None
) -> NDArray[np.int64] | None:
    """Gives the ids of the documents that are searched; None where that is all of them."""
    if only is None or only == KnowledgeFilter():
        return None
    terms: list[str] = []
    bound: list[Any] = []
    if only.collections:
        terms.append(f"collection IN ({', '.join('?' * len(only.collections))})")
        bound += map(to_sql, only.collections)
    if only.path:
        _limit_path(only.path, terms, bound)
    if only.suffixes:
        ends = "lower(substr(CAST(path AS TEXT), -length(?))) = ?"
        terms.append(f"({' OR '.join([ends] * len(only.suffixes))})")
        bound += [to_sql(each.lower()) for each in only.suffixes for _ in range(2)]
    if only.since:
        terms.append(f"date != '' AND {_LAST_DAY} >= ?")
        bound.append(to_sql(only.since))
    if only.until:
        terms.append(f"date != '' AND {_FIRST_DAY} <= ?")
        bound.append(to_sql(_last_day(only.until)))
    rows = connection.execute(f"SELECT id FROM documents WHERE {' AND '.join(terms)}", bound)  # noqa: S608 - the terms are ours, what is asked for is bound
    return np.fromiter((row[0] for row in rows), np.int64)


def _limit_path(path: str, terms: list[str], bound: list[Any]) -> None:
    if len(path.encode("utf-8", "surrogatepass")) > _PATTERN_MOST:
        terms.append("0")
        return
    folder = path.rstrip("/\\")
    terms.append(
        "(CAST(path AS TEXT) GLOB CAST(? AS TEXT) OR path = ?"
        " OR substr(CAST(path AS TEXT), 1, length(CAST(? AS TEXT))) IN (CAST(? AS TEXT), CAST(? AS TEXT)))"
    )
    bound += [to_sql(each) for each in (path, path, f"{folder}/", f"{folder}/", f"{folder}\\")]


def _last_day(day: str) -> str:
    """A year or a month stands for its last day."""
    return day + {4: "-12-31", 7: "-31"}.get(len(day), "")
