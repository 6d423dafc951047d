"""Reading a critique."""

import pytest

from desktop_agent.agents.roles.consulter import Critique, parse_critique
from desktop_agent.core.errors import BadResponse


@pytest.mark.parametrize(
    "text",
    [
        '{"missing": ["the year"], "faults": ["a and not a"], "verdict": "revise"}',
        '```json\n{"missing": ["the year"], "faults": ["a and not a"], "verdict": "revise"}\n```',
        'Here: {"missing": ["the year"], "faults": ["a and not a"], "verdict": "REVISE"} Done.',
        "{'missing': ['the year'], 'faults': ['a and not a'], 'verdict': 'revise',}",
        '{"missing": "the year", "faults": "a and not a", "verdict": " revise "}',
        '{"missing": ["the year", ""], "faults": ["a and not a"], "verdict": "revise"',
    ],
)
def test_a_critique_is_read_also_when_its_json_is_malformed(text: str):
    assert parse_critique(text) == Critique("revise", ("the year",), ("a and not a",))


@pytest.mark.parametrize(
    "text", ["", "The draft is fine.", "[1, 2]", '{"verdict": "maybe"}', '{"missing": []}', "{"]
)
def test_what_is_no_critique_is_a_bad_response(text: str):
    with pytest.raises(BadResponse):
        parse_critique(text)


def test_a_revision_without_a_fault_is_not_asked_for():
    critique = parse_critique('{"missing": [], "faults": [], "verdict": "revise"}')
    assert critique.verdict == "ok"
    assert critique.note
