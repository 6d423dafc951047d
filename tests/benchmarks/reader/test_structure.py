"""How much of a page's structure its Markdown keeps: code, tables, headings and list items.

An element counts if its text stands in the truth about the page. What the page holds is read from
its HTML without the reader, and what was kept from the Markdown as a Markdown reader shows it.
"""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import lxml.html
import pytest
from markdown_it import MarkdownIt

from tests.benchmarks.figures import record
from tests.benchmarks.reader.test_score import PAGES, ours

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.skipif(not PAGES.is_dir(), reason="the pages are not here"),
    pytest.mark.timeout(600),
]

GOALS = {"code": 0.99, "table": 0.97, "heading": 0.95, "item": 0.95}
REACHED = {"code": 0.98, "table": 0.83, "heading": 0.89, "item": 0.83}
COUNT, SEED = 60, 23
_READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_LINE_ENDS = {"br", "div", "p", "li", "tr"}
_NO_DATA = ("table", "ul", "ol", "form", "h1", "h2", "pre", "blockquote")
_LONGEST_CELL = 60  # words
_LEAST_OF_A_TABLE = 0.8  # of its rows stand in the truth
_SURE = 4  # words; fewer must be a whole line of the truth

Row = tuple[str, ...]


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def lines_of(element) -> str:
    """Gives the text of code as a browser lays it out."""
    parts = [element.text or ""]
    for child in element:
        ends = child.tag in _LINE_ENDS
        if ends and "".join(parts)[-1:] not in {"", "\n"}:
            parts.append("\n")
        inner = "\n" if child.tag == "br" else lines_of(child)
        parts += [inner, "\n" if ends and inner[-1:] != "\n" else "", child.tail or ""]
    return "".join(parts)


def headings(root) -> Iterator[str]:
    yield from (words(lines_of(each)) for each in root.iter("h1", "h2", "h3", "h4", "h5", "h6"))


def own_text(item) -> str:
    """Gives a list item's text without that of the lists in it."""
    parts = [item.text or ""]
    for child in item:
        parts += [own_text(child) if child.tag not in {"ul", "ol"} else " ", child.tail or ""]
    return " ".join(parts) if item.tag in _LINE_ENDS else "".join(parts)


def codes(root) -> Iterator[str]:
    for block in root.iter("pre"):
        if next(block.iterancestors("pre"), None) is None:
            yield lines_of(block)


def tables(root) -> Iterator[list[Row]]:
    """Gives the tables of data, as rows of those cells that are not empty."""
    for table in root.iter("table"):
        plain = table.get("role") not in {"presentation", "none"} and not any(
            next(cell.iterdescendants(*_NO_DATA), None) is not None
            or len(words(cell.text_content()).split()) > _LONGEST_CELL
            for cell in table.iter("td", "th")
        )
        rows = [
            tuple(filter(None, (words(lines_of(c)) for c in row.iter("td", "th"))))
            for row in table.iter("tr")
        ]
        rows = [row for row in rows if row]
        if plain and sum(len(row) > 1 for row in rows) > 1:
            yield rows


