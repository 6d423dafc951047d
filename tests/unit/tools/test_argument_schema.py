"""Arguments held against schemas of servers, which may mean harm."""

import time

import pytest

from desktop_agent.tools.mcp.tool import argument_fault

SCHEMA = {
    "type": "object",
    "properties": {
        "zone": {"type": "string"},
        "count": {"type": "integer", "minimum": 1},
        "where": {"$ref": "#/$defs/place"},
    },
    "required": ["zone"],
    "$defs": {"place": {"type": "object", "properties": {"city": {"type": "string"}}}},
}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "'zone' is a required property"),
        ({"zone": 5}, "'zone' is invalid: 5 is not of type 'string'"),
        ({"zone": ["x" * 10_000]}, "'zone' is invalid: ['xxx"),
        ({"zone": "UTC", "count": 0}, "'count'"),
        ({"zone": "UTC", "where": {"city": []}}, "'where.city'"),
    ],
)
def test_what_does_not_fit_is_named(arguments: dict[str, object], says: str):
    fault = argument_fault(arguments, SCHEMA)
    assert says in fault
    assert len(fault) <= 300
    assert argument_fault({"zone": "UTC", "count": 2, "where": {"city": "x"}}, SCHEMA) == ""


@pytest.mark.parametrize(
    "schema",
    [
        {"type": 5},
        {"$schema": "https://example.org/no-such-schema", "type": "object"},
        {"$ref": "https://example.org/elsewhere.json"},
        {"$ref": "#"},
        {"properties": {"a": {"$ref": "#/properties/a"}}},
    ],
)
def test_a_schema_that_is_none_lets_everything_pass_and_fetches_nothing(schema: object):
    assert argument_fault({"a": 1}, schema) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}},
        {"patternProperties": {"^(a+)+$": {"type": "string"}}},
    ],
)
def test_a_pattern_that_takes_for_ever_is_not_run(schema: dict[str, object]):
    began = time.process_time()
    evil = "a" * 40 + "!"
    assert argument_fault({"a": evil, evil: "x"}, schema) == ""
    assert time.process_time() - began < 1
