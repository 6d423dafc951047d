import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.messages import Message, ToolCall
from desktop_agent.llm.base import ChatRequest
from desktop_agent.llm.context_window import estimate_tokens, fit
from tests.unit.llm.hearing import HELLO, VERDICT, WEB_SEARCH


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("a", 1, 1),
        # counts of the vocabularies of GPT-4o, Qwen 3 and Llama 3 lie between a little under the
        # least and the middle
        ("The quick brown fox jumps over the lazy dog. " * 10, 100, 140),
        ("Быстрая коричневая лиса прыгает через ленивую собаку. " * 10, 130, 400),
        ("敏捷的棕色狐狸跳过了懒狗。" * 10, 130, 180),
        ("빠른 갈색 여우가 게으른 개를 뛰어넘는다. " * 10, 150, 260),
        ("🦊" * 20, 20, 60),
    ],
)
def test_the_estimate_is_near_and_rather_too_high(text, least, most):
    assert least <= estimate_tokens(text) <= most


def test_all_that_is_sent_counts():
    assert estimate_tokens(Message("assistant", "", thinking="x" * 360)) > 100
    whole = ChatRequest(HELLO.messages, tools=(WEB_SEARCH,), schema=VERDICT)
    assert estimate_tokens(whole) > sum(map(estimate_tokens, [*HELLO.messages, WEB_SEARCH]))


def user(text):
    return Message("user", text)


def round_of(number, size):
    call = ToolCall(f"id-{number}", "web_search", {"query": str(number)})
    return (
        Message("assistant", tool_calls=(call,)),
        Message(
            "tool", f"result {number} " + "x" * size, tool_call_id=call.id, tool_name=call.name
        ),
    )


SYSTEM = Message("system", "Be brief.")


def test_the_oldest_result_is_shortened_first():
    messages = (SYSTEM, user("q"), *round_of(1, 8000), *round_of(2, 8000), *round_of(3, 8000))
    fitted = fit(messages, (), 5500, 0)
    sizes = [len(m.content) for m in fitted.messages if m.role == "tool"]
    assert sizes[0] < 1000
    assert sizes[1:] == [8009, 8009]
    assert "characters left out]" in fitted.messages[3].content
    assert fitted.removed == ("most of a result of web_search (8,009 characters)",)
    assert fitted.tokens_after <= 5500 < fitted.tokens_before


def test_then_the_oldest_turns_go_whole():
    old = [(user(f"old question {n}"), Message("assistant", "y" * 3000)) for n in range(4)]
    messages = (SYSTEM, *[m for turn in old for m in turn], user("the question"))
    fitted = fit(messages, (), 2000, 0)
    assert fitted.messages == (SYSTEM, *old[2], *old[3], user("the question"))
    assert fitted.removed == ("the turn “old question 0”", "the turn “old question 1”")


def test_a_draft_to_be_rewritten_keeps_its_question_and_evidence():
    old = (user("old question"), Message("assistant", "y" * 900))
    draft = (user("the question"), *round_of(1, 700), *round_of(2, 3000), Message("assistant", "d"))
    messages = (SYSTEM, *old, *draft, user("Rewrite it."))
    fitted = fit(messages, (), 450, 0)
    assert [m.content[:12] for m in fitted.messages if m.content] == [
        "Be brief.",
        "the question",
        "result 2 xxx",
        "d",
        "Rewrite it.",
    ]
    assert fitted.tokens_after <= 450


_TEXT = st.integers(0, 6000).map("w".__mul__)


@st.composite
def conversations(draw):
    messages = [Message("system", draw(_TEXT))] if draw(st.booleans()) else []
    turns = draw(st.integers(1, 4))
    for turn in range(turns):
        messages.append(user(f"q{turn} " + draw(_TEXT)))
        for number in range(draw(st.integers(0, 3))):
            ids = [f"{turn}-{number}-{i}" for i in range(draw(st.integers(1, 3)))]
            calls = tuple(ToolCall(i, "web_search", {"query": i}) for i in ids)
            messages.append(Message("assistant", draw(_TEXT), tool_calls=calls))
            messages += [
                Message("tool", draw(_TEXT), tool_call_id=i, tool_name="web_search") for i in ids
            ]
            if draw(st.booleans()):
                messages.append(user("follow-up"))
        if draw(st.booleans()) or (messages[-1].content[:1] != "q" and turn < turns - 1):
            messages.append(Message("assistant", draw(_TEXT)))
    return tuple(messages)


@given(conversations(), st.integers(100, 8000), st.integers(0, 2000))
def test_whatever_is_left_out_the_rest_is_a_legal_conversation(messages, limit, reserve):
    fitted = fit(messages, (WEB_SEARCH,), limit, reserve)
    left = fitted.messages
    called = [call.id for m in left for call in m.tool_calls]
    assert called == [m.tool_call_id for m in left if m.role == "tool"]
    assert [m for m in left if m.role == "system"] == [m for m in messages if m.role == "system"]
    question = [m for m in messages if m.role == "user" and m.content != "follow-up"][-1]
    assert messages[-1].role != "user" or messages[-1] in left
    assert question in left
    # in their order, and nothing that was not there but shortened results
    kept = iter(messages)
    for message in left:
        assert any(
            message == old
            or (old.tool_call_id == message.tool_call_id != "" and len(message.content) < 1000)
            for old in kept
        )
    assert fitted.tokens_after <= fitted.tokens_before
    if fitted.tokens_before <= limit - reserve:
        assert left == messages
    assert bool(fitted.removed) == (left != messages)
    assert fit(left, (WEB_SEARCH,), limit, reserve).messages == left
