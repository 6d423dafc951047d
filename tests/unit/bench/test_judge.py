import pytest

from desktop_agent.bench.judge import canonical, judge_named, parse_grade, swarm_names
from desktop_agent.core.errors import SettingsError


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ('{"reason": "same", "grade": "CORRECT"}', "CORRECT"),
        ('```json\n{"grade": "incorrect", "reason": "no"}\n```', "INCORRECT"),
        ("{'grade': 'not attempted'", "NOT_ATTEMPTED"),
        *(("", None), ("CORRECT", None), ("{}", None), ("[" * 9_000, None)),
        *(('{"grade": "CORRECT or INCORRECT"}', None), ('{"grade": 5}', None)),
    ],
)
def test_a_grade_is_read_from_what_a_judge_writes(text: str, grade: str | None):
    assert parse_grade(text) == grade


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ("qwen3:4b", ("ollama", "qwen3:4b")),
        ("openai/big", ("openai", "big")),
        ("hf.example.org/them/big", ("ollama", "hf.example.org/them/big")),
    ],
)
def test_a_judge_is_named_with_or_without_its_provider(named: str, found: tuple[str, str]):
    assert judge_named(named, "ollama") == found
    with pytest.raises(SettingsError, match="has no model"):
        judge_named(f"{found[0]}/", "ollama")


def test_two_spellings_of_a_model_are_one():
    assert canonical("ollama", "Qwen3:latest") == canonical("ollama", "qwen3")
    assert canonical("ollama", "qwen3:4b") != canonical("ollama", "qwen3")
    assert canonical("openai", "m") != canonical("ollama", "m")
    members = ("a", "openai/b@http://127.0.0.1:1", "openai/")
    assert swarm_names(members, "ollama") == {"ollama/a", "openai/b"}
