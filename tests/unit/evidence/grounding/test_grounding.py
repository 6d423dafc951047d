"""The grounding check: a text must affirm the extracted value and keep to it."""

import tomllib
from pathlib import Path

from desktop_agent.evidence.grounding.grounding import ground
from desktop_agent.evidence.pack import Candidate, EvidencePack, Intent, Reading

TABLE = tomllib.loads(Path(__file__).with_name("grounding_cases.toml").read_text("utf-8"))["packs"]


def pack_of(name: str) -> EvidencePack:
    row = TABLE[name]
    reading = Reading(
        row["question"],
        Intent(row["intent"]),
        row["entity"],
        row.get("detail", ""),
        current=row.get("current", False),
    )
    values = (row["answer"], *row["others"])
    candidates = tuple(Candidate(value, 0.8, 0.8, (), ()) for value in values)
    return EvidencePack(reading, candidates=candidates, answer=row["answer"], confidence=0.8)


def verdicts(kind: str) -> list[tuple[str, str, bool, str]]:
    found = []
    for name, row in TABLE.items():
        pack = pack_of(name)
        for text in row[kind]:
            grounding = ground(text, pack)
            found.append((name, text, grounding.ok, grounding.reason))
    return found


def test_no_text_that_contradicts_the_value_passes() -> None:
    judged = verdicts("contradicts")
    passed = [(name, text) for name, text, ok, _ in judged if ok]
    print(f"\ncontradictions refused: {len(judged) - len(passed)} of {len(judged)}")
    assert len(judged) >= 80
    assert not passed


def test_nine_in_ten_texts_that_affirm_the_value_pass() -> None:
    judged = verdicts("affirms")
    refused = [(name, text, reason) for name, text, ok, reason in judged if not ok]
    print(f"\naffirmations passed: {len(judged) - len(refused)} of {len(judged)}")
    for entry in refused:
        print("  refused:", *entry)
    assert len(judged) >= 80
    assert len(refused) <= len(judged) / 10
