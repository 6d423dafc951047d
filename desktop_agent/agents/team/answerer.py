"""The answerer: writes the answer from all that the team has found."""

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.tags import TagFilter, tagged
from desktop_agent.agents.team.prompt import TeamTalk
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.messages import Message
from desktop_agent.evidence.grounding.forms import policy

AGENT = "answerer"

_PART = """\
You are the answerer. Write the answer to the question from what was found above, in the language of \
the question. Cite the source of each fact right behind it by its number, like [1] or [2][3].
{form}
{enough}
Reply with <answer>the answer</answer> and nothing else."""
_ENOUGH = "The verifier holds that what was found is enough."
_MAYBE_NOT = "What was found may be insufficient: say what is known from it, and say plainly what is missing."
_IN_TAGS = "Reply with <answer>the answer</answer>."


async def write_answer(ctx: RunContext, talk: TeamTalk, *, enough: bool) -> str:
    """Writes the answer; raises as `turn`."""
    return await _write(ctx, "Write the answer", talk.told(_part(ctx, enough=enough)))


async def repair_answer(ctx: RunContext, talk: TeamTalk, text: str, asked: str) -> str:
    """Write the answer again as ``asked``, which says what is wrong with ``text``; raises as `turn`."""
    messages = (
        *talk.told(_part(ctx, enough=True)),
        Message("assistant", f"<answer>{text}</answer>"),
        Message("user", f"{asked} {_IN_TAGS}"),
    )
    return await _write(ctx, "Hold the answer to the evidence", messages)


def parse_answer(text: str) -> str:
    """Reads an answer; a reply without the tag is the answer."""
    said = tagged(text, "answer")
    return text.strip() if said is None else said


def _part(ctx: RunContext, *, enough: bool) -> str:
    return _PART.format(
        form=policy(ctx.reading.question_type, bare=ctx.question.bare),
        enough=_ENOUGH if enough else _MAYBE_NOT,
    )


async def _write(ctx: RunContext, title: str, messages: tuple[Message, ...]) -> str:
    ask = Ask(AGENT, title, "final", messages, shown=TagFilter("answer"))
    return parse_answer((await turn(ctx, ask)).text)
