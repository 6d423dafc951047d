"""Whoever sits between the program and its updates, or takes their place over, gets nothing into it."""

import pytest

from tests.security.update_attack_page import PAGE, as_row
from tests.security.update_attacks import ATTACKS, carry_out
from tests.security.update_world import make_world
from tests.servers.update_repository import contents
from tests.unit.updates.conftest import served

__all__ = ["served"]  # a fixture


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda each: f"{each.kind}: {each.serves}"[:90])
async def test_an_attack_is_refused_and_told_and_leaves_nothing(attack, served, tmp_path):
    world = make_world(served, tmp_path)
    said = await carry_out(attack, world)
    assert attack.says in said
    assert contents(world.folder) == []
    assert as_row(attack, said) in PAGE.read_text(encoding="utf-8"), "write the page anew"
    world.recover()
    release, path = await world.update()
    assert release is not None
    assert release.version == "0.4.0"
    assert path is not None
    assert path.read_bytes() == b"the program, version 0.4.0"


def test_the_page_tells_of_these_attacks_and_no_others():
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    told = [tuple(row.split(" | ")[:2]) for row in rows[2:]]
    assert told == [(f"| {each.kind}", each.serves) for each in ATTACKS]


async def test_without_an_attack_the_program_takes_what_is_offered(served, tmp_path):
    world = make_world(served, tmp_path)
    release, path = await world.update()
    assert release is not None
    assert path is not None
    assert contents(world.folder) == ["desktop-agent-0.2.0.tar"]
    assert world.told[-1] == (path.stat().st_size, release.target.size)
