"""Supported file types by suffix, from ``resources/file_types.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from desktop_agent.system.resources import toml_resource


@dataclass(frozen=True, slots=True)
class FileTypes:
    """Media types by suffix (in lower case, with the dot); ``suffixes`` contains all suffixes."""

    code: Mapping[str, str]
    data: Mapping[str, str]
    text: Mapping[str, str]
    tables: Mapping[str, str]
    html: Mapping[str, str]
    suffixes: frozenset[str]


@cache
def file_types() -> FileTypes:
    """Return the supported file types, which are read only once."""
    table: dict[str, dict[str, str]] = toml_resource("file_types.toml")
    groups = {
        name: {suffix: kind for kind, suffixes in kinds.items() for suffix in suffixes.split()}
        for name, kinds in table.items()
    }
    code = {suffix: f"text/x-{language}" for suffix, language in groups.pop("code").items()}
    others = groups.pop("others")
    suffixes = frozenset({*code, *others, *(each for group in groups.values() for each in group)})
    return FileTypes(code=code, suffixes=suffixes, **groups)
