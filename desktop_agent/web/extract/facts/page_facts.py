"""What a page says in forms made for machines: JSON-LD, microdata, meta tags, tables.

All of it is data from outside, as the text is: it can be wrong, and it is never an order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Final

from desktop_agent.core.research import PageFact
from desktop_agent.web.extract.facts.access import Access, access
from desktop_agent.web.extract.facts.canonical import canonical_url
from desktop_agent.web.extract.facts.json_ld import JsonObject, json_ld_objects
from desktop_agent.web.extract.facts.linked_data import linked_facts, type_name
from desktop_agent.web.extract.facts.meta_tags import MetaTags, meta_facts, meta_tags
from desktop_agent.web.extract.facts.microdata import microdata_objects
from desktop_agent.web.extract.facts.page_author import page_author
from desktop_agent.web.extract.facts.page_date import page_date
from desktop_agent.web.extract.facts.page_language import page_language
from desktop_agent.web.extract.facts.page_title import page_title
from desktop_agent.web.extract.facts.site_name import site_name, site_names
from desktop_agent.web.extract.facts.table_facts import table_facts
from desktop_agent.web.extract.tree.html_tree import Element

MAX_FACTS: Final = 400
MAX_CHARACTERS: Final = 60_000
"""Of the facts of a page: subjects, names and values together."""

# a share for each, so that one long list does not cost a page all the others
_LINKED_SHARE = 200, 30_000
_META_SHARE = 60, 10_000


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a page declares beside its text; all but ``facts`` and ``access`` as in `Page`."""

    facts: tuple[PageFact, ...]
    published: str
    language: str
    title: str
    author: str
    site: str
    canonical: str
    access: Access


def declaration(root: Element, markup: str, today: date, url: str = "") -> Declaration:
    """Reads a tree as it was parsed from ``markup``: `html_tree.remove_unseen` takes all this out."""
    objects = json_ld_objects(root)
    if "itemscope" in markup:  # going through a whole tree for an attribute takes its time
        objects.extend(microdata_objects(root))
    tags = meta_tags(root)
    facts = (
        *_capped(linked_facts(objects), *_LINKED_SHARE),
        *_capped(meta_facts(tags), *_META_SHARE),
    )
    language = page_language(root, tags)
    sites = site_names(objects, tags)
    return Declaration(
        facts,
        page_date(root, objects, tags, today, url, language),
        language,
        page_title(root, tags, sites, url, article=_is_article(objects, tags)),
        page_author(root, objects, tags, sites),
        site_name(sites),
        canonical_url(root, tags, url),
        access(objects),
    )


def _is_article(objects: Sequence[JsonObject], tags: MetaTags) -> bool:
    if "article" in tags.get("og:type", ()):
        return True
    return any(type_name(item).endswith(("Article", "Posting")) for item in objects)


def page_facts(declared: Declaration, root: Element) -> tuple[PageFact, ...]:
    """Gives what was declared and what the tables of a tree say that holds only what is seen."""
    return _capped(chain(declared.facts, table_facts(root)), MAX_FACTS, MAX_CHARACTERS)


def _capped(facts: Iterable[PageFact], most: int, characters: int) -> tuple[PageFact, ...]:
    """Gives the first of the facts, each once; takes no more of them than it gives."""
    kept: dict[PageFact, None] = {}
    for fact in facts:
        if fact in kept:
            continue
        characters -= len(fact.subject) + len(fact.name) + len(fact.value)
        if characters < 0 or len(kept) == most:
            break
        kept[fact] = None
    return tuple(kept)
