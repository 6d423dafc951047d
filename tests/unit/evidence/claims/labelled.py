"""The labelled pairs of this folder: a claim, the page that it cites, and a human verdict."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_agent.core.research import Claim
from desktop_agent.evidence.claims.citation_check import check_claims
from desktop_agent.evidence.records import Document

TRUE = ("supported", "paraphrased")


def stored(number: int, title: str, text: str) -> Document:
    return Document(number, f"https://example.org/{number}", title, text=text, snapshot="ab" * 32)


@dataclass(frozen=True)
class Pair:
    label: str
    claim: str
    source: Document
    topic: str
    held_out: bool
    hard: bool

    @property
    def true(self) -> bool:
        return self.label in TRUE

    def checked(self) -> Claim:
        cited = f"{self.claim[:-1]} [1]{self.claim[-1]}"
        (claim,) = check_claims(cited, {1: self.source})
        return claim


def pairs() -> Iterator[Pair]:
    for file in sorted(Path(__file__).parent.glob("*.toml")):
        for page in tomllib.loads(file.read_text(encoding="utf-8")).get("page", ()):
            source = stored(1, page["title"], page["text"])
            for label, claim, *hard in page["pairs"]:
                held_out = page.get("held_out", False)
                yield Pair(label, claim, source, page["topic"], held_out, bool(hard))
