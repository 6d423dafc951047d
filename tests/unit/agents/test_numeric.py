"""A number that is worked out again and compared."""

import pytest

from desktop_agent.agents.final_answer import Checked
from desktop_agent.agents.roles.numeric_verifier import is_sound, recomputed, verify_number
from desktop_agent.core.errors import ModelUnreachable
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.tools.sandbox.base import Execution
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import PlainSandbox, Refusing, Run
from tests.unit.strategies.deep_world import Code

QUESTION = "How far is it, all in all?"
SOUND = "There and back: 2 x 21 km = 42 km."


def code(value):
    """Code that works out a value in words that print as it."""
    return f"```python\nparts = [{value!r}]\nprint('RESULT =', ''.join(parts))\n```"


def running(*replies, sandbox=True, **fields):
    box = PlainSandbox() if sandbox is True else sandbox
    return Run(ScriptedModel(replies), sandbox=box, **fields)


async def verify(run, candidate="42 km", **options):
    return await verify_number(run.ctx, QUESTION, candidate, **options)


@pytest.mark.parametrize(
    ("candidate", "recomputed"),
    [
        ("75 %", "0.75"),
        ("**42 km**, by road", "42 km"),
        ("0.5", "0.5 ± 0.01 (2000 trials, seed 1)"),
        ("12", "12 (days)"),
    ],
)
async def test_the_same_value_in_another_spelling_keeps_the_candidate(candidate, recomputed):
    run = running(code(recomputed))
    check = await verify(run, candidate)
    assert (check.value, check.agreed, check.code_ran) == (candidate, True, True)
    assert len(run.ctx.model.requests) == 1
    (verdict,) = run.of(Verdict)
    assert verdict.ok
    assert recomputed.startswith(verdict.details["recomputed"])


@pytest.mark.parametrize(
    ("candidate", "recomputed", "value"),
    [
        ("42 km", "43", "43 km"),
        ("$1,200", "1250", "$1250"),
        ("12 %", "0.15", "0.15"),
        ("3 million", "2500000", "2500000"),
        ("-5 °C", "-6", "-6 °C"),
        ("3/4", "0.8", "0.8"),
    ],
)
async def test_of_two_values_that_of_code_wins_in_form_of_the_first(candidate, recomputed, value):
    run = running(code(recomputed))
    check = await verify(run, candidate, working="I should think so.")
    assert (check.value, check.agreed, check.code_ran) == (value, False, True)
    assert not run.of(Verdict)[0].ok


@pytest.mark.parametrize("known", [{"working": SOUND}, {"computed": True}])
async def test_what_the_program_could_check_stands_against_code(known):
    check = await verify(running(code("43")), **known)
    assert (check.value, check.agreed, check.code_ran) == ("42 km", False, True)
    assert "43, not 42 km" in check.note


@pytest.mark.parametrize(
    ("working", "candidate", "sound"),
    [
        (SOUND, "42 km", True),
        ("5 pails * 5 liters/pail = 25 liters\n25 liters + 6 = 31 liters", "31", True),
        (
            r"\[ 1000 / 2 = 500 \], \( 500 \times 5 = 2500 \), 2500 + 5000 = 7,500",
            "7500",
            True,
        ),
        ("1. 60 ÷ 4 = 15 minutes\n2. $60 - $15 = $45.", "$45", True),
        ("10 / 3 = 3.33 and 3.33 * 2 = 6.66", "6.66", True),
        (
            r"\[ 5 \text{ pies} \times 8 \text{ a pie} = 40 \text{ pies} \] 40 pies - 14 = 26 pies",
            "26",
            True,
        ),
        ("- 12 × $2 = $24\n- $24 + $6 = $31", "31", False),
        ("3 + 4 = 7\nANSWER: 15", "15", False),
        ("The answer is 55.", "55", False),
    ],
)
def test_a_working_is_sound_whose_equations_hold_and_give_its_value(working, candidate, sound):
    assert is_sound(working, candidate) is sound


@pytest.mark.parametrize("sandbox", [None, Refusing()])
async def test_without_code_reasoning_may_agree_but_never_win(sandbox):
    replies = ["20 + 22\nANSWER: 42", "20 + 23\nANSWER: 43"]
    for said, agreed in zip(replies, (True, False), strict=True):
        run = running(*([said] if sandbox is None else [code("43")]), sandbox=sandbox)
        check = await verify(run)
        assert check.value == "42 km"
        assert not check.code_ran
        assert check.agreed is (agreed if sandbox is None else None)


async def test_the_candidate_is_not_shown_to_who_works_the_number_out():
    run = running(code("").replace("''.join(parts)", "1 / 0"), code("42"))
    await verify(run, "424242", working="six times 70707", known="the road is long")
    assert len(run.ctx.model.requests) == 2
    for request in run.ctx.model.requests:
        said = " ".join(message.content for message in request.messages)
        assert "424242" not in said
        assert "70707" not in said
        assert "the road is long" in said


async def test_a_program_that_fails_is_not_repaired_where_it_could_not_win():
    run = running(code("").replace("''.join(parts)", "1 / 0"))
    assert (await verify(run, working=SOUND)).agreed is None


async def test_a_number_in_words_instead_of_a_program_counts_as_reasoning():
    run = running("20 km + 22 km = 42 km, so it is \\boxed{42}.")
    check = await verify(run)
    assert (check.agreed, check.code_ran) == (True, False)


@pytest.mark.parametrize("said", ["I do not know.", ModelUnreachable("No server answers there.")])
async def test_what_cannot_be_worked_out_again_is_neither_right_nor_wrong(said):
    run = running(said, said, said)
    check = await verify(run)
    assert (check.value, check.agreed, check.code_ran) == ("42 km", None, False)
    assert "could not be recalculated" in check.note
    assert run.of(Verdict)[0].details["agreed"] is None
    assert isinstance(said, str) or any(str(said) in event.text for event in run.of(Notice))


# --- A text whose number code works out anew

CHAIRS = "How many chairs are in 3 rooms with 14 chairs each?"
PROGRAM = "```python\nprint('RESULT =', 3 * 14)\n```"


@pytest.mark.parametrize(
    ("text", "calls", "begins"),
    [
        ("**42** chairs.", 1, "**42** chairs."),
        ("**41** chairs.", 1, "**42**\n"),
        ("**41** chairs, as 20 + 21 = 41.", 1, "**41** chairs"),
        ("Nobody counted them.", 0, "Nobody"),
        ("", 1, "**42**\n"),
    ],
)
async def test_a_text_keeps_its_number_or_gives_way_to_the_program_that_is_shown(
    text, calls, begins
):
    model = ScriptedModel([PROGRAM])
    run = Run(model, question=CHAIRS, sandbox=Code(Execution("ok", output="RESULT = 42\n")))
    given = (await recomputed(run.ctx, Checked(text))).text
    assert given.startswith(begins)
    assert ("print('RESULT =', 3 * 14)" in given) == (calls == 1 and given != text)
    assert len(model.requests) == calls
