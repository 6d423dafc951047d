"""From a model's text to the answer: which sources it cites, and what must be said about it."""

import re

from desktop_agent.agents.context import RunContext
from desktop_agent.core.research import Answer, EngineAttempt, Source
from desktop_agent.tools.web_search import failure_line

_CITATION = re.compile(r"\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()")
_SPACED_CITATION = re.compile(r"([ \t]*)" + _CITATION.pattern)
_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)
_SAYS_FAILED = re.compile(
    r"search(es|ing)?\b[^.\n]{0,40}\b(fail|unavailable|not available|did not work)", re.IGNORECASE
)


def conclude(ctx: RunContext, text: str) -> Answer:
    """Makes the answer of a run from the text that the model wrote last.

    A citation of a number that no tool has given is taken out. Where every search failed the text
    says so, whatever the model wrote, and the answer is marked as from internal knowledge; the mark
    is also set where nothing was searched or read at all.
    """
    seen = ctx.sources.all()
    failed = ctx.sources.failed_attempts
    written = bool(text.strip())
    text = text.strip() or _without_text(seen)
    text = drop_unknown_citations(text, {source.number for source in seen})
    if failed and not _SAYS_FAILED.search(text):
        text = f"{search_failed_notice(failed, seen)}\n\n{text}"
    return Answer(
        text=text,
        sources=cited_first(text, seen),
        from_internal_knowledge=not seen,
        sufficient=written,
    )


def cited_numbers(text: str) -> tuple[int, ...]:
    """Gives the numbers that a text cites, each once, in order of appearance."""
    numbers: dict[int, None] = {}
    for match in _CITATION.finditer(text):
        for number in match.group(1).split(","):
            numbers.setdefault(int(number))
    return tuple(numbers)


def cited_first(text: str, seen: tuple[Source, ...]) -> tuple[Source, ...]:
    """Orders sources: cited ones as they appear in the text, then those that were read."""
    by_number = {source.number: source for source in seen}
    cited = [by_number[number] for number in cited_numbers(text) if number in by_number]
    read = [source for source in seen if source.read and source not in cited]
    return (*cited, *read)


def drop_unknown_citations(text: str, known: set[int]) -> str:
    """Takes out ``[n]`` where no source has that number; a list keeps the numbers that are known.

    Code is left alone: ``x[0]`` is no citation there.
    """
    if not known:
        return text  # with no source at all, [1] may be the model's own notation

    def keep(match: re.Match[str]) -> str:
        numbers = [number.strip() for number in match.group(2).split(",")]
        kept = [number for number in numbers if int(number) in known]
        return f"{match.group(1)}[{', '.join(kept)}]" if kept else ""

    parts = _CODE.split(text)  # code at the odd places
    parts[::2] = [_SPACED_CITATION.sub(keep, part) for part in parts[::2]]
    return "".join(parts)


def search_failed_notice(attempts: tuple[EngineAttempt, ...], seen: tuple[Source, ...]) -> str:
    """Gives the sentence that an answer without a working search begins with."""
    basis = (
        "This answer rests only on the pages that were read."
        if seen
        else "This answer comes from the model's own knowledge and was not checked."
    )
    return f"> **Web search failed** ({failure_line(attempts)}). {basis}"


def _without_text(seen: tuple[Source, ...]) -> str:
    if not seen:
        return "The model gave no answer, and nothing was found that could be quoted."
    found = "\n".join(f"- {source.title} [{source.number}]" for source in seen[:8])
    return f"The model gave no answer. These sources were found for the question:\n\n{found}"
