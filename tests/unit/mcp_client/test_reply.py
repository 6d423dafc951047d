"""What tools give back, in words."""

import pytest
from mcp_types import CallToolResult

from desktop_agent.tools.mcp.calls import RemoteReply, reply_of


def reply(*content: dict[str, object], **fields: object) -> RemoteReply:
    return reply_of(CallToolResult.model_validate({"content": list(content), **fields}))


@pytest.mark.parametrize(
    ("block", "told"),
    [
        (
            {"type": "image", "data": "AAAA" * 1000, "mimeType": "image/png"},
            "[image, image/png, 3,000 bytes, not shown]",
        ),
        (
            {"type": "resource_link", "name": "n", "uri": "https://example.org/a",
             "description": "d"},
            "[link: n d (https://example.org/a)]",
        ),
        (
            {"type": "resource", "resource": {"uri": "file:///a.txt", "text": "inside"}},
            "[file:///a.txt]\ninside",
        ),
    ],
)  # fmt: skip
def test_what_is_no_text_is_told_in_words(block, told):
    assert reply(block, isError=True) == RemoteReply(told, ok=False)
    assert len(reply({"type": "audio", "data": "AAAA", "mimeType": "x" * 9000}).text) <= 500


@pytest.mark.parametrize(
    ("content", "structured", "told"),
    [
        ("{}", {"a": 1}, '{}\n\n{"a": 1}'),
        ('{"a":  1}', {"a": 1}, '{"a":  1}'),
        ("one", {"content": "two"}, 'one\n\n{"content": "two"}'),
        ("[" * 100_000, {"é": 1}, "[" * 100_000 + '\n\n{"é": 1}'),
    ],
)
def test_what_is_structured_is_told_once(content, structured, told):
    given = reply({"type": "text", "text": content}, structuredContent=structured)
    assert given.text == told
