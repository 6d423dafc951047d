"""A template drafted by a model, held to the schema."""

import json

import pytest

from desktop_agent.agents.reasoning.templates import SCHEMA, draft_template, parse_draft
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run
from tests.unit.reasoning.graphs import template

DRAFT = {
    "id": "Market_Sizing",
    "title": "Market sizing",
    "description": "Sizes a market from above and from below.",
    "domains": ["market size", "addressable market"],
    "cues": ["how big is the market for"],
    "seeds": ["Market = buyers x price x purchases a year."],
    "nodes": [
        {"id": "Terms", "type": "definition", "role": "analyst", "instruction": "State it."},
        {"id": "sum_up", "type": "aggregation", "role": "analyst", "instruction": "Answer."},
    ],
    "edges": [["Terms", "sum_up"]],
}
GOOD = json.dumps(DRAFT)
CIRCLE = json.dumps({**DRAFT, "edges": [["Terms", "sum_up"], ["sum_up", "Terms"]]})


async def drafted(*replies, **fields):
    model = ScriptedModel(replies)
    draft = await draft_template(Run(model, **fields).ctx, "How big is the market for e-bikes?")
    return draft, model


async def test_a_draft_has_ids_as_the_schema_wants_them_and_the_problem_stands_between_marks():
    draft, model = await drafted(GOOD)
    assert (draft.id, draft.own) == ("market-sizing", True)
    assert draft.needs == {"terms": (), "sum-up": ("terms",)}
    assert model.requests[0].schema == SCHEMA
    told = model.requests[0].messages[-1].content
    assert told.index("<<<UNTRUSTED_BLOCK") < told.index("e-bikes")


async def test_a_fault_is_shown_to_the_model_once():
    draft, model = await drafted(CIRCLE, GOOD)
    assert draft.id == "market-sizing"
    first, again = (request.messages for request in model.requests)
    assert "circle: " in again[-1].content
    assert again[: len(first)] == first


async def test_malformed_json_is_mended_and_an_id_that_is_taken_gets_a_number():
    loose = GOOD.replace('"Market_Sizing"', "'kind'").replace("]]}", "]],}")
    other = template("def>sum")
    draft, _model = await drafted(f"Here you are:\n```json\n{loose}\n```", templates=(other,))
    assert draft.id == "kind-2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{" * 5_000,
        json.dumps({**DRAFT, "nodes": [1, None]}),
        json.dumps({**DRAFT, "edges": [["terms"]]}),
        json.dumps({**DRAFT, "seeds": ["x" * 70_000]}),
    ],
)
def test_what_is_no_template_is_refused_in_words(text):
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        parse_draft(text)
