"""Titles, authors, dates and walls of real pages against what people noted of them.

The rules were chosen on the larger folder; the other is what counts. A title or an author is right
when it has the same words. Pages were annotated with the day of publication, so the last change is
taken out of what pages declare before our date is compared.
"""

import gzip
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.facts.linked_data import json_ld_objects, microdata_objects
from desktop_agent.web.extract.facts.meta_tags import meta_tags, page_language
from desktop_agent.web.extract.facts.page_date import page_date
from desktop_agent.web.extract.facts.page_facts import declaration
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.walls import Wall, refusal
from tests.benchmarks.figures import record

pytestmark = pytest.mark.benchmark

TODAY = date(2026, 11, 22)
CHANGES = re.compile("modif|updated|revised")
URL = "https://site.example/"
# what is refused because it holds no text without scripts is no wall: people saw it with scripts
WALLS = (Wall.CONSENT, Wall.MISSING, Wall.LOGIN, Wall.BOT_CHECK, Wall.REGION, Wall.PARKED)
CHECK_FOR_ROBOTS = "0551"
"""A page that was taken for an article when the pages were annotated."""


@dataclass(frozen=True)
class Noted:
    """What people noted of a page; empty where it says nothing."""

    name: str
    url: str
    title: str
    author: str
    day: str
    content: str
    body: bytes


def pages(folder: Path) -> Iterator[Noted]:
    for truth in sorted((folder / "ground-truth").glob("*.json")):
        said = {key: value or "" for key, value in json.loads(truth.read_text()).items()}
        body = gzip.decompress((folder / "html" / f"{truth.stem}.html.gz").read_bytes())
        day = said["publish_date"][:10]
        content = said["main_content"]
        url = said["url"] or URL
        yield Noted(truth.stem, url, said["title"], said["author"], day, content, body)


def words(text: str | None) -> str:
    folded = unicodedata.normalize("NFKC", text or "").casefold()
    return " ".join(re.sub(r"\W+", " ", folded).split())


def ours(page: Noted) -> tuple[str, str, str]:
    markup = page.body.decode("utf-8", "replace")
    root = html_tree.parse(markup)
    declared = declaration(root, markup, TODAY, page.url)
    objects: list[Any] = [*json_ld_objects(root), *microdata_objects(root)]
    first = [{k: v for k, v in item.items() if k != "dateModified"} for item in objects]
    tags = meta_tags(root)
    told = {name: said for name, said in tags.items() if not CHANGES.search(name)}
    day = page_date(root, first, told, TODAY, page.url, page_language(root, tags))
    return declared.title, declared.author, day


def theirs(page: Noted) -> tuple[str, str, str]:
    from trafilatura.metadata import extract_metadata

    found = extract_metadata(page.body.decode("utf-8", "replace"), default_url=page.url)
    return found.title or "", found.author or "", found.date or ""


@pytest.mark.parametrize("folder", ["extraction_train", "extraction"])
def test_titles_authors_and_dates_against_trafilatura(shared_fixtures, folder):
    pytest.importorskip("trafilatura")
    count: Counter[str] = Counter()
    for page in pages(shared_fixtures / folder):
        noted = page.title, page.author, page.day
        for who, found in (("ours", ours(page)), ("trafilatura", theirs(page))):
            for what, truth, said in zip(("title", "author", "date"), noted, found, strict=True):
                count[what] += bool(truth) and who == "ours"
                count[f"{who} {what}"] += bool(truth) and words(said) == words(truth)
    rates = {}
    for what in ("title", "author", "date"):
        rates[what] = [count[f"{who} {what}"] / count[what] for who in ("ours", "trafilatura")]
        if folder == "extraction":  # the rules were not chosen on it
            right, rival = (100 * rate for rate in rates[what])
            record(f"Pages whose {what} is found", right, "%", baseline=rival)
    assert rates["title"][0] > max(0.7, rates["title"][1])
    assert rates["author"][0] > max(0.65, rates["author"][1])
    assert rates["date"][0] > 0.75


@pytest.mark.parametrize("folder", ["extraction_train", "extraction"])
def test_pages_with_a_text_are_not_taken_for_walls(shared_fixtures, folder):
    walls, previews = [], []
    for page in pages(shared_fixtures / folder):
        try:
            found = extract(Document(page.body, "text/html", "utf-8", page.url))
        except Unreadable as error:
            is_wall = error.message in {refusal(wall, page.url).message for wall in WALLS}
            if is_wall and page.content:
                walls.append(page.name)
            continue
        if found.wall:
            previews.append(page.url)
    assert set(walls) <= {CHECK_FOR_ROBOTS}
    assert len(previews) <= 3, previews
