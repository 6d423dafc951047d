"""Pages of the tests to their facts."""

import json
from datetime import date

from desktop_agent.core.research import FactOrigin
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.facts.page_facts import Declaration, declaration
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document, ExtractedDocument

TODAY = date(2026, 11, 6)
Fact = tuple[str, str, str]


def read(html: str, form="markdown") -> ExtractedDocument:
    page = f"{html}<p>Some words of the page.</p>"
    return extract(Document(page.encode(), "text/html", "utf-8", "http://site.example/", form))


def facts_of(html: str, origin: FactOrigin) -> list[Fact]:
    return [(f.subject, f.name, f.value) for f in read(html).facts if f.origin == origin]


def script(data: object) -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    return f'<script type="application/ld+json">{text}</script>'


def linked(data: object) -> list[Fact]:
    return facts_of(script(data), "json_ld")


def declared(html: str, url: str = "http://site.example/") -> Declaration:
    return declaration(html_tree.parse(html), html, TODAY, url)


def article(**said: object) -> str:
    return script({"@type": "NewsArticle", "headline": "Tides", **said})
