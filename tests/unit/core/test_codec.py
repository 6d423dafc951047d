import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.core.codec import (
    EVENT_TYPES,
    event_from_dict,
    event_from_json,
    event_to_dict,
    event_to_json,
)
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import AnswerGiven, Event, ToolStarted, Verdict
from tests.unit.core.event_values import JSON, whole


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.type)
def test_every_event_comes_back_from_its_line(kind):
    @settings(max_examples=4)
    @given(event=whole(kind))
    def comes_back(event: Event):
        line = event_to_json(event)
        assert "\n" not in line
        read = event_from_json(line)
        assert read == event
        assert type(read) is type(event)
        assert next(iter(json.loads(line).items())) == ("type", kind.type)
        assert {"run_id", "seq", "t"} <= event_to_dict(event).keys() == json.loads(line).keys()

    comes_back()


CONTRACT = {
    "run_started": "question strategy provider model budget_s",
    "step_started": "step_id parent_id agent title",
    "step_finished": "step_id status summary",
    "thinking_delta": "step_id channel text",
    "text_delta": "step_id channel text",
    "model_call": "agent model prompt_tokens completion_tokens ms",
    "tool_started": "call_id tool arguments",
    "tool_finished": "call_id ok summary ms",
    "search_attempt": "engine query outcome results ms detail",
    "search_failed": "attempts",
    "page_read": "url final_url title chars snapshot",
    "evidence": "intent entity extracted_answer confidence sources candidates",
    "verdict": "by ok details",
    "discovery": "title description url",
    "sleep_started": "mode seconds task_id",
    "sleep_ended": "reason slept_s",
    "context_trimmed": "",
    "network": "host purpose bytes_sent bytes_received",
    "budget": "elapsed_s remaining_s",
    "answer": "text question_type sources claims grounded from_internal_knowledge",
    "run_finished": "status error usage",
}


@pytest.mark.parametrize(("name", "fields"), CONTRACT.items())
def test_other_programs_find_the_fields_that_were_promised(name, fields):
    (kind,) = [each for each in EVENT_TYPES if each.type == name]
    assert set(fields.split()) <= {field.name for field in dataclasses.fields(kind)}


def test_a_field_of_a_later_version_is_passed_over():
    data = {"type": "notice", "run_id": "r", "seq": 1, "t": 0.5, "text": "hello", "colour": "red"}
    event = event_from_dict(data)
    assert (event.run_id, event.seq, event.t) == ("r", 1, 0.5)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("{}", "None"),
        ('{"type": "event"}', "'event'"),
        ('{"type": "notice"}', "'text'"),
        ('{"type": "notice", "text": "x", "level": "loud"}', "'level'"),
        ('{"type": "search_failed", "attempts": [{"engine": "e"}]}', "'attempts.0.query'"),
    ],
)
def test_a_line_that_is_no_event_is_told_what_is_wrong_with_it(line, told):
    with pytest.raises(RecordingError) as caught:
        event_from_json(line)
    assert told in caught.value.message


def test_the_marks_of_the_first_format_are_read_as_unconfirmed():
    checks = [{"source": 1, "mark": "not_found"}, {"source": 2, "mark": "supported"}]
    claims = [
        {"text": "a", "mark": "unchecked"},
        {"text": "b", "mark": "not_found", "checks": checks},
    ]
    answer = event_from_dict({"type": "answer", "text": "a b", "claims": claims})
    assert isinstance(answer, AnswerGiven)
    assert [claim.mark for claim in answer.claims] == ["unconfirmed", "unconfirmed"]
    assert [check.mark for check in answer.claims[1].checks] == ["unconfirmed", "supported"]
    counts = {"supported": 2, "partly": 1, "not_found": 3, "unchecked": 1}
    verdict = event_from_dict({"type": "verdict", "by": "claims", "ok": False, "details": counts})
    assert isinstance(verdict, Verdict)
    assert verdict.details == {"supported": 2, "partly": 1, "unconfirmed": 4}


@given(line=st.text(max_size=60) | JSON.map(json.dumps))
def test_no_line_can_do_worse_than_be_refused(line):
    with pytest.raises(RecordingError):
        event_from_json(line)


def test_arguments_that_are_no_finite_numbers_are_kept_as_null():
    given = {"a": [float("inf"), 1.5], "b": {"c": float("nan")}, "d": "Infinity"}
    event = ToolStarted(call_id="c", tool="t", arguments=given, step_id="s")
    line = event_to_json(event)
    json.loads(line, parse_constant=pytest.fail)
    read = event_from_json(line)
    assert isinstance(read, ToolStarted)
    assert read.arguments == {"a": [None, 1.5], "b": {"c": None}, "d": "Infinity"}
