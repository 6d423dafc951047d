"""The public files are taken as they are published, and a broken one is told by its place."""

import json
from pathlib import Path

import pytest

from desktop_agent.bench.datasets import BenchmarkName, read_data_set
from desktop_agent.core.errors import AgentError

PUBLISHED: list[tuple[BenchmarkName, str, int]] = [
    ("gsm8k", "gsm8k_test_first300.jsonl", 300),
    ("hotpotqa", "hotpotqa_train_first50_with_context.json", 50),
    ("simpleqa", "simpleqa_first300.csv", 300),
]


@pytest.mark.parametrize(("name", "file", "count"), PUBLISHED)
def test_a_published_file_is_read_whole(
    shared_fixtures: Path, name: BenchmarkName, file: str, count: int
):
    items = read_data_set(name, shared_fixtures / "qa" / file).items
    assert len(items) == count
    assert len({item.id for item in items}) == count
    assert all(item.question and item.gold for item in items)


def test_hotpotqa_brings_its_paragraphs_and_the_sentences_that_count(shared_fixtures: Path):
    path = shared_fixtures / "qa" / PUBLISHED[1][1]
    first = read_data_set("hotpotqa", path).items[0]
    assert [fact.title for fact in first.facts] == ["Alû", "Lilu (mythology)"]
    texts = {paragraph.title: paragraph.text for paragraph in first.paragraphs}
    assert all(fact.sentence and fact.sentence in texts[fact.title] for fact in first.facts)


def write(path: Path, content: object) -> Path:
    if isinstance(content, list):
        content = json.dumps(content)
    if content is not None:  # otherwise there is no file
        path.write_bytes(content if isinstance(content, bytes) else str(content).encode())
    return path


GOOD = '{"question": "q", "answer": "#### 1"}\n'
TITLED = {"question": "q", "answer": "a", "supporting_facts": [], "context": []}

BROKEN: list[tuple[BenchmarkName, object, str]] = [
    ("gsm8k", None, "it cannot be read"),
    ("gsm8k", GOOD + '{"question": "q"}', "line 2: 'answer': Field required"),
    (
        "gsm8k",
        '{"question": " ", "answer": "#### 1"}',
        "line 1: 'question': String should have at least 1 char",
    ),
    ("gsm8k", GOOD.encode() + b'{"question": "\xff"}', "line 2: it is no UTF-8 text"),
    ("gsm8k", b"PAR1\x00\x01", "it is a Parquet file"),
    ("gsm8k", "[" * 100_000, "no JSON"),
    ("hotpotqa", [{**TITLED, "context": [["t", "s"]]}], "entry 1: 'context.0.1': Input"),
    ("hotpotqa", [{**TITLED, "supporting_facts": [["t", "x"]]}], "'supporting_facts.0.1': Input"),
    ("hotpotqa", [], "no usable questions"),
    ("hotpotqa", [{**TITLED, "_id": "a"}] * 2, "two questions have the id 'a'"),
    ("simpleqa", "question,answer\nq,a\n", "line 1: there is no column 'problem'"),
    ("simpleqa", 'metadata,problem,answer\nm,"q,a\n', "line 2: it is no CSV"),
    (
        "hle",
        '{"question": "q", "answer": "a", "answer_type": "essay"}',
        "'answer_type': Input should be",
    ),
]


@pytest.mark.parametrize(("name", "content", "told"), BROKEN)
def test_a_broken_file_is_told_by_its_name_and_place(
    tmp_path: Path, name: BenchmarkName, content: object, told: str
):
    path = write(tmp_path / "data", content)
    with pytest.raises(AgentError) as caught:
        read_data_set(name, path)
    assert str(path) in caught.value.message
    assert told in str(caught.value)
    if "line" in told or "entry" in told:
        assert caught.value.remedy.startswith("Expected: ")


def test_hle_leaves_out_what_has_an_image_and_says_how_many(tmp_path: Path):
    rows = [
        {"id": "a", "question": "q", "answer": "B", "answer_type": "multipleChoice", "image": ""},
        {"id": "b", "question": "q", "answer": "x", "answer_type": "exactMatch", "image": "data:x"},
        {"id": "c", "question": "q", "answer": "7", "answer_type": "exactMatch", "image": None},
    ]
    for content in (rows, "\n".join(json.dumps(row) for row in rows)):
        found = read_data_set("hle", write(tmp_path / "hle", content))
        assert [(item.id, item.kind) for item in found.items] == [("a", "choice"), ("c", "text")]
        assert found.left_out == "1 of 3 questions have an image and were left out"


def test_a_limit_takes_the_first_and_a_seed_draws(tmp_path: Path):
    path = write(
        tmp_path / "d", "".join(GOOD.replace('"q"', f'"q{number}"') for number in range(50))
    )

    def ids(**how: int) -> list[str]:
        return [item.id for item in read_data_set("gsm8k", path, **how).items]

    assert ids(limit=3) == ["1", "2", "3"]
    assert ids(limit=5, seed=7) == ids(limit=5, seed=7) != ids(limit=5)
    assert ids(limit=5, seed=7) == ids(limit=9, seed=7)[:5]
    assert sorted(ids(seed=1)) == sorted(ids())
    assert len(ids(limit=500)) == 50
