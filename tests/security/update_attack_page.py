"""The attacks on updates as a page of the documentation; ``python -m`` writes it."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.security.update_attacks import ATTACKS, Attack, carry_out
from tests.security.update_world import make_world
from tests.servers.update_repository import Served, UpdateRepository, serve_updates

PAGE = Path(__file__).parents[2] / "resources" / "docs" / "security" / "update-attacks.md"

_HEAD = """\
# Attacks on updates

Each row is an attack by somebody who sits between the program and its updates, or has taken over the place they come from.
The program has looked for updates once before. It keeps nothing of what the attacker serves, and takes the next honest
answer. `tests/security/test_update_attacks.py` carries out each attack over a real connection, and fails if the program
says anything else than this page.

| Attack | What is served | What the program says |
| --- | --- | --- |
"""


def as_row(attack: Attack, said: str) -> str:
    said = said.replace("127.0.0.1", "updates.example.org").replace("|", "\\|")
    return f"| {attack.kind} | {attack.serves} | {said} |\n"


def as_markdown(rows: Sequence[tuple[Attack, str]]) -> str:
    return _HEAD + "".join(as_row(each, said) for each, said in rows)


async def write_page(served: Served) -> None:
    rows = []
    for each in ATTACKS:
        with tempfile.TemporaryDirectory() as home:
            rows.append((each, await carry_out(each, make_world(served, Path(home)))))
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(as_markdown(rows), encoding="utf-8")


if __name__ == "__main__":
    with serve_updates(UpdateRepository()) as server:
        asyncio.run(write_page(server))
