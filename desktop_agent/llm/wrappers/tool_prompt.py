"""Tells of tools, calls and results in plain text, for models that know none of it."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from desktop_agent.core.messages import Message, ToolCall, ToolSpec

_PROTOCOL = """\
You can use tools. To call one, write exactly this and nothing after it, then wait:
<tool_call>
{{"name": "the tool's name", "arguments": {{"an argument": "its value"}}}}
</tool_call>
Several calls may follow each other. The result comes back between <tool_response> tags. Use a \
tool only when you need it; answer in plain text otherwise.

The tools, one a line:
{tools}"""

_OUR_TAGS = re.compile(r"<(/?)(tool_call|tool_response)\b", re.IGNORECASE)


def told_in_text(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> tuple[Message, ...]:
    """Gives the conversation without tool messages: calls and results stand in the text.

    The tools that may be called now are told at the end of the system prompt.
    """
    told = [_told(message) for message in messages]
    if not tools:
        return tuple(told)
    protocol = _PROTOCOL.format(tools="\n".join(_described(spec) for spec in tools))
    if told and told[0].role == "system":
        return replace(told[0], content=f"{told[0].content}\n\n{protocol}"), *told[1:]
    return Message("system", protocol), *told


def _described(spec: ToolSpec) -> str:
    told = {
        "name": spec.name,
        "description": spec.description,
        "parameters": dict(spec.parameters),
    }
    return json.dumps(told, ensure_ascii=False)


def _told(message: Message) -> Message:
    if message.role == "tool":
        # what a page says must not be able to end the result or begin a call
        content = _OUR_TAGS.sub(r"< \1\2", message.content)
        name = message.tool_name or "tool"
        text = f'<tool_response name="{name}">\n{content}\n</tool_response>'
        return Message("user", text)
    if message.tool_calls:
        calls = "\n".join(_written(call) for call in message.tool_calls)
        return replace(message, content=f"{message.content}\n{calls}".strip(), tool_calls=())
    return message


def _written(call: ToolCall) -> str:
    value = {"name": call.name, "arguments": dict(call.arguments)}
    return f"<tool_call>\n{json.dumps(value, ensure_ascii=False)}\n</tool_call>"
