"""The ``evidence`` command, which finds passages for a question without using a model."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from typing import Any

from desktop_agent.app.session import Session
from desktop_agent.core.codec import event_to_dict
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import EvidenceFound, RunFinished
from desktop_agent.core.research import Passage, Question
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.output import Exit, result, result_json
from desktop_agent.frontends.cli.rendering import RunView, source_lines

_INTENTS = {
    "latest_album_of_artist": "an artist's latest album",
    "who_performed_song": "who performed a song",
    "current_title_holder": "who currently holds an office, title or record",
    "latest_version_of_software": "the latest version of a program",
    "event_date": "the date of an event",
    "general_fact": "a fact of any kind",
}
_NOT_OF_THE_PACK = ("type", "run_id", "seq", "t", "preliminary")
_QUOTE_MOST = 1_200


async def evidence(session: Session, options: Namespace) -> Exit:
    """Print the evidence found for a question, with progress on standard error."""
    view = RunView()
    with view:
        found = await _gather(session, options, view)
    if options.json:
        pack = event_to_dict(found)
        result_json({name: value for name, value in pack.items() if name not in _NOT_OF_THE_PACK})
    else:
        result(evidence_text(found))
    return Exit.ANSWERED if found.sufficient else Exit.INSUFFICIENT


async def _gather(session: Session, options: Namespace, view: RunView) -> EvidenceFound:
    found: EvidenceFound | None = None
    run = session.ask(Question(options.question, strategy="evidence", offline=options.offline))
    async with aclosing(run.events()) as events:
        async for event in events:
            view.show(event)
            if isinstance(event, EvidenceFound) and not event.preliminary:
                found = event
            elif isinstance(event, RunFinished) and found is None:
                raise AgentError(event.error or "The run was stopped.", event.remedy)
    assert found is not None
    return found


def evidence_text(found: EvidenceFound) -> str:
    """Format the evidence as text: the answer, candidates, passages, sources and notes."""
    parts = [
        "\n".join(_head(found)),
        _part("Candidates:", _candidates(found)),
        _part("Passages:", (_passage(each) for each in found.passages)),
        _part("Sources:", source_lines(found.sources)),
        _part("Notes:", (f"- {plain_line(note, 400)}" for note in found.notes)),
    ]
    return "\n\n".join(part for part in parts if part)


def _head(found: EvidenceFound) -> Iterator[str]:
    if found.question:
        yield plain_line(found.question, 400)
    yield f"Asked for:   {plain_line(_INTENTS.get(found.intent, found.intent))}"
    if found.entity:
        yield f"About:       {plain_line(found.entity)}"
    if found.extracted_answer:
        yield f"Answer:      {plain_line(found.extracted_answer, 400)}"
        yield f"Confidence:  {found.confidence:.2f}"
    elif found.sufficient:
        yield "Answer:      in the passages below; no single value was extracted"
    else:
        yield "Answer:      insufficient evidence"


def _candidates(found: EvidenceFound) -> Iterator[str]:
    for number, candidate in enumerate(found.candidates, 1):
        confidence = candidate.get("confidence")
        sure = f" ({confidence:.2f})" if isinstance(confidence, int | float) else ""
        domains = ", ".join(_words(candidate, "domains"))
        cited = ", ".join(_words(candidate, "sources"))
        where = f": {domains}" if domains else ""
        value = plain_line(str(candidate.get("value", "")), 200)
        yield f"{number}. {value}{sure}{plain_line(where, 300)}" + (f" [{cited}]" if cited else "")
        if candidate.get("why"):
            yield f"   {plain_line(str(candidate['why']), 400)}"


def _words(candidate: Mapping[str, Any], name: str) -> list[str]:
    values = candidate.get(name)
    return [str(each) for each in values] if isinstance(values, list | tuple) else []


def _passage(passage: Passage) -> str:
    heading = f" ({plain_line(passage.heading, 120)})" if passage.heading else ""
    return f"[{passage.source}]{heading} {plain_line(passage.text, _QUOTE_MOST)}"


def _part(title: str, lines: Iterator[str] | list[str]) -> str:
    listed = list(lines)
    return "\n".join([title, *listed]) if listed else ""
