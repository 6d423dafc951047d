"""The team: verifier, searcher and answerer, and the conversation that they share."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_agent.agents.answers.answer_form import policy
from desktop_agent.agents.evidence_gathering import (
    characters,
    evidence_lines,
    read_pages,
    search_documents,
    where,
)
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import TagFilter, tagged
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.messages import Message
from desktop_agent.core.research import SearchReport
from desktop_agent.core.text import Fence
from desktop_agent.evidence.passages import Ranking
from desktop_agent.evidence.records import Document, EvidencePack, Passage
from desktop_agent.evidence.text.fold import folded_words, language_of, stem, stop_words
from desktop_agent.tools.web import failure_line
from desktop_agent.web.ledger import is_offline

# --- The shared prompt and conversation
#
# The three agents share one system prompt and one growing conversation, and each gets its
# instructions in the last message. Everything before it therefore stays the same, and a local
# server can cache it.

_RULES = """\
You are part of a small team that answers one question from what was found on the web. Today is \
{today}. The last message tells you which part is yours now: verifier, searcher or answerer.
- {fence}
- Base facts on what was found, not on memory.
- Reply in the tags that you are asked for, and with nothing else."""


@dataclass(slots=True)
class TeamConversation:
    """The team's conversation: the question, a message for each finding, and the queries so far."""

    fence: Fence
    opening: tuple[Message, ...]
    found: list[Message] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)

    def told(self, part: str) -> tuple[Message, ...]:
        """Return the messages for an agent; ``part`` contains its instructions and comes last."""
        asked = "\n".join(f"- {query}" for query in self.queries) or "- none yet"
        # untrusted, because a searcher may have copied the query from a page
        queries = self.fence.wrap(asked, "queries")
        return (
            *self.opening,
            *self.found,
            Message("user", f"Queries so far:\n{queries}\n\n{part}"),
        )


def team_conversation(ctx: RunContext, queries: Sequence[str]) -> TeamConversation:
    """Start the team's conversation; ``queries`` are those already searched for."""
    opening = ctx.conversation(_RULES, f"The question:\n{ctx.question.text}")
    return TeamConversation(ctx.fence, opening, queries=list(queries))


_SHARE = 0.5
_MOST_CHARACTERS = 6_000
_PAGES = 3
_PASSAGES = 6
_SAME = 0.8


async def first_findings(ctx: RunContext, pack: EvidencePack) -> list[Message]:
    """Return the initial evidence as a list with one message, or [] if there is no evidence."""
    if not pack.candidates and not pack.passages:
        return []
    lines = evidence_lines(pack, await _room(ctx))
    return [Message("user", ctx.fence.wrap(lines, "web evidence"))]


@dataclass(frozen=True, slots=True)
class Finding:
    """Search results as plain text, not yet marked as data; ``origin`` names their source."""

    text: str
    origin: str


async def look_up(ctx: RunContext, query: str) -> list[Message]:
    """Run `search_for` and return its findings as messages marked as data."""
    found = await search_for(ctx, query)
    return [Message("user", ctx.fence.wrap(each.text, each.origin)) for each in found]


async def search_for(ctx: RunContext, query: str) -> list[Finding]:
    """Search documents and the web; return the results, with passages from the top pages."""
    own = await _in_documents(ctx, query)
    if ctx.knowledge is not None and is_offline():
        return own
    report, sources = await ctx.web.search(query)
    numbers = [source.number for source in sources]
    unread = [each for each in ctx.web.sources.documents_of(numbers) if not each.read]
    await read_pages(ctx, unread[:_PAGES])
    documents = ctx.web.sources.documents_of(numbers)

    def best() -> tuple[Passage, ...]:
        return Ranking(ctx.reading, documents).best(_PASSAGES)

    passages = await asyncio.to_thread(best)
    lines = [f"Search for: {query}", *_results(report, documents)]
    lines += [f"[{each.source}] says: {each.text}" for each in passages]
    text = "\n".join(lines)[: await _room(ctx)]
    return [*own, Finding(text, "web search")]


async def _in_documents(ctx: RunContext, query: str) -> list[Finding]:
    searched = await search_documents(ctx, query, _PASSAGES)
    if searched is None:
        return []
    found, note = searched
    lines = [f"Search in the user's documents for: {query}", *filter(None, (note,))]
    lines += [f"[{each.source.number}] {each.source.title}: {each.hit.text}" for each in found]
    if not found:
        lines.append("Nothing was found.")
    text = "\n".join(lines)[: await _room(ctx)]
    return [Finding(text, "document search")]


def same_in_substance(query: str, other: str) -> bool:
    """Return whether two queries share all numbers and at least 80% of their content words."""
    words, others = _content_stems(query), _content_stems(other)
    if not words or not others:
        return query.casefold().split() == other.casefold().split()
    numbers = {word for word in words if word.isdigit()}
    if numbers != {word for word in others if word.isdigit()}:
        return False
    return len(words & others) >= _SAME * len(words | others)


def _content_stems(query: str) -> set[str]:
    language = language_of(query) or "en"
    stop = stop_words(language)
    return {stem(word, language) for word in folded_words(query) if word not in stop}


