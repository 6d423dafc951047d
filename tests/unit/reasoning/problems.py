"""The built-in templates, and questions that others collected."""

from pathlib import Path

from desktop_agent.bench.datasets import read_data_set
from desktop_agent.core.template import template_from_json
from desktop_agent.system.resources import resource_path

TEMPLATES = tuple(
    template_from_json(path.read_text("utf-8"))
    for path in sorted(resource_path("templates").glob("*.json"))
)


def collected_questions(shared_fixtures: Path) -> list[str]:
    files = {"gsm8k": "gsm8k_test_first300.jsonl", "simpleqa": "simpleqa_first300.csv"}
    sets = [read_data_set(name, shared_fixtures / "qa" / file) for name, file in files.items()]
    questions = [item.question for each in sets for item in each.items]
    assert len(questions) == 600
    return questions
