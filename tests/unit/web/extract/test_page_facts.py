"""All that a page says to machines: its limits, and what real pages hold."""

import gzip
import time
from collections import Counter
from datetime import date

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.facts.page_facts import (
    MAX_CHARACTERS,
    MAX_FACTS,
    declaration,
    page_facts,
)
from desktop_agent.web.extract.pipeline import extract
from tests.unit.web.extract.facts_of import read, script

ROWS = "".join(f"<tr><th>row {n}<td>{'value ' * 40}{n}" for n in range(1_000))


def test_what_a_page_declares_comes_before_what_its_tables_say():
    html = """<table><tr><th>Capital<td>Canberra</table><meta name=author content=Anon>
      <meta property=og:title content=Australia>""" + script(
        {"@type": "Country", "name": "Australia"}
    )
    origins = [fact.origin for fact in read(html).facts]
    assert origins == ["json_ld", "meta", "open_graph", "table"]


def test_each_fact_is_given_once():
    html = "<dl><dt>Capital<dd>Canberra</dl>"
    assert len(read(html * 3).facts) == 1


@pytest.mark.parametrize("form", ["markdown", "text", "html"])
def test_the_facts_are_the_same_in_every_format(form):
    html = f"<html lang=en>{script({'@type': 'WebPage', 'dateModified': '2023-09-08'})}<dl><dt>a<dd>b</dl>"
    found = read(html, form)
    assert [fact.name for fact in found.facts] == ["dateModified", "a"]
    assert (found.published, found.language) == ("2023-09-08", "en")


def test_facts_are_capped_in_number_and_size_and_no_form_crowds_out_the_others():
    items = [{"@type": "Thing", "name": f"thing {n}", "x": "y " * 240} for n in range(900)]
    metas = "".join(f"<meta property=article:tag content='tag {n}'>" for n in range(900))
    facts = read(script(items) + metas + f"<table>{ROWS}</table>").facts
    size = sum(len(fact.subject + fact.name + fact.value) for fact in facts)
    assert len(facts) <= MAX_FACTS
    assert size <= MAX_CHARACTERS
    assert min(Counter(fact.origin for fact in facts).values()) >= 50


def test_many_small_facts_are_capped_in_number():
    lists = "".join(f"<dl><dt>name {n}<dd>value {n}</dl>" for n in range(2_000))
    assert len(read(lists).facts) == MAX_FACTS


@pytest.mark.parametrize("form", ["text/plain", "application/json", "text/csv"])
def test_what_is_no_page_of_html_declares_nothing(form):
    found = extract(Document(b"a,b\n1,2", form, "utf-8", "http://site.example/"))
    assert (found.facts, found.published, found.language, found.data) == ((), "", "", "")


def test_invisible_characters_are_taken_out_of_facts():
    html = "<meta name=description content='Good\U000e0049\U000e0067\x01 day'>"
    (fact,) = read(html).facts
    assert fact.value == "Good day"


def test_a_usual_page_takes_a_few_milliseconds():
    data = {
        "@type": "Article",
        "headline": "Tides",
        "author": [{"name": f"A {n}"} for n in range(5)],
    }
    rows = "".join(f"<tr><th>row {n}<td>value {n}" for n in range(30))
    html = script(data) + "<meta name=author content=A>" * 30 + f"<table>{rows}</table>"
    html += "<p>The tide rises and falls.</p>" * 300
    root = html_tree.parse(html)
    began = time.process_time()
    for _ in range(10):
        assert len(page_facts(declaration(root, html, date(2026, 11, 6)), root)) > 30
    took = (time.process_time() - began) / 10
    print(f"facts of a page of {len(html) // 1000} kB: {1000 * took:.1f} ms")
    assert took < 0.12  # 2 ms on a quiet machine


def test_real_pages_give_facts_and_never_an_exception(shared_fixtures):
    pages = sorted((shared_fixtures / "extraction" / "html").glob("*.html.gz"))[::16]
    with_origin: Counter[str] = Counter()
    read_pages = 0
    for page in pages:
        body = gzip.decompress(page.read_bytes())
        try:
            found = extract(Document(body, "text/html", "utf-8", "http://site.example/"))
        except Unreadable:
            continue
        read_pages += 1
        with_origin.update({fact.origin for fact in found.facts})
        with_origin["published"] += bool(found.published)
        with_origin["language"] += bool(found.language)
        assert len(found.facts) <= MAX_FACTS
        assert all(fact.name and fact.value for fact in found.facts)
    print(f"of {read_pages} pages:", dict(with_origin.most_common()))
    assert with_origin["json_ld"] > 0.3 * read_pages
    assert with_origin["open_graph"] > 0.6 * read_pages
    assert with_origin["table"] > 0.1 * read_pages
    assert with_origin["language"] > 0.9 * read_pages
