"""The plan as a model writes it: its schema, and how it is read.

What can be meant in one way only is mended: an unknown kind, a missing name, a part that needs
itself, too many parts. What cannot (a circle, two parts of one name, a need that is not there) makes
the plan one that cannot be used.
"""

import json
from dataclasses import replace
from typing import Any, cast, get_args

from desktop_agent.agents.json_reply import json_value
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.plan import SUBTASK_KINDS, Plan, Subtask, SubtaskKind

_MOST_NAME = 40
_KINDS = {
    "lookup": "look_up", "search": "look_up", "research": "look_up", "retrieve": "look_up",
    "calculate": "compute", "calculation": "compute", "math": "compute", "maths": "compute",
    "code": "compute", "simulation": "simulate",
}  # fmt: skip
"""What small models write in place of a kind."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "subtasks": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "question": {"type": "string"},
                    "kind": {"type": "string", "enum": list(SUBTASK_KINDS)},
                    "needs": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["id", "question", "kind", "needs"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["subtasks"],
    "additionalProperties": False,
}


def read_plan(text: str, most: int) -> Plan:
    """Reads a plan of at most ``most`` parts; its note says what was mended.

    Raises:
        BadResponse: it cannot be used; the message says why.
    """
    items = _items(json_value(text))
    parts = [part for place, item in enumerate(items, 1) if (part := _part(item, place))]
    kept, cut = parts[:most], {part.id for part in parts[most:]}
    cut -= {part.id for part in kept}
    plan = Plan(tuple(_without(part, {part.id} | cut) for part in kept))
    try:
        plan.check()
    except ValueError as error:
        raise BadResponse(f"The plan cannot be used: {error}.") from None
    if len(parts) > most:
        note = f"Of {len(parts)} parts the first {most} are worked on."
        return replace(plan, note=note)
    return plan


def plan_json(plan: Plan) -> str:
    """Writes a plan as a model would."""
    parts = [
        {"id": each.id, "question": each.question, "kind": each.kind, "needs": list(each.needs)}
        for each in plan.subtasks
    ]
    return json.dumps({"subtasks": parts}, ensure_ascii=False)


def _items(data: object) -> list[object]:
    if isinstance(data, dict):
        lists = [data.get(name) for name in ("subtasks", "tasks", "parts", "plan")]
        data = next((each for each in lists if isinstance(each, list)), None)
    if not isinstance(data, list):
        raise BadResponse("The reply held no plan in JSON.")
    return data


def _part(item: object, place: int) -> Subtask | None:
    """Reads a part; one that asks nothing is none."""
    if isinstance(item, str):
        item = {"question": item}
    if not isinstance(item, dict):
        return None
    question = _line(item.get("question"))
    if not question:
        return None
    name = _line(item.get("id"))[:_MOST_NAME] or f"t{place}"
    return Subtask(name, question, _kind(item.get("kind")), _needs(item.get("needs")))


def _kind(value: object) -> SubtaskKind:
    said = _line(value).casefold().replace("-", "_").replace(" ", "_")
    said = _KINDS.get(said.replace("_", ""), said)
    return cast("SubtaskKind", said) if said in get_args(SubtaskKind) else "reason"


def _needs(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(name for each in value if (name := _line(each)[:_MOST_NAME])))


def _without(part: Subtask, names: set[str]) -> Subtask:
    return replace(part, needs=tuple(name for name in part.needs if name not in names))


def _line(value: object) -> str:
    """Gives a text or a number as one line; nothing for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return " ".join(str(value).split())
