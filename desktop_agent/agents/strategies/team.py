"""The ``team`` strategy: a verifier decides, a searcher fills gaps, and an answerer writes.

The three agents share the rules and the growing findings, which a local server can cache. The last
message holds the question and the current agent's task.
"""

import re
from dataclasses import dataclass, field, replace

from desktop_agent.agents.answers.answer_form import is_worked_out
from desktop_agent.agents.evidence_gathering import (
    characters,
    evidence_lines,
    form_of,
    gathered,
    parse_query,
    search_for,
)
from desktop_agent.agents.final_answer import check, conclude, from_evidence
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import json_object, object_schema, one_of, tagged
from desktop_agent.agents.roles.main_agent import REPAIR
from desktop_agent.agents.roles.numeric_verifier import answer_worked_out
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ContextOverflow
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Answer
from desktop_agent.web.search.query import keywords

_RULES = """\
You answer one question from what was found on the web. Today is {today}.
- {fence}
- Base facts on what was found, not on memory."""
_VERIFIER = """\
You are the verifier. Is what was found above enough to answer the question fully and correctly, \
without anything from memory? Reply <verify>yes</verify> if it is, or <verify>no</verify> if \
something is missing, is out of date or contradicts itself. No other word."""
_SEARCHER = """\
You are the searcher. Something is still missing. Write one short search query of key words that \
would find it, different from the queries so far, between <search> and </search>. No other word."""
_ANSWERER = """\
You are the answerer. Write the answer to the question from what was found above, in the language of \
the question, as plain text. Cite the source of each fact right behind it by its number, like [1].
{form}
{enough}"""
_ENOUGH = "What was found is enough."
_MAYBE_NOT = "What was found may be insufficient: say what is known from it, and say plainly what is missing."

_SCHEMA = object_schema(enough=one_of("yes", "no"))
"""Constrains the verdict where the server can; elsewhere, it is read from the tags."""
_REASONS = {"yes": "", "no": "", "": "The verifier gave no verdict; this counts as a no."}
_VERDICT_TOKENS, _QUERY_TOKENS = 16, 48
_YES = re.compile(r"\W*(yes|ja|oui|s[ií]|true|enough|sufficient)\b", re.IGNORECASE)
_NO = re.compile(r"\W*(no|nein|non|not|false|insufficient)\b", re.IGNORECASE)
_SHARE, _MOST_CHARACTERS = 0.5, 6_000
"""Room for all findings together, as a share of the context, and for each of them."""


@dataclass(slots=True)
class _Talk:
    """The team's findings, each of at most ``room`` characters, and the queries made so far."""

    room: int
    queries: list[str]
    findings: list[Message] = field(default_factory=list)


async def answer(ctx: RunContext) -> Answer:
    """Answer from the team's findings, after at most ``agent.team_rounds`` search rounds.

    If time runs out or the prompt is too long, the evidence is quoted; if it is insufficient, the
    error is raised. Raise `ModelError` if the model failed.
    """
    if is_worked_out(ctx.reading):
        return await answer_worked_out(ctx)
    pack = await gathered(ctx)
    room = await characters(ctx, _SHARE / (ctx.settings.team_rounds + 1), _MOST_CHARACTERS)
    talk = _Talk(room, [query for hop in pack.hops for query in hop.queries])
    if pack.candidates or pack.passages:
        evidence = ctx.fence.wrap(evidence_lines(pack, room), "web evidence")
        talk.findings.append(Message("user", evidence))
    try:
        task = _answerer(ctx, enough=await _looked_up(ctx, talk))
        text = await _write(ctx, "Write the answer", _messages(ctx, talk, task))
    except (BudgetExceeded, ContextOverflow) as error:
        if not pack.sufficient:
            raise
        text = f"The team found no answer, so the sources are quoted: {error}"
        ctx.emit(Notice(text=text, level="warning"))
        return from_evidence(ctx, pack)

    async def repaired(wrong: str, asked: str) -> str:
        messages = _messages(ctx, talk, _answerer(ctx, enough=True))
        messages += (Message("assistant", wrong), Message("user", asked))
        return await _write(ctx, REPAIR, messages)

    return await conclude(ctx, await check(ctx, text), pack, repaired)


async def _looked_up(ctx: RunContext, talk: _Talk) -> bool:
    """Alternate between verifier and searcher; return whether the verifier is satisfied."""
    ended = "The rounds of searching are used up."
    for number in range(1, ctx.settings.team_rounds + 1):
        said = _verdict(await _asked(ctx, talk, "verifier", "Is there enough evidence?", _VERIFIER))
        details = {"round": number, "said": said, "note": _REASONS[said]}
        ctx.emit(Verdict(by="verifier", ok=said == "yes", details=details))
        if said == "yes":
            return True
        query = parse_query(
            await _asked(ctx, talk, "searcher", "What to search for next", _SEARCHER)
        )
        if not query:
            ended = "The searcher wrote no query."
            break
        if _key_words(query) in map(_key_words, talk.queries):
            ended = f"The searcher repeated itself (“{query}”)."
            break
        if ctx.budget.remaining_s < ctx.budget.seconds / 4:
            ended = "Most of the time is used up."
            break
        talk.queries.append(query)
        for origin, text in (await search_for(ctx, query, talk.room)).items():
            talk.findings.append(Message("user", ctx.fence.wrap(text, origin)))
    ctx.emit(Notice(text=f"{ended} Answering from what was found so far."))
    return False


def _messages(ctx: RunContext, talk: _Talk, task: str) -> tuple[Message, ...]:
    *opening, request = ctx.conversation(_RULES, f"Question: {ctx.question.text}\n\n{task}")
    return (*opening, *talk.findings, request)


async def _asked(ctx: RunContext, talk: _Talk, agent: str, title: str, task: str) -> str:
    """Ask the verifier or the searcher, listing the queries so far."""
    queries = "\n".join(f"- {query}" for query in talk.queries) or "- none yet"
    # untrusted, because a searcher may have copied the query from a page
    task = f"Queries so far:\n{ctx.fence.wrap(queries, 'queries')}\n\n{task}"
    ask = Ask(agent, title, "work", _messages(ctx, talk, task), most_tokens=_QUERY_TOKENS)
    if agent == "verifier":
        ask = replace(ask, schema=_SCHEMA, most_tokens=_VERDICT_TOKENS)
    return (await turn(ctx, ask)).text


def _verdict(text: str) -> str:
    said = tagged(text, "verify")
    if said is None and (data := json_object(text)):
        said = str(data.get("enough", ""))
    if said is None and len(text.split()) <= 3:
        said = text  # small models may reply with a bare "Yes."
    if said is None:
        return ""
    return "yes" if _YES.match(said) else "no" if _NO.match(said) else ""


def _key_words(query: str) -> set[str]:
    """Return a key that is equal for queries with the same key words."""
    return set((keywords(query) or query).casefold().split())


def _answerer(ctx: RunContext, *, enough: bool) -> str:
    return _ANSWERER.format(form=form_of(ctx), enough=_ENOUGH if enough else _MAYBE_NOT)


async def _write(ctx: RunContext, title: str, messages: tuple[Message, ...]) -> str:
    ask = Ask("answerer", title, "final", messages)
    text = (await turn(ctx, ask)).text
    said = tagged(text, "answer")
    return text.strip() if said is None else said
