"""A scripted consulter that judges the sentences of a draft by a table, with a known error rate."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.servers.model_reply import Reply

OUTCOMES = ("supported", "contradicted", "not stated")
Row = tuple[str, str]
"""The right verdict, and the quote that shows it."""

_LINE = re.compile(r"^(Sentence|Passage) (\d+): (.+)$", re.MULTILINE)
_CITATION = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True)
class Shown:
    """A sentence as the consulter was shown it, with the passages below it by number."""

    number: int
    text: str
    passages: dict[int, str] = field(default_factory=dict)


def shown_sentences(prompt: str) -> list[Shown]:
    """Return the sentences of a consulter's prompt."""
    sentences: list[Shown] = []
    passages: dict[int, str] = {}
    for kind, number, text in _LINE.findall(prompt):
        if kind == "Sentence":
            sentences.append(Shown(int(number), _CITATION.sub("", text).rstrip(". ")))
            continue
        passages.setdefault(int(number), text)
        sentences[-1].passages[int(number)] = passages[int(number)]
    return sentences


@dataclass
class Judge:
    """Judges by ``table`` (sentence to verdict and quote); a share ``errors`` of verdicts is wrong.

    A wrong verdict has a true quote: one from the sentence's first passage, if the table has none.
    ``said`` keeps the verdict given on each sentence.
    """

    table: Mapping[str, Row]
    errors: float = 0.0
    seed: int = 1
    said: dict[str, str] = field(default_factory=dict)

    def support(self, prompt: str) -> list[dict[str, Any]]:
        """Return the value of ``support`` in the reply to a prompt."""
        return [self._judged(each) for each in shown_sentences(prompt)]

    def _judged(self, sentence: Shown) -> dict[str, Any]:
        right, quote = self.table[sentence.text]
        chance = random.Random(f"{self.seed} {sentence.text}")
        wrong = chance.random() < self.errors
        verdict = chance.choice([each for each in OUTCOMES if each != right]) if wrong else right
        self.said[sentence.text] = verdict
        holding = [number for number, text in sentence.passages.items() if quote and quote in text]
        number = holding[0] if holding else next(iter(sentence.passages))
        if not holding:
            quote = sentence.passages[number].split(". ")[0]
        stated = verdict != "not stated"
        return {
            "sentence": sentence.number,
            "verdict": verdict,
            "passage": number if stated else 0,
            "quote": quote if stated else "",
        }


Support = Callable[[str], list[dict[str, Any]]]


def model_with_judge(
    draft: str, support: Support, follow_ups: Sequence[str] = ()
) -> Callable[[dict[str, Any]], Reply | str]:
    """Return a model that writes a draft, approves of it, judges its sentences, and asks on.

    Asked to correct or refine the draft, it repeats it.
    """

    def model(request: dict[str, Any]) -> Reply | str:
        schema = request.get("format")
        if schema is None:
            return draft
        reply: dict[str, Any] = {"missing": [], "faults": [], "verdict": "ok"}
        if "support" in schema["properties"]:
            reply["support"] = support(request["messages"][-1]["content"])
        if "next" in schema["properties"]:
            reply["next"] = list(follow_ups)
        return Reply(json=reply)

    return model
