"""Built-in templates carried out by the program's own agents."""

from desktop_agent.agents.reasoning.graph import run_template
from desktop_agent.agents.reasoning.templates import select
from desktop_agent.core.events import ToolFinished, Verdict
from desktop_agent.evidence.records import EvidencePack
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import PlainSandbox, Run
from tests.unit.reasoning.problems import TEMPLATES

TRAIN = "A train covers 240 km in 1.5 hours, then rests. What is its average speed in m/s?"


def working(code: str, answer: str) -> ScriptedModel:
    """Makes a model that writes code when it is asked to compute, and the answer at the end."""

    def reply(request):
        said = request.messages[-1].content
        if "This is the last step" in said:
            return answer
        return "Given: 240 km, 1.5 h." if "Your step now" in said else code

    return ScriptedModel([reply] * 20)


async def run_on(question: str, model: ScriptedModel):
    run = Run(model, question=question, sandbox=PlainSandbox())
    chosen = select(question, TEMPLATES)
    assert chosen is not None
    return run, await run_template(run.ctx, chosen, EvidencePack(run.ctx.reading))


async def test_a_calculation_is_worked_out_in_code_and_worked_out_again():
    code = (
        "```python\nspeed = 240_000 / (1.5 * 3600)\nprint('RESULT =', round(speed, 2), 'm/s')\n```"
    )
    run, answer = await run_on(TRAIN, working(code, "**44.44 m/s**: 240,000 m in 5,400 s."))
    assert answer.text == "**44.44 m/s**: 240,000 m in 5,400 s."
    assert [each.by for each in run.of(Verdict)] == ["numeric"]
    assert len(run.of(ToolFinished)) == 2
    assert run.ctx.cuts == []
