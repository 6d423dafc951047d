"""Locate the files in ``resources/`` in a checkout, a wheel or a frozen build."""

import json
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import StorageError


@cache
def _root() -> Path:
    package = Path(__file__).parents[1]
    frozen = getattr(sys, "_MEIPASS", None)
    places = [package / "_resources", package.parent / "resources"]
    if frozen is not None:
        places.insert(0, Path(frozen) / "resources")
    for place in places:
        if place.is_dir():
            return place
    raise StorageError("Some of the app's files are missing.", "Install Desktop Agent again.")


def resource_path(*parts: str) -> Path:
    """Return the path of a resource file; raise `StorageError` if there is no resource folder."""
    return _root().joinpath(*parts)


@cache
def toml_resource(*parts: str) -> dict[str, Any]:
    """Parse a TOML file that ships with the program, and cache the result."""
    return tomllib.loads(resource_path(*parts).read_text(encoding="utf-8"))


@cache
def resource_pattern(parts: tuple[str, ...], name: str, flags: int = 0) -> re.Pattern[str]:
    """Compile the alternative expressions called ``name`` in a TOML file, and cache the result."""
    return re.compile("|".join(f"(?:{each})" for each in toml_resource(*parts)[name]), flags)


@cache
def build_stamp() -> str:
    """Return the commit and date of a frozen build, such as "0123456789ab, 2026-01-31", or ""."""
    if not getattr(sys, "frozen", False):
        return ""
    try:
        told = json.loads(resource_path("build.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, StorageError):
        return ""
    return ", ".join(filter(None, (told.get("commit"), told.get("date"))))
