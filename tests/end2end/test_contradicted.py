"""A statement that a page of the run contradicts goes back to the model once, and is not delivered."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import pytest

from desktop_agent.core.events import AnswerGiven, ModelCall, Verdict
from desktop_agent.core.research import Question
from tests.end2end.world import World, end_of, of, play
from tests.servers.model_reply import Reply


class Lie(NamedTuple):
    """A question, what a page says to it, and what the model says; ``false`` must not be delivered."""

    question: str
    page: str
    said: str
    false: str


LIES = {
    "length": Lie(
        "How tall is the Kallo lighthouse?",
        "The Kallo lighthouse is 47 metres tall and stands 3 km from the harbour.",
        "The answer is 12 metres [1].",
        "12 metres",
    ),
    "year": Lie(
        "When was the Ostermoor canal dug?",
        "The Ostermoor canal was dug in 1884. A second lock followed in 1902.",
        "The Ostermoor canal was dug in 1856 [1].",
        "1856",
    ),
    "person": Lie(
        "Who designed the Tarn viaduct?",
        "The Tarn viaduct was designed by Elena Voss. It opened to trains in 1931.",
        "The Tarn viaduct was designed by Marcus Heller [1].",
        "Heller",
    ),
    "opposite": Lie(
        "Is the Alder bridge open to cars?",
        "The Alder bridge is not open to cars. It serves walkers and cyclists.",
        "Yes, the Alder bridge is open to cars [1].",
        "open to cars [1]",
    ),
}


@pytest.fixture
def make_world(make_world_of_page) -> Callable[[Lie, Any], World]:
    """A world whose search finds the page of a lie, with a model that answers as it is told."""
    return lambda lie, replies: make_world_of_page(replies, lie.question, lie.page)


def liar(lie: Lie, corrected: str = "") -> Callable[[dict[str, Any]], Reply | str]:
    """Search where there are tools, then lie; ``corrected`` is said once the quote was shown."""

    def model(request: dict[str, Any]) -> Reply | str:
        messages = request["messages"]
        last = messages[-1]["content"]
        if "You are the verifier" in last:
            return Reply(json={"enough": "yes"})
        if "format" in request:
            return Reply(json={"missing": [], "faults": [], "verdict": "ok"})
        if corrected and "contradicted by the pages" in last:
            return corrected
        searched = any(message["role"] == "tool" for message in messages)
        if request.get("tools") and not searched and "UNTRUSTED" not in last:
            return Reply(tool_calls=[("web_search", {"query": lie.question})])
        return lie.said

    return model


async def answered(
    world: World, question: str, strategy: str
) -> tuple[AnswerGiven, list[Verdict], int]:
    async with world.opened(agent__first_answer=False) as session:
        events = await play(session, Question(question, strategy=strategy))
    assert end_of(events).status == "answered", end_of(events)
    (answer,) = of(events, AnswerGiven)
    return answer, of(events, Verdict), len(of(events, ModelCall))


@pytest.mark.parametrize(
    ("kind", "strategy"),
    [
        *product(LIES, ["quick"]),
        *product(["length", "person", "opposite"], ["verified", "team"]),
    ],
)
async def test_a_lie_that_a_page_contradicts_is_never_the_answer(make_world, kind, strategy):
    lie = LIES[kind]
    answer, verdicts, _ = await answered(make_world(lie, liar(lie)), lie.question, strategy)
    assert lie.false not in answer.text
    (struck,) = [claim for claim in answer.claims if claim.struck]
    assert struck.mark == "contradicted"
    assert lie.false in f"{struck.text.rstrip('.')} [1]"
    assert struck.quote
    assert struck.quote in lie.page
    assert struck.quote.split(".")[0][:30] in answer.text  # the page's own words answer
    assert [claim.mark for claim in answer.claims if not claim.struck] == ["supported"]
    (verdict,) = [verdict for verdict in verdicts if verdict.by == "claims"]
    assert verdict.details["struck"] == 1


@pytest.mark.parametrize("strategy", ["quick", "verified", "team"])
async def test_a_model_that_is_shown_the_quote_may_correct_itself(make_world, strategy):
    lie = LIES["length"]
    model = liar(lie, corrected="The answer is 47 metres [1].")
    answer, _, calls = await answered(make_world(lie, model), lie.question, strategy)
    assert answer.text == "The answer is 47 metres [1]."
    assert [(claim.mark, claim.struck) for claim in answer.claims] == [("supported", False)]
    assert calls <= 4


async def test_what_is_true_beside_a_lie_stays(make_world):
    lie = LIES["length"]._replace(
        said="The Kallo lighthouse is 12 metres tall [1]. It stands 3 km from the harbour [1]."
    )
    answer, _, _ = await answered(make_world(lie, liar(lie)), lie.question, "quick")
    assert answer.text == "It stands 3 km from the harbour [1]."
    assert [(claim.mark, claim.struck) for claim in answer.claims] == [
        ("supported", False),
        ("contradicted", True),
    ]


@pytest.mark.parametrize("strategy", ["quick", "verified"])
async def test_a_lie_without_a_citation_is_no_answer_either(make_world, strategy):
    lie = LIES["length"]._replace(said="The Kallo lighthouse is 12 metres tall.")

    def model(request: dict[str, Any]) -> Reply | str:
        told = [m["content"] for m in request["messages"] if m["role"] == "tool"]
        if request.get("tools") and len(told) == 1:
            (url,) = set(re.findall(r"http://127\.0\.0\.1:\d+/notes", told[0]))
            return Reply(tool_calls=[("web_fetch", {"url": url})])
        return liar(lie)(request)

    answer, _, _ = await answered(make_world(lie, model), lie.question, strategy)
    assert "12 metres" not in answer.text
    assert "47 metres" in answer.text
    assert [claim.struck for claim in answer.claims] == [False, True]


@pytest.mark.parametrize("strategy", ["quick", "verified", "team"])
@pytest.mark.parametrize(
    ("said", "page", "stands"),
    [
        ("Yes [1].", "The lighthouse of Lydney is 31 metres tall, as measured in 1903.", False),
        ("No [1].", "The lighthouse of Lydney is 31 metres tall, as measured in 1903.", True),
        ("Yes [1].", "The lighthouse of Lydney is 47 metres tall, as measured in 1903.", True),
    ],
)
async def test_a_bare_yes_or_no_stands_if_a_page_says_so(make_world, said, page, stands, strategy):
    lie = Lie("Is the lighthouse of Lydney 47 metres tall?", page, said, said)
    answer, _, _ = await answered(make_world(lie, liar(lie)), lie.question, strategy)
    assert answer.text.startswith(said.split(maxsplit=1)[0]) is stands
    assert stands or page in answer.text


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("The port built its lighthouse in 1871 [1]. The lamp came later [1].", False),
        ("The port of Lydney built it [1].", True),
        ("The port built its lighthouse in 1871 [1]. It was Lydney [1].", True),
    ],
)
async def test_a_sentence_that_repeats_the_question_gives_way_to_the_page(make_world, said, stands):
    page = "The port of Lydney built its lighthouse in 1871. The lamp came later."
    lie = Lie("Which port built its lighthouse in 1871?", page, said, said)
    answer, _, _ = await answered(make_world(lie, liar(lie)), lie.question, "verified")
    assert answer.text.startswith("The port") is stands
    assert "Lydney" in answer.text
