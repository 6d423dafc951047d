"""Whether an answer is right, by each benchmark's own rule."""

from dataclasses import dataclass

from desktop_agent.bench.abstaining import abstains
from desktop_agent.bench.final_number import final_number
from desktop_agent.bench.item import Item
from desktop_agent.bench.normalising import (
    as_hotpotqa,
    as_plain_words,
    chosen_letter,
    same_answer,
    span_f1,
)

LONGEST = 20_000
"""Characters of an answer that are looked at; a bare answer is far shorter."""

RULES = {
    "gsm8k": "equal final numbers",
    "hotpotqa": "exact match by HotpotQA's rule",
    "simpleqa": "equal words",
    "hle": "equal words or letters",
}
"""How each benchmark is scored where no judge is named."""


@dataclass(frozen=True, slots=True)
class Score:
    """``f1`` counts words that are shared, in [0, 1]; what ``abstained`` is never correct."""

    correct: bool
    f1: float
    abstained: bool = False


def score(item: Item, answer: str) -> Score:
    """Compares an answer with the right one."""
    answer = answer[:LONGEST]
    correct, f1 = _compared(item, answer)
    return Score(correct, f1, abstained=not correct and abstains(answer))


def _compared(item: Item, answer: str) -> tuple[bool, float]:
    match item.kind:
        case "number":
            wanted = final_number(item.gold)
            correct = wanted is not None and final_number(answer) == wanted
            return correct, float(correct)
        case "span":
            return as_hotpotqa(answer) == as_hotpotqa(item.gold), span_f1(answer, item.gold)
        case "choice":
            correct = chosen_letter(answer) == item.gold.upper()
            return correct, float(correct)
        case "text":
            correct = same_answer(answer, item.gold)
            shared = span_f1(as_plain_words(answer), as_plain_words(item.gold))
            return correct, max(shared, float(correct))
