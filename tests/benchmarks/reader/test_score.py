"""How well and how fast main content is taken from real pages, beside what trafilatura takes."""

import gzip
import importlib.util
import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document
from tests.benchmarks.figures import record

PAGES = Path(__file__).parents[4] / "shared/fixtures/extraction"
pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.skipif(not PAGES.is_dir(), reason="the pages are not here"),
    pytest.mark.timeout(1800),
]


@dataclass
class Result:
    f1: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    kept: list[bool] = field(default_factory=list)
    left_out: list[bool] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        return mean([score for scores in self.f1.values() for score in scores])

    @property
    def by_kind(self) -> dict[str, float]:
        return {kind: mean(scores) for kind, scores in sorted(self.f1.items())}

    @property
    def per_second(self) -> float:
        return sum(map(len, self.f1.values())) / self.seconds


def mean(values: list) -> float:
    return sum(values) / len(values)


def ours(html: str, url: str) -> str:
    try:
        return extract(Document(html.encode(), "text/html", "utf-8", url)).text
    except Unreadable:
        return ""


def others() -> dict[str, Callable[[str, str], str]]:
    import trafilatura

    def trafilaturas(**options) -> Callable[[str, str], str]:
        return lambda html, url: (
            trafilatura.extract(html, url=url or None, output_format="markdown", **options) or ""
        )

    return {
        "trafilatura": trafilaturas(),
        "trafilatura fast": trafilaturas(fast=True),
        "trafilatura recall": trafilaturas(favor_recall=True),
        "trafilatura precision": trafilaturas(favor_precision=True),
    }


def measured(readers: dict[str, Callable[[str, str], str]], score: ModuleType) -> dict[str, Result]:
    """Score all readers page by page, so that a busy moment of the machine slows all of them."""
    results = {name: Result() for name in readers}
    for path in sorted((PAGES / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        packed = (PAGES / "html" / f"{path.stem}.html.gz").read_bytes()
        html = gzip.decompress(packed).decode("utf-8", "replace")
        for name, read in readers.items():
            result = results[name]
            begun = time.process_time()
            try:
                text = read(html, truth["url"] or "")
            except Exception as error:  # noqa: BLE001 - what a library fails on, it scores nothing on
                print(f"{path.stem}: {type(error).__name__}")
                text = ""
            result.seconds += time.process_time() - begun
            text = score.plain(text)
            result.f1[truth["page_type"]].append(score.word_f1(text, truth["main_content"] or ""))
            flat = score.squeeze(text)
            result.kept += [score.squeeze(snippet) in flat for snippet in truth["with"] or []]
            result.left_out += [
                score.squeeze(snippet) not in flat for snippet in truth["without"] or []
            ]
    return results


@pytest.mark.filterwarnings("ignore")  # of the other library
def test_the_reader_against_trafilatura():
    spec = importlib.util.spec_from_file_location("score", PAGES / "score.py")
    assert spec is not None
    assert spec.loader is not None
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    extract(Document(b"<p>loads the model</p>", "text/html", "utf-8", "http://example.org/"))
    results = measured({"ours": ours, **others()}, score)
    own = results.pop("ours")
    rivals = list(results.values())
    record("Main content of a page, F1", own.mean, "", limit=0.82, baseline=rivals[0].mean)
    precise = results["trafilatura precision"].per_second
    record("Pages read in a second", own.per_second, "pages", baseline=precise)
    for kind, f1 in own.by_kind.items():
        assert f1 >= max(rival.by_kind[kind] for rival in rivals), kind
    assert mean(own.kept) >= 0.85
    assert mean(own.left_out) >= 0.88
    assert own.by_kind["article"] >= results["trafilatura precision"].by_kind["article"]
    assert own.per_second >= precise
    assert own.mean >= 0.82
