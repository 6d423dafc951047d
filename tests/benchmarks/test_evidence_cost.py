"""What evidence mode itself costs: processor time per question, network excluded."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

import pytest

from desktop_agent.core.research import PageFact
from desktop_agent.evidence.extraction.relevance import worth_opening
from desktop_agent.evidence.grounding.evidence_answer import evidence_claims, evidence_text
from desktop_agent.evidence.pack_assembly import Assembly
from desktop_agent.evidence.prompt_injection import instruction_in
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.question.queries import query_families
from desktop_agent.evidence.records import Document
from tests.benchmarks.figures import record

TODAY = date(2026, 11, 22)
QUESTIONS = (
    "What is the latest album by Radiohead?",
    "Who performed the song Bohemian Rhapsody?",
    "Who is the CEO of Nvidia?",
    "What is the latest stable version of PostgreSQL?",
    "When was Marie Curie born?",
    "How does a heat pump work?",
)
_PARAGRAPH = (
    "The {topic} was described in {year} by several writers, who did not agree on every detail. "
    "In later years the account was revised, and about {count} copies were printed in London. "
    "A harbour, two markets and a school stood there at the time; the rest came with the railway. "
    "Whoever wants to know more will find it in the library of the town, on the first floor."
)


@dataclass(frozen=True)
class Load:
    """How much a run has seen: results, and pages of so many characters among them."""

    results: int
    pages: int
    characters: int


USUAL = Load(16, 5, 12_000)
HEAVY = Load(30, 8, 20_000)


def documents(topic: str, load: Load) -> tuple[Document, ...]:
    """Every fourth sentence names the topic, and a number."""
    found = []
    for number in range(1, load.results + 1):
        text = ""
        if number <= load.pages:
            paragraphs = (
                _PARAGRAPH.format(topic=topic, year=1900 + n, count=n * 37 + number)
                for n in range(load.characters // 360)
            )
            text = "# About\n\n" + "\n\n".join(paragraphs)
        found.append(
            Document(
                number,
                f"https://www.site{number}.example/{number}",
                f"About {topic} - Site {number}",
                f"What is to be said of {topic}, and when it was.",
                rank=number,
                text=text,
                facts=(PageFact("open_graph", "", "og:title", topic),) * 20 if text else (),
            )
        )
    return tuple(found)


def answer(question: str, load: Load) -> float:
    """Does all that evidence mode does itself; gives the milliseconds of processor time."""
    seen = documents(read_question(question, TODAY).entity or "the heat pump", load)
    unread = tuple(replace(document, text="", facts=()) for document in seen)
    began = time.process_time()
    reading = read_question(question, TODAY)
    query_families(reading, TODAY)
    assembly = Assembly(reading, TODAY)
    worth_opening(reading, unread, assembly.candidates(unread), 5)
    for document in seen:
        instruction_in(document.text or document.snippet)
    assembly.settled(seen)
    pack = assembly.pack(seen)
    evidence_claims(evidence_text(pack), pack)
    return (time.process_time() - began) * 1000


@pytest.mark.benchmark
def test_evidence_mode_takes_under_150_ms_of_processor_time():
    for question in QUESTIONS:
        answer(question, HEAVY)  # imports and caches
    usual = {question: min(answer(question, USUAL) for _ in range(5)) for question in QUESTIONS}
    record("Weigh the evidence of a question", max(usual.values()), "ms CPU", limit=150)
    assert max(usual.values()) < 150, usual


async def _gaps(work: Callable[[], object]) -> list[float]:
    """Milliseconds by which a 5 ms heartbeat of the loop is late while ``work`` runs in a thread."""
    gaps: list[float] = []
    task = asyncio.create_task(asyncio.to_thread(work))
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(0.005)
        gaps.append((time.perf_counter() - began) * 1000 - 5)
    await task
    return sorted(gaps)


@pytest.mark.benchmark
async def test_the_loop_stays_awake_while_evidence_is_weighed():
    for question in QUESTIONS:
        answer(question, HEAVY)
    late: list[float] = []
    for question in QUESTIONS:
        late += await _gaps(lambda question=question: answer(question, HEAVY))
    late.sort()
    p99 = late[len(late) * 99 // 100]
    record("Loop held up while evidence is weighed, p99", p99, "ms", limit=16)
    assert p99 < 16