def _results(report: SearchReport, documents: Sequence[Document]) -> list[str]:
    if report.failed:
        return [f"The search failed: {failure_line(report.attempts)}"]
    if not documents:
        return ["No engine has a result for this query."]
    return [f"[{each.number}] {each.title} — {where(each)}\n{each.snippet}" for each in documents]


async def _room(ctx: RunContext) -> int:
    """Return the maximum length of a finding in characters.

    It is chosen so that all findings fit the model's context.
    """
    return await characters(ctx, _SHARE / (ctx.settings.team_rounds + 1), _MOST_CHARACTERS)


# --- The verifier: decides whether the findings are enough to answer the question

AGENT = "verifier"

_PART = """\
You are the verifier. Is what was found above enough to answer the question fully and correctly, \
without anything from memory? Reply <verify>yes</verify> if it is, or <verify>no</verify> if \
something is missing, is out of date or contradicts itself. No other word."""
_YES = re.compile(r"\W*(yes|ja|oui|s[ií]|true|enough|sufficient)\b", re.IGNORECASE)
_NO = re.compile(r"\W*(no|nein|non|not|false|insufficient)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verification:
    """The verifier's verdict; ``note`` is set if the reply contained no verdict."""

    enough: bool
    said: str
    note: str = ""


async def verify(ctx: RunContext, talk: TeamConversation) -> Verification:
    """Ask the verifier for a verdict. Raises the same errors as `turn`."""
    ask = Ask(AGENT, "Is what was found enough?", "work", talk.told(_PART))
    return parse_verification((await turn(ctx, ask)).text)


def parse_verification(text: str) -> Verification:
    """Parse a verdict; a reply without one counts as "no" and gets a note."""
    said = tagged(text, "verify")
    if said is None and len(text.split()) <= 3:
        said = text  # small models may reply with a bare "Yes."
    if said is not None and _YES.match(said):
        return Verification(enough=True, said="yes")
    if said is not None and _NO.match(said):
        return Verification(enough=False, said="no")
    return Verification(
        enough=False, said="", note="The verifier gave no verdict, which counts as no."
    )


# --- The searcher: writes one search query for what is missing

SEARCHER = "searcher"

_SEARCHER_PART = """\
You are the searcher. Something is still missing. Write one short search query of key words that \
would find it, different from the queries so far: <search>query</search>. No other word."""
_MOST = 200


async def next_query(ctx: RunContext, talk: TeamConversation) -> str:
    """Ask for the next query. Raises the same errors as `turn`.

    Return "" if there is no further query.
    """
    ask = Ask(SEARCHER, "What to search for next", "work", talk.told(_SEARCHER_PART))
    return parse_query((await turn(ctx, ask)).text)


def parse_query(text: str) -> str:
    """Extract the query from a reply as one unquoted line, or return "" if there is none."""
    said = tagged(text, "search")
    if said is None:
        lines = [line for line in text.strip().splitlines() if line.strip()]
        said = lines[0] if len(lines) == 1 and "<" not in lines[0] else ""
    words = " ".join(said.split())
    if len(words) > 1 and words[0] == words[-1] and words[0] in "\"'`":
        words = words[1:-1].strip()
    return words[:_MOST]


# --- The answerer: writes the answer from all findings

ANSWERER = "answerer"

_ANSWERER_PART = """\
You are the answerer. Write the answer to the question from what was found above, in the language of \
the question. Cite the source of each fact right behind it by its number, like [1] or [2][3].
{form}
{enough}
Reply with <answer>the answer</answer> and nothing else."""
_ENOUGH = "The verifier holds that what was found is enough."
_MAYBE_NOT = "What was found may be insufficient: say what is known from it, and say plainly what is missing."
_IN_TAGS = "Reply with <answer>the answer</answer>."


async def write_answer(ctx: RunContext, talk: TeamConversation, *, enough: bool) -> str:
    """Write the team's answer. Raises the same errors as `turn`."""
    return await _write(ctx, "Write the answer", talk.told(_part(ctx, enough=enough)))


async def repair_answer(ctx: RunContext, talk: TeamConversation, text: str, asked: str) -> str:
    """Rewrite ``text`` as described in ``asked``. Raises the same errors as `turn`."""
    messages = (
        *talk.told(_part(ctx, enough=True)),
        Message("assistant", f"<answer>{text}</answer>"),
        Message("user", f"{asked} {_IN_TAGS}"),
    )
    return await _write(ctx, "Hold the answer to the evidence", messages)


def _part(ctx: RunContext, *, enough: bool) -> str:
    return _ANSWERER_PART.format(
        form=policy(ctx.reading.question_type, bare=ctx.question.bare),
        enough=_ENOUGH if enough else _MAYBE_NOT,
    )


async def _write(ctx: RunContext, title: str, messages: tuple[Message, ...]) -> str:
    ask = Ask(ANSWERER, title, "final", messages, shown=TagFilter("answer"))
    text = (await turn(ctx, ask)).text
    said = tagged(text, "answer")
    return text.strip() if said is None else said
