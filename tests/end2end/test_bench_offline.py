"""``bench evidence`` and ``bench claims`` as a shell sees them: no model, no network."""

import json
import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.bench import offline
from desktop_agent.storage.paths import find_paths
from tests.end2end.conftest import Ended
from tests.servers.model_hub import real_weights

Run = Callable[..., Ended]


@pytest.fixture
def run(run, home) -> Run:
    environ = {"HOME": str(home)}
    return lambda *arguments: run(environ, "bench", *arguments)


def page(title: str, text: str) -> dict[str, str]:
    return {"title": title, "text": text, "url": f"https://en.wikipedia.org/wiki/{title}"}


MAST = page(
    "Lund Mast",
    "The Lund Mast is a radio mast in Lund. The Lund Mast is 47 metres high. It is painted red.",
)
LEE = page("Ann Lee", "Ann Lee was born on 7 November 1867. She was a painter.")
TEA = page("Tea", "Tea is made of leaves. It is drunk hot or cold.")
QUESTIONS: list[dict[str, Any]] = [
    {"id": "1", "question": "How high is the Lund Mast?", "answers": ["47 metres"], "pages": [MAST, TEA]},
    {"id": "2", "question": "When was Ann Lee born?", "answers": ["November 7, 1867"], "pages": [LEE, TEA]},
    {"id": "3", "question": "When was Ann Lee born?", "answers": ["1901"], "pages": [LEE, TEA]},
    {"id": "4", "question": "How high is the Lund Mast?", "answers": [], "pages": [TEA]},
]  # fmt: skip
CLAIMS = [
    {"id": "1", "claim": "The Lund Mast is 47 metres high.", "label": "supported"},
    {"id": "2", "claim": "The Lund Mast is 48 metres high.", "label": "contradicted"},
    {"id": "3", "claim": "The Lund Mast was sold to a museum.", "label": "not stated"},
]


@pytest.fixture
def questions(tmp_path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in QUESTIONS))
    return path


@pytest.fixture
def claims(tmp_path) -> Path:
    path = tmp_path / "claims.jsonl"
    rows = [row | {"title": MAST["title"], "text": MAST["text"]} for row in CLAIMS]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def counts(figures: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {name: (share["count"], share["n"]) for name, share in figures.items()}


def test_the_evidence_mode_is_measured_beside_plain_bm25(run, questions, monkeypatch):
    monkeypatch.setattr(offline, "_PROCESSES", 1)  # each loads all that evidence needs
    done = run("evidence", "--data", questions, "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    figures = counts(found["figures"])
    assert figures["value_right"] == (2, 3)
    assert figures["value_wrong"] == (1, 3)
    assert figures["wrong_of_asserted"] == (1, 3)
    assert figures["bm25_sentence"] == figures["bm25_three_chunks"] == (2, 3)
    assert figures["refused"] == (1, 1)
    assert figures["value_asserted"] == (0, 1)
    assert found["figures"]["useful"]["interval"][0] > 0
    assert [each["id"] for each in found["items"]] == ["1", "2", "3", "4"]
    assert found["items"][2]["value"] == "7 November 1867"
    assert "4 of 4 questions" in done.stderr


@pytest.mark.usefixtures("in_threads")
def test_passages_are_ranked_by_meaning_where_the_search_model_is_installed(run, tmp_path):
    pets = page("Pets", "Felines enjoy sleeping in a warm spot. Their kittens lap up milk.")
    row = {"id": "1", "question": "What do cats drink?", "answers": ["milk"], "pages": [pets, TEA]}
    data = tmp_path / "meaning.jsonl"
    data.write_text(json.dumps(row))
    model = find_paths(os.environ).search_model_file
    model.parent.mkdir(parents=True)
    model.symlink_to(real_weights())

    def shows_the_answer(*options: str) -> bool:
        done = run("evidence", "--data", data, "--json", *options)
        assert done.returncode == 0
        return counts(json.loads(done.stdout)["figures"])["gold_shown"] == (1, 1)

    assert shows_the_answer()
    assert not shows_the_answer("--without-embedder")


@pytest.fixture
def in_threads(monkeypatch) -> None:
    """Each process that is started would load all that evidence needs."""

    def pool(
        count: int, _context: Any, initializer: Callable[..., None], given: tuple[Any, ...]
    ) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(count, initializer=initializer, initargs=given)

    monkeypatch.setattr(offline, "ProcessPoolExecutor", pool)


@pytest.mark.usefixtures("in_threads")
def test_the_marks_of_claims_are_counted_by_the_truth(run, claims):
    done = run("claims", "--data", claims, "--json")
    assert done.returncode == 0
    figures = counts(json.loads(done.stdout)["figures"])
    assert figures["supported_precision"] == figures["supported_recall"] == (1, 1)
    assert figures["contradicted_strict"] == (1, 1)
    assert figures["supported_red"] == (0, 1)
    assert figures["unsupported_green"] == (0, 2)
    assert "3 of 3 claims" in done.stderr


@pytest.mark.usefixtures("in_threads")
def test_the_reports_are_tables_with_intervals(run, questions, claims):
    told = run("evidence", "--data", questions, "--limit", "3").stdout
    assert re.search(r"value right +2/3 +66\.7% +20\.8-93\.9 %", told)
    assert re.search(r"INTENT +N +USEFUL", told)
    assert "no answer: refused" not in told
    told = run("claims", "--data", claims).stdout
    assert re.search(r"precision of supported +1/1 +100\.0%", told)
    assert re.search(r"contradicted +1 .*1 \(100%\)", told)


def test_a_broken_file_ends_with_a_sentence(run, claims):
    done = run("evidence", "--data", claims)
    assert done.returncode == 1
    assert f"{claims}, line 1: 'question': Field required" in done.stderr
    assert done.stdout == ""
