"""The evidence pack as a model is told of it: marked data, and the rule that goes with it."""

from collections.abc import Sequence

from desktop_agent.agents.context import RunContext
from desktop_agent.core.citations import best_check
from desktop_agent.core.research import Claim
from desktop_agent.evidence.pack import Document, EvidencePack
from desktop_agent.llm.context import CHARACTERS_PER_TOKEN

_SHARE = 0.3
_MOST_CHARACTERS = 8_000
_MOST_QUOTE = 600

_RULE = """\
The block above holds what a search for this question found, before you were asked. Base current \
facts on it, not on memory, and cite its sources by their numbers. {answer}"""
_REPAIR = """\
Your answer does not hold to the evidence: {reason}
What the sources say is the value in this block:
{value}

Write the answer again. State that value as the answer, in the first sentence, and cite its source. \
Do not name another value in its place, and do not speak of this correction."""
_CORRECTION = """\
These statements of your answer are contradicted by the pages that were read:
{quotes}

Write the answer again so that it agrees with the quotes, and cite them. Leave out what no source \
says. Do not speak of this correction."""
_EXTRACTED = (
    "Several things in it were compared, and the extracted answer is what the sources agree on: "
    "state it as the answer, first."
)
_NOT_EXTRACTED = (
    "Nothing in it was sure enough to be extracted: look for yourself, and say so where it does "
    "not hold the answer."
)


async def evidence_prompt(ctx: RunContext, pack: EvidencePack) -> str:
    """Gives the text that follows the question; empty when nothing was found."""
    if not pack.passages and not pack.candidates:
        return ""
    room = await characters(ctx, _SHARE, _MOST_CHARACTERS)
    block = ctx.fence.wrap(evidence_lines(pack, room), "web evidence")
    rule = _RULE.format(answer=_EXTRACTED if pack.answer else _NOT_EXTRACTED)
    return f"{block}\n{rule}"


async def characters(ctx: RunContext, share: float, most: int) -> int:
    """Gives the characters that take up this share of the model's context, at most ``most``."""
    limit = await ctx.model.context_tokens() if ctx.model is not None else 0
    return min(most, int(limit * CHARACTERS_PER_TOKEN * share))


def repair_prompt(ctx: RunContext, value: str, reason: str) -> str:
    """Asks for an answer that states the extracted ``value``; ``reason`` says what was wrong."""
    return _REPAIR.format(reason=reason, value=ctx.fence.wrap(value, "web evidence"))


def correction_prompt(ctx: RunContext, contradicted: Sequence[Claim]) -> str:
    """Ask for an answer without its contradicted statements; each goes with the quote against it."""
    lines = []
    for claim in contradicted:
        check = best_check(claim.checks)
        cited = f"Source [{check.source}]" if check is not None else "A source"
        lines.append(f"- You wrote: {claim.text}\n  {cited} says: {claim.quote[:_MOST_QUOTE]}")
    return _CORRECTION.format(quotes=ctx.fence.wrap("\n".join(lines), "web evidence"))


def evidence_lines(pack: EvidencePack, room: int) -> str:
    """Tells a pack in at most ``room`` characters, or a little more; the surest first."""
    lines: list[str] = []
    if pack.answer:
        lines.append(f"Extracted answer: {pack.answer} (confidence {pack.confidence:.2f})")
    for candidate in pack.candidates[:4]:
        cited = "".join(f"[{number}]" for number in candidate.sources[:4])
        lines.append(f"- candidate: {candidate.value} {cited} {candidate.why}".rstrip())
    lines += pack.notes
    titles = {document.number: document for document in pack.documents}
    for number, quote in _quotes(pack):
        document = titles.get(number)
        if document is None:
            continue
        dated = f" ({document.date[:10]})" if document.date else ""
        lines += (f"\n[{number}] {document.title}{dated}", where(document), quote[:_MOST_QUOTE])
        if sum(map(len, lines)) > room:
            break
    return "\n".join(lines)


def where(document: Document) -> str:
    """Gives the address of a page; a model need not know where a file lies on the person's disk."""
    return "one of the user's own documents" if document.url.startswith("file:") else document.url


def _quotes(pack: EvidencePack) -> list[tuple[int, str]]:
    """Sentences that name the leading candidates, then the best passages, each once."""
    quotes = [
        (sighting.source, sighting.quote)
        for candidate in pack.candidates[:3]
        for sighting in candidate.sightings[:3]
    ]
    quotes += [(passage.source, passage.text) for passage in pack.passages]
    unique: dict[str, int] = {}
    for number, quote in quotes:
        if quote and not any(quote in other for other in unique):
            unique[quote] = number
    return [(number, quote) for quote, number in unique.items()]
