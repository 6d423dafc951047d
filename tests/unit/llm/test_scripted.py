from desktop_agent.core.errors import BadResponse, ServerFailed
from desktop_agent.core.messages import ToolCall
from desktop_agent.llm.base import CallPiece, EndPiece, TextPiece
from tests.scripted_model import ScriptedModel
from tests.unit.llm.hearing import HELLO, hear


async def test_replies_come_in_their_order_and_requests_are_kept():
    call = CallPiece(ToolCall("1", "web_search", {}))
    model = ScriptedModel(
        [
            "Hello",
            [TextPiece("Look"), call],
            [TextPiece("Half"), EndPiece("length", 3, 4)],
            lambda request: request.messages[-1].content + "!",
        ]
    )
    heard = [await hear(model) for _ in range(4)]
    assert [h.text for h in heard] == ["Hello", "Look", "Half", "Hello!"]
    assert [h.end.stop_reason for h in heard] == ["stop", "tool_calls", "length", "stop"]
    assert model.requests == [HELLO] * 4


async def test_errors_come_where_they_stand_and_the_end_of_the_script_is_one():
    failed = ServerFailed("It failed.")
    model = ScriptedModel([failed, [TextPiece("Half"), failed]])
    heard = [await hear(model) for _ in range(3)]
    assert [h.text for h in heard] == ["", "Half", ""]
    assert [type(h.error) for h in heard] == [ServerFailed, ServerFailed, BadResponse]
