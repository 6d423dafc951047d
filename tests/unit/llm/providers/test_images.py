"""Images on their way to a model, in the form of each provider."""

from base64 import b64decode, b64encode
from dataclasses import replace

import pytest

from desktop_agent.core.errors import CapabilityMissing
from desktop_agent.core.messages import Attachment, Message
from desktop_agent.llm.base import ChatRequest
from tests.servers.model_reply import Reply
from tests.servers.ollama import Model
from tests.unit.llm.hearing import VERDICT, hear
from tests.unit.llm.providers.talking import PROVIDERS, Provider, talking

BYTES = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
IMAGE = Attachment("tide.png", "image/png", data=BYTES)
ASKED = ChatRequest((Message("system", "Look."), Message("user", "What is it?", images=(IMAGE,))))
SEEING = {"models": [Model(name="m", capabilities=("completion", "vision"))]}


@pytest.fixture(params=PROVIDERS, ids=lambda provider: provider.name)
def provider(request: pytest.FixtureRequest) -> Provider:
    return request.param


def options(provider: Provider) -> dict:
    return SEEING if provider.name == "ollama" else {}


def sent_images(provider: Provider, message: dict) -> list[tuple[str, bytes]]:
    """The images of a message as the server would read them, with their types where told."""
    if provider.name == "ollama":
        return [("", b64decode(image)) for image in message["images"]]
    found = []
    for part in message["content"]:
        if part["type"] == "image_url":
            head, _, data = part["image_url"]["url"].partition(";base64,")
            found.append((head.removeprefix("data:"), b64decode(data)))
        elif part["type"] == "image":
            assert part["source"]["type"] == "base64"
            found.append((part["source"]["media_type"], b64decode(part["source"]["data"])))
    return found


async def test_the_bytes_of_images_arrive_with_the_words_of_the_question(provider):
    other = Attachment("ebb.png", "image/png", data=b"\x89PNG other")
    request = ChatRequest((*ASKED.messages, Message("user", "And this?", images=(other,))))
    async with talking(provider, ["A tide."], **options(provider)) as (model, fake):
        assert (await hear(model, request)).text == "A tide."
    message = fake.requests[0]["messages"][-1]
    assert message["role"] == "user"
    kind = "" if provider.name == "ollama" else "image/png"
    assert sent_images(provider, message) == [(kind, BYTES), (kind, other.data)]
    for words in ("What is it?", "And this?"):
        assert words in str(message["content"])
    assert b64encode(BYTES).decode() not in str(fake.requests[0]["messages"][:-1])


async def test_ollama_is_not_asked_to_show_an_image_to_a_model_that_cannot_see():
    async with talking(PROVIDERS[0], ["never"]) as (model, fake):
        heard = await hear(model, ASKED)
    assert isinstance(heard.error, CapabilityMissing)
    assert heard.error.capability == "vision"
    assert "'m'" in heard.error.message
    assert "can't read images" in heard.error.message
    assert "remove the image" in heard.error.remedy
    assert fake.requests == []


async def test_an_ollama_that_does_not_say_what_a_model_can_is_asked():
    unknown = [Model(name="m", capabilities=())]
    async with talking(PROVIDERS[0], ["Seen."], models=unknown) as (model, fake):
        # the fake's own rule: without "completion" it does not chat, so its refusal is heard
        heard = await hear(model, ASKED)
    assert len(fake.requests) == 1
    assert not (isinstance(heard.error, CapabilityMissing) and heard.error.capability == "vision")


@pytest.mark.parametrize(
    "said",
    [
        "image input is not supported - hint: you may need to provide the mmproj",
        "Invalid content type. image_url is only supported by certain models.",
        "m is not a multimodal model",
        "No endpoints found that support image input",
    ],
)
async def test_a_servers_refusal_of_an_image_is_told_as_what_the_model_cannot_do(provider, said):
    refusal = Reply(status=400, error=said)
    async with talking(provider, [refusal], **options(provider)) as (model, _):
        heard = await hear(model, ASKED)
    assert isinstance(heard.error, CapabilityMissing)
    assert heard.error.capability == "vision"
    assert "remove the image" in heard.error.remedy


async def test_a_schema_that_must_be_told_in_words_keeps_the_image():
    refusals = [Reply(status=400, error="response_format json_schema is not supported")] * 2
    structured = replace(ASKED, schema=VERDICT)
    replies = [*refusals, Reply(json={"verdict": "ok", "reason": "x"})]
    async with talking(PROVIDERS[1], replies) as (model, fake):
        await hear(model, structured)
    last = fake.requests[-1]["messages"][-1]
    assert sent_images(PROVIDERS[1], last) == [("image/png", BYTES)]
    assert "JSON Schema" in str(last["content"])