def missed(html: str, truth: str, markdown: str) -> tuple[Counter, list[tuple[str, object]]]:
    """Counts the elements by kind that stand in the truth, and lists those that were not kept."""
    page = lxml.html.document_fromstring(
        html.encode(), parser=lxml.html.HTMLParser(encoding="utf-8")
    )
    for unseen in page.xpath("//script | //style | //template | //noscript | //svg"):
        unseen.drop_tree()
    shown = lxml.html.document_fromstring(f"<div>{_READER.render(markdown)}</div>")
    flat = f" {words(truth)} "
    lines = {words(line) for line in truth.splitlines()}

    def stands(text: str) -> bool:
        return bool(text) and (
            text in lines or (text.count(" ") >= _SURE - 1 and f" {text} " in flat)
        )

    count: Counter = Counter()
    lost: list[tuple[str, object]] = []

    def note(kind: str, wanted: Iterable, kept) -> None:
        for each in wanted:
            count[kind] += 1
            if not kept(each):
                lost.append((kind, each))

    titles, own_titles = set(headings(shown)), set(headings(page))
    shown_cells = {cell for rows in tables(shown) for row in rows for cell in row}
    note("heading", filter(stands, own_titles), (titles | shown_cells).__contains__)
    # the items of a table of contents repeat headings, which are what the truth means
    content_items = (li for li in page.iter("li") if not li.xpath("./a[contains(@href, '#')]"))
    own_items = set(map(words, map(own_text, content_items)))
    notes = (
        words(line.split("]:", 1)[1])
        for line in markdown.splitlines()
        if line.startswith("[^") and "]:" in line
    )
    shown_items = [f" {item} " for item in [*map(words, map(own_text, shown.iter("li"))), *notes]]
    note(
        "item",
        filter(stands, own_items - own_titles),
        lambda i: any(f" {i} " in s for s in shown_items),
    )
    fences = [lines_of(block).splitlines() for block in shown.iter("pre")]
    note(
        "code",
        [c for c in codes(page) if words(c) and f" {words(c)} " in flat],
        lambda c: _is_whole(c, fences),
    )
    shown_tables = [[f" {' '.join(row)} " for row in rows] for rows in tables(shown)]
    everything = f" {words(markdown)} "
    note(
        "table",
        (t for t in tables(page) if _of_rows(t, flat) >= _LEAST_OF_A_TABLE),
        lambda t: any(_has(t, s, flat, everything) for s in shown_tables),
    )
    return count, lost


def _of_rows(rows: list[Row], flat: str) -> float:
    return sum(f" {' '.join(row)} " in flat for row in rows) / len(rows)


def _has(rows: list[Row], shown: list[str], flat: str, everything: str) -> bool:
    """Tells whether each row has all of its cells in one row; a title may stand above."""
    for row in rows:
        if f" {' '.join(row)} " not in flat:
            continue
        own = any(all(f" {cell} " in line for cell in row) for line in shown)
        if not own and not (len(row) == 1 and f" {row[0]} " in everything):
            return False
    return True


def _is_whole(code: str, fences: list[list[str]]) -> bool:
    """Tells whether all lines are in one block of code, in order and with their indentation."""
    wanted = [line.replace("\xa0", " ").rstrip() for line in code.strip("\n").splitlines()]
    wanted = [line for line in wanted if line]
    for fence in fences:
        rest = (line.replace("\xa0", " ").rstrip() for line in fence)
        if all(line in rest for line in wanted):
            return True
    return False


def pages_of(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Gives the name, HTML, address and truth of each page about code, tables or documentation."""
    for path in sorted((folder / "ground-truth").glob("*.json")):
        known = json.loads(path.read_text(encoding="utf-8"))
        packed = (folder / "html" / f"{path.stem}.html.gz").read_bytes()
        html = gzip.decompress(packed).decode("utf-8", "replace")
        truth = known["main_content"] or ""
        if (
            known["page_type"] == "documentation"
            or {"code", "table"} & missed(html, truth, "")[0].keys()
        ):
            yield path.stem, html, known["url"] or "", truth


def measured(pages: Iterable[tuple[str, str, str, str]]) -> tuple[dict[str, float], list]:
    count: Counter = Counter()
    lost: list[tuple[str, str, object]] = []
    for name, html, url, truth in pages:
        of_page, lost_here = missed(html, truth, ours(html, url))
        count += of_page
        lost += [(name, *each) for each in lost_here]
    gone = Counter(kind for _, kind, _ in lost)
    return {kind: 1 - gone[kind] / n for kind, n in sorted(count.items())}, lost


def test_structure_is_kept():
    pages = list(pages_of(PAGES))
    shares, lost = measured(random.Random(SEED).sample(pages, COUNT))
    print(*lost, sep="\n")
    for kind, goal in GOALS.items():
        record(f"Structure kept: {kind}", shares[kind], "", limit=goal)
    assert all(shares[kind] >= least for kind, least in REACHED.items()), shares
