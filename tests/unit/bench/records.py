"""Records to test with."""

from dataclasses import replace
from typing import Any

from desktop_agent.bench.datasets import Item
from desktop_agent.bench.records import Record, Setup

SETUP = Setup("gsm8k", "quick", "ollama", "m", {"budget_s": 600.0, "version": "1"})


def item(number: int, gold: str = "1") -> Item:
    return Item(str(number), f"question {number}", gold, "number")


def record(number: int, **values: Any) -> Record:
    asked = item(number)
    plain = Record(
        id=asked.id,
        digest=asked.digest,
        prediction="1",
        gold=asked.gold,
        correct=True,
        f1=1.0,
        status="answered",
        seconds=1.0,
    )
    return replace(plain, **values)
