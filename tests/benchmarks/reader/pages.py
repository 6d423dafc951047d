"""The pages that the reader of main content learns from, as blocks with the truth about each."""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray
from publicsuffixlist import PublicSuffixList

from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.content.blocks import Page, PageSigns, page_signs, read_blocks
from desktop_agent.web.extract.content.main_content import body_of
from tests.benchmarks.reader.labels import labels


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
