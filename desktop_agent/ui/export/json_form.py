"""A conversation as JSON, for other programs.

The object has ``format`` (always ``desktop-agent-conversation``), ``version`` (goes up when a
reader of the older form could misread the newer), ``exported`` (ISO 8601 in UTC) and
``conversation``: the fields of `ExportedConversation`, all the way down to `Claim` and
`CitationCheck`. `json_schema` gives the JSON Schema (draft 2020-12) of it.
"""

import json
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import Any

from desktop_agent.core.exported_chat import JSON_FORMAT
from desktop_agent.ui.export.exported import ExportedConversation

VERSION = 2


def conversation_json(conversation: ExportedConversation) -> str:
    """Gives the object, indented, ended by a line feed."""
    whole = {
        "format": JSON_FORMAT,
        "version": VERSION,
        "exported": datetime.now(UTC).isoformat(timespec="seconds"),
        "conversation": _plain(conversation),
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def json_schema() -> dict[str, Any]:
    """Gives the JSON Schema of what `conversation_json` writes."""
    from pydantic import TypeAdapter  # only who asks for the schema pays for it

    conversation = TypeAdapter(ExportedConversation).json_schema(
        mode="serialization", ref_template="#/$defs/{model}"
    )
    parts = conversation.pop("$defs", {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A conversation exported by Desktop Agent",
        "type": "object",
        "required": ["format", "version", "exported", "conversation"],
        "properties": {
            "format": {"const": JSON_FORMAT},
            "version": {"const": VERSION},
            "exported": {"type": "string", "format": "date-time"},
            "conversation": conversation,
        },
        "$defs": parts,
    }


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value
