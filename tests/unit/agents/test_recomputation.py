"""A number that code works out wins over one that was said."""

import json

import pytest

from desktop_agent.agents.final_answer import Checked
from desktop_agent.agents.roles.numeric_verifier import recomputed
from desktop_agent.agents.roles.supervisor import Findings, write
from desktop_agent.core.errors import ModelUnreachable
from desktop_agent.tools.sandbox.base import Execution
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run
from tests.unit.strategies.deep_world import Code

QUESTION = "How many chairs are in 3 rooms with 14 chairs each?"
PROGRAM = "```python\nprint('RESULT =', 3 * 14)\n```"
SECOND_IS_RIGHT = json.dumps({"why": "3 * 14 = 42", "right": "second", "value": "42"})


async def held(text, *replies):
    model = ScriptedModel(replies)
    run = Run(model, question=QUESTION, sandbox=Code(Execution("ok", output="RESULT = 42\n")))

    async def explain(own, said, asked):
        return await write(own, Findings({}), "Hold the answer to the number", said, asked)

    return (await recomputed(run.ctx, Checked(text), "", explain)).text, model


async def test_a_number_that_is_right_leaves_the_text():
    text, model = await held("**42** chairs.", PROGRAM)
    assert text == "**42** chairs."
    assert len(model.requests) == 1


async def test_a_number_that_is_wrong_is_written_anew():
    text, _model = await held(
        "**41** chairs.", PROGRAM, SECOND_IS_RIGHT, "**42** chairs: 3 rooms with 14 each."
    )
    assert text == "**42** chairs: 3 rooms with 14 each."


@pytest.mark.parametrize("again", ["**41** chairs, I insist.", "", ModelUnreachable("No server.")])
async def test_a_model_that_insists_is_not_asked_again(again):
    text, _model = await held("**41** chairs.", PROGRAM, SECOND_IS_RIGHT, again)
    assert text.startswith("**42")
    assert "41" in text.partition("\n")[2], "the reader is told of the other number"


async def test_a_text_without_a_number_has_none_to_check():
    text, model = await held("Nobody counted them.")
    assert (text, model.requests) == ("Nobody counted them.", [])
