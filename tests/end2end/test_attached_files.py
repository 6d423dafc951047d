"""Files and images of a question on their whole way to the model."""

from base64 import b64decode

import pytest

from desktop_agent.core.events import AnswerGiven, ContextTrimmed, Notice
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import Question
from tests.end2end.world import World, answered, end_of, of
from tests.servers.model_reply import Reply
from tests.servers.ollama import Model

NOTES = Attachment("notes.md", "text/markdown", "The dam is 60 m high.")
PICTURE = Attachment("dam.png", "image/png", data=b"\x89PNG\r\n\x1a\n" + bytes(range(64)))
OK = Reply(json={"missing": [], "faults": [], "verdict": "ok"})


def replies(request: dict) -> Reply | str:
    last = str(request["messages"][-1]["content"])
    if "<verify>" in last:
        return Reply(json={"enough": "yes"})
    return OK if request.get("format") else "60 m"


@pytest.fixture
def world(make_world) -> World:
    return make_world(replies=replies)


def see(world: World) -> None:
    able = ("completion", "tools", "vision")
    world.ollama.models = {"m:latest": Model(name="m", capabilities=able)}


@pytest.mark.parametrize("strategy", ["quick", "verified", "team"])
async def test_every_call_of_a_strategy_knows_the_file_and_sees_the_image(world, strategy):
    see(world)
    question = Question("How high is it?", strategy=strategy, attachments=(NOTES, PICTURE))
    events = await answered(world, question)
    assert of(events, AnswerGiven)[0].text.startswith("60 m")
    assert world.ollama.requests
    for request in world.ollama.requests:
        asked = next(m for m in request["messages"] if "How high" in m["content"])
        assert "from file notes.md>>>\nThe dam is 60 m high." in asked["content"]
        assert [b64decode(image) for image in asked["images"]] == [PICTURE.data]


async def test_a_model_that_cannot_see_ends_the_run_with_what_to_do(world):
    events = await answered(world, Question("What?", strategy="quick", attachments=(PICTURE,)))
    finished = end_of(events)
    assert finished.status == "failed"
    assert "can't read images" in finished.error
    assert "remove the image" in finished.remedy


async def test_without_a_model_files_and_images_are_left_out_and_it_is_said(world):
    question = Question("How high is it?", strategy="evidence", attachments=(NOTES, PICTURE))
    events = await answered(world, question)
    told = [notice.text for notice in of(events, Notice)]
    assert "Images can only be read by a model." in told
    assert any(text.startswith("Attached files were not searched") for text in told)
    assert world.ollama.requests == []


async def test_a_file_that_is_too_long_is_cut_and_the_person_is_told(world):
    book = Attachment("book.txt", "text/plain", "The dam is high. " * 5_000)
    events = await answered(
        world, Question("How high?", strategy="quick", attachments=(book,)), llm__num_ctx=2_048
    )
    (trimmed,) = of(events, ContextTrimmed)
    assert trimmed.removed == ("most of the file book.txt (85,000 characters)",)
    assert trimmed.tokens_after <= trimmed.limit
    assert len(world.ollama.requests[0]["messages"][-1]["content"]) < 8_000
