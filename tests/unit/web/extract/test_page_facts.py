"""All that a page says to machines: its limits, and what real pages hold."""

import gzip
from collections import Counter

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.facts.page_facts import (
    MAX_CHARACTERS,
    MAX_FACTS,
)
from desktop_agent.web.extract.pipeline import extract
from tests.unit.web.extract.facts_of import read, script

ROWS = "".join(f"<tr><th>row {n}<td>{'value ' * 40}{n}" for n in range(1_000))


@pytest.mark.parametrize("form", ["markdown", "text", "html"])
def test_what_a_page_declares_comes_once_and_before_its_tables_in_every_form(form):
    html = """<table><tr><th>Capital<td>Canberra</table><meta name=author content='An\U000e0049on'>
      <meta property=og:title content=Australia>""" + script(
        {"@type": "Country", "name": "Australia"}
    )
    found = read(html * 2, form)
    assert [fact.origin for fact in found.facts] == ["json_ld", "meta", "open_graph", "table"]
    assert found.facts[1].value == "Anon"


def test_facts_are_capped_in_number_and_size_and_no_form_crowds_out_the_others():
    items = [{"@type": "Thing", "name": f"thing {n}", "x": "y " * 240} for n in range(900)]
    metas = "".join(f"<meta property=article:tag content='tag {n}'>" for n in range(900))
    lists = "".join(f"<dl><dt>name {n}<dd>value {n}</dl>" for n in range(2_000))
    assert len(read(lists).facts) == MAX_FACTS
    facts = read(script(items) + metas + f"<table>{ROWS}</table>").facts
    size = sum(len(fact.subject + fact.name + fact.value) for fact in facts)
    assert len(facts) <= MAX_FACTS
    assert size <= MAX_CHARACTERS
    assert min(Counter(fact.origin for fact in facts).values()) >= 50


@pytest.mark.parametrize("form", ["text/plain", "application/json", "text/csv"])
def test_what_is_no_page_of_html_declares_nothing(form):
    found = extract(Document(b"a,b\n1,2", form, "utf-8", "http://site.example/"))
    assert (found.facts, found.published, found.language, found.data) == ((), "", "", "")


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
