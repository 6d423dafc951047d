"""Settings as they may be handed on: what tells of the person is left out."""

import re
from collections.abc import Iterable
from typing import Any, Literal, get_origin

from pydantic.fields import FieldInfo

from desktop_agent.core.loopback import is_loopback
from desktop_agent.core.settings import Section, Settings

_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,80}")
_MODELS = frozenset({"llm.model", "knowledge.embedding_model"})
_HOST = re.compile(r"[a-z][a-z0-9+.-]*://(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)", re.IGNORECASE)


def settings_digest(settings: Settings) -> dict[str, str]:
    """Gives every option that differs from its default, by its dotted name.

    Numbers, switches and choices are given as they are, and names of models; of an address only
    whether it is on this machine; of anything else only that it is set, and of lists how long they
    are.
    """
    usual = Settings()
    found = {}
    for section_name in Settings.model_fields:
        section: Section = getattr(settings, section_name)
        for name, field in type(section).model_fields.items():
            value = getattr(section, name)
            if value != getattr(getattr(usual, section_name), name):
                key = f"{section_name}.{name}"
                found[key] = _told(key, value, field)
    return found


def _told(key: str, value: Any, field: FieldInfo) -> str:
    if value is None or isinstance(value, bool | int | float):
        return str(value)
    if isinstance(value, str):
        return _told_text(key, value, field)
    if isinstance(value, Iterable):
        chosen = key == "search.engines"
        return ", ".join(map(str, value)) if chosen else f"{len(tuple(value))} set"
    return "set"


def _told_text(key: str, value: str, field: FieldInfo) -> str:
    if get_origin(field.annotation) is Literal:
        return value
    if not value.strip():
        return "empty"
    if key in _MODELS and _MODEL.fullmatch(value) and not value.startswith("/"):
        return value
    if found := _HOST.match(value):
        return "on this machine" if is_loopback(found[1].strip("[]")) else "elsewhere"
    return "set"
