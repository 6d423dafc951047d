import tomllib
from collections.abc import Iterator
from pathlib import Path

from desktop_agent.core.research import Claim
from desktop_agent.evidence.claims.citation_check import check_claims
from tests.unit.evidence.claims.labelled import stored

Marked = dict[str, tuple[Claim, ...]]


def marked(kind: str) -> Iterator[tuple[str, tuple[Claim, ...]]]:
    table = tomllib.loads(Path(__file__).with_name("answers.toml").read_text(encoding="utf-8"))
    for world in table["world"]:
        pages = {
            number: stored(number, page["title"], page["text"])
            for number, page in enumerate(world["page"], 1)
        }
        for answer in world[kind]:
            yield answer, check_claims(answer, pages, world["question"])


def others(answers: Marked, wanted: str) -> str:
    """Tells the answers that have another mark, for a test that fails."""
    told = [(answer, each) for answer, claims in answers.items() for each in claims]
    return "\n".join(f"{c.mark}: {answer} ({c.reason})" for answer, c in told if c.mark != wanted)


def test_no_true_answer_is_contradicted_and_most_are_supported():
    true = dict(marked("true"))
    assert len(true) >= 60
    marks = [{claim.mark for claim in claims} for claims in true.values()]
    assert not any("contradicted" in found for found in marks)
    assert marks.count({"supported"}) >= 0.75 * len(true), others(true, "supported")


def test_no_false_answer_is_supported_and_most_are_contradicted_with_a_quote_and_a_reason():
    false = dict(marked("false"))
    assert len(false) >= 60
    marks = [{claim.mark for claim in claims} for claims in false.values()]
    assert not any(found == {"supported"} for found in marks)
    assert sum("contradicted" in found for found in marks) >= 45, others(false, "contradicted")
    wrong = [claim for found in false.values() for claim in found if claim.mark == "contradicted"]
    assert all(claim.quote and claim.reason for claim in wrong)
