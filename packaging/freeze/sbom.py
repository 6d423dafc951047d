"""The list of what a build contains, as CycloneDX 1.6."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from freeze.bundled import Part


def write(path: Path, parts: Sequence[Part], *, version: str) -> None:
    """Writes the list; equal parts give equal bytes (no time, no serial number)."""
    own = "pkg:generic/desktop-agent@" + version
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "desktop-agent",
                "version": version,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [_component(part) for part in parts],
        "dependencies": [{"ref": own, "dependsOn": [part.purl for part in parts]}],
    }
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _component(part: Part) -> dict[str, Any]:
    told: dict[str, Any] = {
        "type": "library",
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "purl": part.purl,
        "licenses": [{"license": {"name": part.licence}}],
    }
    if part.home:
        told["externalReferences"] = [{"type": "website", "url": part.home}]
    compiled_in = [each for path in part.inside for each in _compiled_in(path, part.purl)]
    if compiled_in:
        told["components"] = compiled_in
    return told


def _compiled_in(path: Path, owner: str) -> list[dict[str, Any]]:
    """Takes over what a package's own list names, in few words: name, version, licence."""
    found = []
    for each in json.loads(path.read_text(encoding="utf-8")).get("components", ()):
        purl = each.get("purl", "")
        name, version = each.get("name", ""), each.get("version", "")
        if not name:
            continue
        kept = {"type": "library", "bom-ref": f"{owner}#{path.stem}/{name}@{version}", "name": name}
        more = {"version": version, "purl": purl, "licenses": each.get("licenses")}
        kept |= {key: value for key, value in more.items() if value}
        if all(kept["bom-ref"] != other["bom-ref"] for other in found):
            found.append(kept)
    return found
