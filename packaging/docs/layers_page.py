"""The layers of the code, drawn and listed from the contract that the build enforces."""

import tomllib
from html import escape
from pathlib import Path
from textwrap import wrap

_GAP = 8
_EDGE = 14
_LINE = 18
_WIDTH = 720
_LETTERS = 88
"""How many letters fit into a line of the drawing."""
_BETWEEN = " · "


def layers(root: Path) -> list[list[str]]:
    """Gives the layers of the import contract from the top down, each as the names in it."""
    tools = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contract = next(each for each in tools["importlinter"]["contracts"] if each["type"] == "layers")
    # a layer in brackets may be missing
    return [[name.strip(" ()") for name in row.split("|")] for row in contract["layers"]]


def other_contracts(root: Path) -> list[str]:
    """Gives the names of the contracts beside the layers."""
    tools = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    return [each["name"] for each in tools["importlinter"]["contracts"] if each["type"] != "layers"]


def layers_part(root: Path) -> str:
    """Gives the part of a page, as Markdown, with the drawing in it."""
    rules = "\n".join(f"- {name}" for name in other_contracts(root))
    return f"```{{raw}} html\n{_svg(layers(root))}\n```\n\nThe build enforces these rules too:\n\n{rules}\n"


def _svg(rows: list[list[str]]) -> str:
    said = "; ".join(", ".join(row) for row in rows)
    parts: list[str] = []
    top = _GAP
    for row in rows:
        lines = wrap(_BETWEEN.join(row), _LETTERS, break_on_hyphens=False)
        height = _EDGE + len(lines) * _LINE
        parts.append(
            f'<rect class="box" x="4" y="{top}" width="{_WIDTH - 8}" height="{height}" rx="6"/>'
        )
        for place, line in enumerate(lines, start=1):
            middle, base = _WIDTH // 2, top + _EDGE // 2 + place * _LINE - 4
            text = escape(line.strip(f" {_BETWEEN}"))
            parts.append(f'<text x="{middle}" y="{base}" text-anchor="middle">{text}</text>')
        top += height + _GAP
    view = f"0 0 {_WIDTH} {top}"
    return "\n".join(
        [
            f'<svg class="drawing" viewBox="{view}" role="img" xmlns="http://www.w3.org/2000/svg">',
            f"<title>Layers from the top down: {escape(said)}</title>",
            *parts,
            "</svg>",
        ]
    )
