"""The supervisor writes the answer from what the parts found, and mends it."""

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.evidence_prompt import characters
from desktop_agent.agents.supervisor.part_result import PartResult, results_text
from desktop_agent.agents.supervisor.prompt import AGENT, SupervisorTalk
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.evidence.grounding.folding import words
from desktop_agent.evidence.grounding.forms import is_json, policy

_ROOM_SHARE = 0.25
_MOST_CHARACTERS = 12_000

_RESULTS = "These are the results of the parts.\n{results}"
_MISSING = "There is no result for: {missing}"
_SYNTHESIS = """\
Write the answer to this question now, from what was found above:

{question}

{form}
Keep the citations of what you take over. A number that code worked out goes before one that was only \
said. Say plainly what is not known. Do not speak of parts, results or the team."""
_REPAIR = """\
A reviewer found this:
{issues}

Write the answer again: mend what the reviewer is right about as far as what was found allows, keep \
what is right, and keep the citations. Give only the answer itself.
{form}"""
_NUMBER = """\
The number was worked out anew by code, which gave {value}. Write the answer again so that it gives \
{value}, in its first sentence, and explains that number. Do not speak of this correction."""


async def tell_results(
    ctx: RunContext, talk: SupervisorTalk, results: tuple[PartResult, ...], missing: tuple[str, ...]
) -> None:
    """Lets what is asked next begin with the results, as data, and with the parts that have none."""
    lines: list[str] = []
    if results:
        room = await characters(ctx, _ROOM_SHARE, _MOST_CHARACTERS)
        block = ctx.fence.wrap(results_text(results, room), "results of the parts")
        lines.append(_RESULTS.format(results=block))
    if missing:
        lines.append(_MISSING.format(missing="; ".join(missing)))
    talk.told = "\n\n".join(lines)


async def synthesise(ctx: RunContext, talk: SupervisorTalk) -> str:
    """Writes the answer in the form that its question asks for; raises as `turn`."""
    talk.keep(_SYNTHESIS.format(question=ctx.question.text, form=_form(ctx)))
    return (await turn(ctx, Ask(AGENT, "Write the answer", "final", talk.said))).text.strip()


async def repair_synthesis(ctx: RunContext, talk: SupervisorTalk, text: str, issues: str) -> str:
    """Writes the answer again with the issues in view; raises as `turn`."""
    asked = _REPAIR.format(issues=issues, form=_form(ctx))
    ask = Ask(AGENT, "Mend the answer", "final", talk.after(text, asked))
    return (await turn(ctx, ask)).text.strip()


async def hold_to_evidence(ctx: RunContext, talk: SupervisorTalk, text: str, asked: str) -> str:
    """Write the answer again as ``asked``, which says what is wrong with ``text``; raises as `turn`."""
    ask = Ask(AGENT, "Hold the answer to the evidence", "final", talk.after(text, asked))
    return (await turn(ctx, ask)).text.strip()


async def hold_to_number(ctx: RunContext, talk: SupervisorTalk, value: str, text: str) -> str:
    """Writes the answer again so that it gives the number that code worked out; raises as `turn`."""
    messages = talk.after(text, _NUMBER.format(value=value))
    ask = Ask(AGENT, "Hold the answer to the number", "final", messages)
    return (await turn(ctx, ask)).text.strip()


def refused(text: str, question: str) -> bool:
    """True for a reply in JSON to a question that does not ask for JSON."""
    return "json" not in words(question) and is_json(text)


def _form(ctx: RunContext) -> str:
    return policy(ctx.reading.question_type, bare=ctx.question.bare)
