"""Pages of the tests to their facts."""

import json
from datetime import date

from desktop_agent.core.research import FactOrigin
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.document import Document, ExtractedDocument
from desktop_agent.web.extract.facts.page_facts import Declaration, declaration
from desktop_agent.web.extract.pipeline import extract

TODAY = date(2026, 11, 6)
Fact = tuple[str, str, str]


def read(html: str, form="markdown") -> ExtractedDocument:
    """Reads a page that has a line of text at least."""
    page = f"{html}<p>Some words of the page.</p>"
    return extract(Document(page.encode(), "text/html", "utf-8", "http://site.example/", form))


def facts_of(html: str, origin: FactOrigin) -> list[Fact]:
    """Gives the facts of one origin as (subject, name, value)."""
    return [(f.subject, f.name, f.value) for f in read(html).facts if f.origin == origin]


def script(data: object) -> str:
    """Writes a value as JSON-LD, or takes a text for it as it is."""
    text = data if isinstance(data, str) else json.dumps(data)
    return f'<script type="application/ld+json">{text}</script>'


def linked(data: object) -> list[Fact]:
    """Gives the facts of a page with that JSON-LD."""
    return facts_of(script(data), "json_ld")


def declared(html: str, url: str = "http://site.example/") -> Declaration:
    """Gives what a page declares of itself, on a day on which the tests were written."""
    return declaration(html_tree.parse(html), html, TODAY, url)


def article(**said: object) -> str:
    """Gives JSON-LD of an article."""
    return script({"@type": "NewsArticle", "headline": "Tides", **said})
