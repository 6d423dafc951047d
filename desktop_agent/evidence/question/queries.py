"""Derive up to three families of search queries from a question, the most useful first."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from string import Template

from desktop_agent.evidence.question.entity import sites_of, with_setting
from desktop_agent.evidence.records import Reading
from desktop_agent.evidence.text.wordings import Patterns, table
from desktop_agent.web.search.query import keywords

_FILE = "question/queries"
_PATTERNS = Patterns(_FILE)

MOST_CHARACTERS = 300
_MOST_NARROWING = 5
_YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class QueryFamily:
    """A named group of queries for one search round. A query has at most 300 characters."""

    name: str
    queries: tuple[str, ...]


def _plain(text: str) -> str:
    """Strip bangs, operators and quotation marks, which search engines would interpret."""
    for _ in range(2):  # removing one operator may expose another
        text = _PATTERNS.operator.sub(r"\1 ", " ".join(text.split()))
    return " ".join(text.split())


def _cut(query: str, most: int = MOST_CHARACTERS) -> str:
    query = " ".join(query.split())
    if len(query) <= most:
        return query
    return query[:most].rpartition(" ")[0] or query[:most]


def _values(reading: Reading, asked: str, year: int) -> Mapping[str, str]:
    """Return the values to substitute for the ``$names`` in query templates."""
    data = table(_FILE)
    native = data["native"].get(reading.detail) or data["native"].get(reading.intent.value, {})
    narrowed = " ".join([reading.entity, *reading.narrowing[:_MOST_NARROWING]])
    sites = (*sites_of(reading.entity), "github.com")
    entity = _plain(reading.entity)
    others = keywords(asked.replace(entity, " ") if entity else asked)
    return {
        "asked": asked,
        "words": f"{entity} {others}".strip() or asked,
        "entity": entity,
        "narrowed": _plain(narrowed),
        "native": native.get(reading.language, "").format(year=year),
        "detail": _plain(reading.detail),
        "event": data["event_words"].get(reading.detail, "date"),
        "kind": _plain(reading.detail) or "stable",
        "last_year": str(year - 1),
        "year": str(year),
        "now": str(year) if reading.current and not _YEAR.search(asked) else "",
        "sites": " OR ".join(f"site:{site}" for site in sites),
    }


def query_families(reading: Reading, today: date) -> tuple[QueryFamily, ...]:
    """Return up to three query families for a reading, the most useful first.

    The main queries include the current year if the answer changes with time and no year is named.
    No part of the question can act as a search operator. A question without words has no query
    families.
    """
    if not re.search(r"\w", _plain(reading.text[:MOST_CHARACTERS])):
        return ()
    values = _values(reading, _plain(with_setting(reading.text)), today.year)
    families = table(_FILE)["families"]
    seen = {""}
    kept = []
    for row in families.get(reading.detail) or families[reading.intent.value]:
        sites = Template(row.get("sites", "")).substitute(values)
        queries = []
        for template in row["queries"]:
            words = _cut(Template(template).substitute(values), MOST_CHARACTERS - len(sites) - 1)
            query = f"{words} {sites}".strip()
            native = values["native"] or "$native" not in template
            if native and query.casefold() not in seen and re.search(r"\w", query):
                seen.add(query.casefold())
                queries.append(query)
        if queries:
            kept.append(QueryFamily(row["name"], tuple(queries)))
    return tuple(kept)


def looking_for(reading: Reading) -> str:
    """Describe what a question looks for, or return "" if its intent is unknown."""
    told = table(_FILE)["looking_for"]
    template = told.get(reading.detail) or told.get(reading.intent.value, "")
    entity = reading.entity.removeprefix("the ")
    return Template(template).substitute(entity=entity, detail=reading.detail)


def quoted(family: QueryFamily, entity: str) -> QueryFamily:
    """Return the family with the entity in quotation marks once in each query.

    The entity is prepended to queries that do not contain it. Overlong queries are cut at the end.
    If the entity is empty, the family is returned unchanged.
    """
    name = _plain(entity)
    if not name:
        return family
    marked, queries = f'"{name}"', []
    for query in family.queries:
        start = query.casefold().find(name.casefold())
        rest = query[start + len(name) :] if start >= 0 else f" {query}"
        queries.append(_cut(f"{query[: max(start, 0)]}{marked}{rest}"))
    return replace(family, queries=tuple(queries))
