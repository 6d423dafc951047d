"""The layers of the code, listed from the contract that the build enforces."""

import tomllib
from pathlib import Path


def layers_part(root: Path) -> str:
    """Return the part of a page, as Markdown: the layers from the top down, and other contracts."""
    tools = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contracts = tools["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["type"] == "layers")
    rows = (" · ".join(f"`{name.strip(' ()')}`" for name in row.split("|")) for row in layers)
    drawn = "\n".join(f"{number}. {row}" for number, row in enumerate(rows, start=1))
    rules = "\n".join(f"- {each['name']}" for each in contracts if each["type"] != "layers")
    return f"{drawn}\n\nThe build enforces these rules too:\n\n{rules}\n"
