"""What only Anthropic's Messages API does; the fake refuses what the real one does."""

from dataclasses import replace

import pytest

from desktop_agent.core.messages import Message, ToolCall
from desktop_agent.llm.providers.anthropic import AnthropicClient
from tests.servers.anthropic import SIGNATURE, FakeAnthropic, Reply
from tests.unit.llm.hearing import HELLO, VERDICT, WEB_SEARCH, hear
from tests.unit.llm.providers.talking import opened

CALLS = (ToolCall("toolu_1", "web_search", {"query": "a"}), ToolCall("toolu_2", "web_search", {}))
RESULTS = tuple(Message("tool", "found", tool_call_id=c.id, tool_name=c.name) for c in CALLS)


def talking(fake, **options):
    return opened(AnthropicClient, fake, key="sk-123456", **options)


def with_round(**said):
    turns = (*HELLO.messages, Message("assistant", tool_calls=CALLS, **said), *RESULTS)
    return replace(HELLO, messages=turns)


async def test_the_system_prompt_stands_apart_and_is_cached_and_a_limit_is_always_sent():
    fake = FakeAnthropic(replies=["ok"])
    async with talking(fake, max_tokens=333) as model:
        await hear(model)
    sent = fake.requests[0]
    assert sent["max_tokens"] == 333
    assert sent["system"][0]["text"] == "Be brief."
    assert sent["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert [message["role"] for message in sent["messages"]] == ["user"]


async def test_thinking_is_given_back_with_its_signature():
    fake = FakeAnthropic(
        replies=[Reply(thinking="hm", tool_calls=[("web_search", {"query": "a"})]), "ok"]
    )
    async with talking(fake) as model:
        request = replace(HELLO, tools=(WEB_SEARCH,), think=True)
        first = await hear(model, request)
        assert (first.thinking, first.signature) == ("hm", SIGNATURE)
        turn = Message(
            "assistant",
            first.text,
            tuple(first.calls),
            thinking=first.thinking,
            thinking_signature=first.signature,
        )
        result = Message("tool", "found", tool_call_id=first.calls[0].id)
        await hear(model, replace(request, messages=(*HELLO.messages, turn, result)))
    assert fake.requests[0]["thinking"] == {"type": "adaptive"}
    block = fake.requests[1]["messages"][1]["content"][0]
    assert block == {"type": "thinking", "thinking": "hm", "signature": SIGNATURE}


async def test_thinking_without_a_signature_is_not_given_back():
    fake = FakeAnthropic(replies=["ok"])
    async with talking(fake) as model:
        await hear(model, with_round(thinking="another model's"))
    assert "another model's" not in str(fake.requests[0])


async def test_all_results_of_a_round_and_the_follow_up_are_one_message():
    fake = FakeAnthropic(replies=["ok"])
    request = with_round()
    request = replace(
        request, tools=(WEB_SEARCH,), messages=(*request.messages, Message("user", "Answer now."))
    )
    async with talking(fake) as model:
        assert (await hear(model, request)).text == "ok"
    kinds = [block["type"] for block in fake.requests[0]["messages"][-1]["content"]]
    assert kinds == ["tool_result", "tool_result", "text"]


async def test_without_tools_those_of_earlier_rounds_are_defined_but_not_allowed():
    fake = FakeAnthropic(replies=["ok"])
    async with talking(fake) as model:
        assert (await hear(model, with_round())).text == "ok"
    assert [tool["name"] for tool in fake.requests[0]["tools"]] == ["web_search"]
    assert fake.requests[0]["tool_choice"] == {"type": "none"}


async def test_a_structured_reply_is_asked_without_thinking():
    fake = FakeAnthropic(replies=[Reply(json={"verdict": "ok", "reason": ""})])
    async with talking(fake) as model:
        await hear(model, replace(HELLO, schema=VERDICT, think=True))
    assert "thinking" not in fake.requests[0]
    assert fake.requests[0]["tool_choice"] == {"type": "tool", "name": "reply"}


@pytest.mark.parametrize(
    ("refused", "said", "thinking"),
    [
        ('"adaptive"', "adaptive thinking is not supported on this model", "enabled"),
        ('"thinking"', "thinking: this model does not take it", None),
        ('"thinking"', "'m' does not support thinking.", None),
    ],
)
async def test_a_model_that_thinks_otherwise_is_asked_otherwise(refused, said, thinking):
    fake = FakeAnthropic(refuses={refused: said}, replies=["a", "b"])
    async with talking(fake) as model:
        request = replace(HELLO, think=True, max_tokens=4000)
        assert [(await hear(model, request)).text for _ in "ab"] == ["a", "b"]
    assert len(fake.requests) == 3
    for sent in fake.requests[1:]:
        assert sent.get("thinking", {}).get("type") == thinking
        assert sent["max_tokens"] > sent.get("thinking", {}).get("budget_tokens", 0)


@pytest.mark.parametrize(
    ("refused", "said", "request_"),
    [
        (
            "stale",
            "Invalid `signature` in `thinking` block",
            with_round(thinking="x", thinking_signature="stale"),
        ),
        ("temperature", "`temperature` is deprecated", replace(HELLO, temperature=0.3)),
    ],
)
async def test_thinking_of_others_or_a_refused_temperature_is_left_out(refused, said, request_):
    async with talking(FakeAnthropic(refuses={refused: said}, replies=["ok"])) as model:
        assert (await hear(model, request_)).text == "ok"


async def test_the_context_is_what_the_list_tells():
    fake = FakeAnthropic(context=1_000_000)
    async with talking(fake) as model:
        assert await model.context_tokens() == 1_000_000
        assert await model.context_tokens() == 1_000_000
    assert len(fake.paths) == 1
