import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from desktop_agent.core.events import AnswerGiven
from desktop_agent.evidence.records import Intent
from tests.evidence_worlds.judging import first_sentence, holds, judge, last
from tests.evidence_worlds.stage import Stage, run, staged
from tests.evidence_worlds.worlds import THOROUGH, World, load_worlds
from tests.servers.model_reply import Reply

STRATEGIES = ["verified", "team", "deep"]

LEAST_PLAYED = 5

EVERY = (1 if THOROUGH else 5) * len(STRATEGIES)
"""Each strategy plays one world of so many."""

TWO_PARTS = {
    "subtasks": [
        {"id": "t1", "question": "What do the sources say?", "kind": "look_up", "needs": []},
        {"id": "t2", "question": "Which of them is right?", "kind": "reason", "needs": ["t1"]},
    ]
}
"""The plan that the model returns every other time."""

Style = Callable[[str, str], str]

STYLES: list[Style] = [
    lambda wrong, right: wrong,
    lambda wrong, right: f"The answer is {wrong}. There is no doubt about it.",
    lambda wrong, right: f"It is {wrong}, not {right}.",
    lambda wrong, right: f"{wrong}. Some sources say {right}.",
    lambda wrong, right: f"**{wrong}** [1]\n\nAll sources agree on that [1][2].",
    lambda wrong, right: f"Although some pages name {right}, it is really {wrong} [1].",
]


class Contradicting:
    """A model that states the world's contradiction in reply to every request."""

    def __init__(self) -> None:
        self.style = STYLES[0]
        self.asked = 0

    def __call__(self, stage: Stage, request: dict[str, Any]) -> Reply:
        assert stage.world is not None
        self.asked += 1
        said = self.style(stage.world.contradiction, stage.world.right[0])
        if isinstance(request.get("format"), dict):
            return Reply(json=self._filled(request["format"], said))
        prompt = json.dumps([m.get("content", "") for m in request["messages"]])
        if "<verify>" in prompt or "<answer>" in prompt:
            return Reply(text=f"<verify>yes</verify>\n<answer>{said}</answer>")
        return Reply(text=said)

    def _filled(self, schema: dict[str, Any], said: str) -> Any:
        """Return JSON of a schema; every other critique asks for a revision."""
        if "enum" in schema:
            options = schema["enum"]
            return options[-1 if "revise" in options and self.asked % 2 else 0]
        match schema.get("type"):
            case "object":
                parts = schema.get("properties", {})
                if "subtasks" in parts and self.asked % 2:
                    return TWO_PARTS
                return {name: self._filled(part, said) for name, part in parts.items()}
            case "array":
                return [self._filled(schema.get("items", {"type": "string"}), said)]
            case "boolean":
                return True
            case "integer" | "number":
                return schema.get("minimum", 1)
            case _:
                return said


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_contradiction_of_the_evidence_is_never_the_answer(strategy, tmp_path):
    worlds = [
        world
        for world in load_worlds()
        if world.outcome == "extracted" and world.intent is not Intent.GENERAL
    ][STRATEGIES.index(strategy) :: EVERY]
    model = Contradicting()
    with staged(worlds, tmp_path / "home", model) as stage:
        extracted, texts = asyncio.run(_contradict(stage, worlds, strategy, model))
    print(f"{strategy}: of {extracted} contradicted worlds {len(texts)} gave way")
    assert extracted >= LEAST_PLAYED
    assert model.asked >= extracted, "a strategy that never asks its model proves nothing"
    assert not texts, "\n".join(texts)


async def _contradict(
    stage: Stage, worlds: Sequence[World], strategy: str, model: Contradicting
) -> tuple[int, list[str]]:
    """Return the number of extracted worlds, and the answers that give way in them."""
    session = stage.session(llm__model="m")
    extracted = 0
    given_way = []
    try:
        for number, world in enumerate(worlds, STRATEGIES.index(strategy)):
            model.style = STYLES[number % len(STYLES)]
            events = await run(world, stage, session, strategy, "ollama")
            if judge(world, events).judgement != "right":
                continue
            extracted += 1
            answer = last(events, AnswerGiven)
            text = answer.text if answer else ""
            if not _holds_to_the_evidence(text, world):
                style = STYLES.index(model.style)
                given_way.append(f"{world.name} (style {style}): {text[:200]!r}")
    finally:
        await session.aclose()
    return extracted, given_way


def _holds_to_the_evidence(text: str, world: World) -> bool:
    sentence = first_sentence(text)
    return holds(sentence, world.right) and not holds(sentence, [world.contradiction])
