"""The pages that the reader of main content learns from, as blocks with the truth about each."""

import gzip
import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray
from publicsuffixlist import PublicSuffixList

from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.content.blocks import Page, PageSigns, page_signs, read_blocks
from desktop_agent.web.extract.content.main_content import body_of

_WORD = re.compile(r"\w+")
_LONG = 6  # words; what is shorter is found by its place alone
_WINDOW = 60  # words of the truth around the place where a short block is looked for


def labels(texts: Sequence[str], truth: str) -> list[float]:
    """Gives the share of each text's words that stands in ``truth``: 1 main content, 0 not."""
    wanted = _WORD.findall(truth.lower())
    where: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for size in (1, 2, 3):
        for at in range(len(wanted) - size + 1):
            where[tuple(wanted[at : at + size])].append(at)
    taken = bytearray(len(wanted))
    words = [_WORD.findall(text.lower()) for text in texts]
    shares = [0.0] * len(texts)
    ends: list[int | None] = [None] * len(texts)
    near = 0
    for number, block in enumerate(words):
        if len(block) >= _LONG:
            shares[number], end = _long(block, where, taken, near)
            if shares[number] >= 0.5:
                near = ends[number] = end
    following = _following(ends)
    near = 0
    for number, block in enumerate(words):
        if ends[number] is not None:
            near = ends[number] or 0
        elif 0 < len(block) < _LONG:
            until = following[number]
            until = near + _WINDOW if until is None else max(until, near)
            at = _short(block, where, taken, near, until)
            if at is not None:
                shares[number] = 1.0
                near = at + len(block)
    return shares


def _long(
    block: list[str], where: dict[tuple[str, ...], list[int]], taken: bytearray, near: int
) -> tuple[float, int]:
    covered = bytearray(len(block))
    last = near
    for at in range(len(block) - 2):
        places = where.get(tuple(block[at : at + 3]))
        if not places:
            continue
        free = [p for p in places if not all(taken[p : p + 3])]
        if not free:
            continue
        place = min(free, key=lambda p: (p < last, abs(p - last)))
        covered[at : at + 3] = b"\1\1\1"
        taken[place : place + 2] = b"\1\1"
        last = place + 1
    share = sum(covered) / len(block)
    if share >= 0.5 and last + 1 < len(taken):
        taken[last + 1] = 1
    return share, last + 2


def _following(ends: list[int | None]) -> list[int | None]:
    found: list[int | None] = [None] * len(ends)
    after: int | None = None
    for number in range(len(ends) - 1, -1, -1):
        found[number] = after
        if ends[number] is not None:
            after = ends[number]
    return found


def _short(
    block: list[str],
    where: dict[tuple[str, ...], list[int]],
    taken: bytearray,
    near: int,
    until: int,
) -> int | None:
    places = where.get(tuple(block[:3]), ())
    for at in range(bisect_left(places, max(0, near - 3)), len(places)):
        place = places[at]
        if place > until:
            return None
        if not any(taken[place : place + len(block)]):
            taken[place : place + len(block)] = b"\1" * len(block)
            return place
    return None


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """``shares``: how much of each block stands in ``truth``; ``domain`` is the registrable one."""

    name: str
    kind: str
    domain: str
    page: Page
    signs: PageSigns
    shares: NDArray[np.float64]
    truth: str


def labelled_pages(folder: Path) -> list[LabelledPage]:
    """Reads all pages of a folder of ``ground-truth/*.json`` and ``html/*.html.gz``."""
    suffixes = PublicSuffixList()
    found = []
    for path in sorted((folder / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        page = _labelled(truth, path.stem, _html(folder, path.stem), suffixes)
        if page.page.blocks:
            found.append(page)
    return found


def _html(folder: Path, name: str) -> str:
    data = gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes())
    return data.decode("utf-8", "replace")


def _labelled(truth: dict, name: str, html: str, suffixes: PublicSuffixList) -> LabelledPage:
    url = truth["url"] or ""
    root = html_tree.parse(html)
    title = root.find(".//title")
    signs = page_signs(root, html, "" if title is None else html_tree.text_of(title), url)
    html_tree.remove_unseen(root)
    page = read_blocks(body_of(root))
    page.elements = []
    for block in page.blocks:
        block.before = None  # keeping its tree would keep half a gigabyte of them
    wanted = truth["main_content"] or ""
    domain = suffixes.privatesuffix(urlsplit(url).hostname or "") or name
    shares = np.array(labels([block.text for block in page.blocks], wanted))
    return LabelledPage(name, truth["page_type"], domain, page, signs, shares, wanted)
