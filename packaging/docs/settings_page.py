"""The reference of the settings, made from the table of options."""

import json
from typing import Any

from desktop_agent.core.settings import Section, Settings
from desktop_agent.storage.settings_file import PREFIX

_HEAD = """# Settings

Every option stands in this table, which is made from the program's own table of options. Set one in the
window (*Settings*), in the settings file (TOML; `desktop-agent doctor` names it) or by the environment
variable. What is set wins in this order: the options of a command, the environment, the file, the default.
A key that does not exist or a value of the wrong type is an error that names the key and the file.

```toml
[llm]
model = "qwen3:4b"

[search]
engines = ["duckduckgo", "searxng"]
searxng_url = "http://127.0.0.1:8080"
```

A list in an environment variable is JSON or separated by commas; a table is a JSON object. One variable
is no option: `DESKTOP_AGENT_HOME` moves settings, data, cache and logs into one folder.
"""


def settings_page() -> str:
    """Gives the page as Markdown: a table for each section of the settings file."""
    parts = [_HEAD]
    for section, field in Settings.model_fields.items():
        table = field.default
        assert isinstance(table, Section)
        parts.append(f"## {section}\n\n{(type(table).__doc__ or '').splitlines()[0]}\n")
        parts.append(
            "| option | type | default | what it is | environment |\n| --- | --- | --- | --- | --- |"
        )
        schema = type(table).model_json_schema()
        for name, option in schema["properties"].items():
            cells = (
                f"`{name}`",
                _type(option),
                f"`{_toml(option.get('default'))}`",
                str(option.get("description", "")),
                f"`{PREFIX}{section.upper()}__{name.upper()}`",
            )
            parts.append(f"| {' | '.join(_cell(each) for each in cells)} |")
        parts.append("")
    return "\n".join(parts)


def _type(option: dict[str, Any]) -> str:
    if "anyOf" in option:
        kinds = [each for each in option["anyOf"] if each.get("type") != "null"]
        return f"{_type(kinds[0])}, or unset"
    if "enum" in option:
        return "one of " + ", ".join(f"`{each}`" for each in option["enum"])
    if option.get("type") == "array":
        return f"list of {_type(option['items'])}"
    kind = {"integer": "whole number", "boolean": "true or false", "object": "table"}.get(
        option.get("type", ""), option.get("type", "")
    )
    return str(kind) + _range(option)


def _range(option: dict[str, Any]) -> str:
    bounds = []
    if "minimum" in option:
        bounds.append(f"at least {_toml(option['minimum'])}")
    if "exclusiveMinimum" in option:
        bounds.append(f"above {_toml(option['exclusiveMinimum'])}")
    if "maximum" in option:
        bounds.append(f"at most {_toml(option['maximum'])}")
    return ", " + ", ".join(bounds) if bounds else ""


def _toml(value: object) -> str:
    match value:
        case None:
            return "unset"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return json.dumps(value, ensure_ascii=False)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
