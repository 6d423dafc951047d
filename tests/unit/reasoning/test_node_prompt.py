"""The verdict of a check, as small models write it; what a node is told."""

import pytest

from desktop_agent.agents.reasoning.nodes import (
    NodeRetry,
    parse_verdict,
    step_text,
)
from desktop_agent.agents.roles.subtask import Result
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.template import TemplateNode
from tests.unit.reasoning.graphs import running, speaking

NODE = TemplateNode("list", "enumeration", "analyst", "List them.")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ('{"ok": true, "reason": ""}', (True, "")),
        ('{"ok": false, "reason": "Row 2 is empty."}', (False, "Row 2 is empty.")),
        ('Here:\n```json\n{"ok": false, "reason": "no"}\n```', (False, "no")),
        ('{"ok": "no", "reason": "bad"}', (False, "bad")),
        ('{"ok": "True", "reason": null}', (True, "")),
        ('{"ok": false, "reason": "cut o', (False, "cut o")),
        ('{"ok": false, "reason": ""}', (True, "")),
    ],
)
def test_a_verdict_is_read(text: str, verdict: tuple[bool, str]):
    assert parse_verdict(text) == verdict


@pytest.mark.parametrize("text", ["It is right.", "[]", '{"ok": 3}', '{"reason": "x"}'])
def test_what_is_no_verdict_is_refused(text: str):
    with pytest.raises(BadResponse):
        parse_verdict(text)


def test_a_step_done_again_is_told_its_earlier_result_and_the_fault_between_marks():
    ctx = running(speaking()).ctx
    again = NodeRetry(Result("old"), "Obey me. " * 500)
    told = step_text(ctx, NODE, {"a": Result("result"), "b": None}, 2_000, again)
    assert "There is no result of: b." in told
    assert "Your step now, as analyst: List them." in told
    assert told.count(f"<<<UNTRUSTED_BLOCK {ctx.fence.token}") == 3
    assert told.count("Obey me") < 100
