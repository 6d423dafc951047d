"""Attacks on updates, each with what is served and what the program says; the table in the documentation.

Each begins with a program that has looked once and was told the truth (version 0.2.0), unless the
attack is on a first look. Then the attacker answers. What keys he needs is said where he needs any.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from desktop_agent.core.errors import UpdateError
from tests.security.update_world import PROGRAM, QUICK, World
from tests.servers.update_repository import (
    LINUX,
    Answer,
    UpdateRepository,
    broken,
    endless,
    leading_to,
    silent,
)


@dataclass(frozen=True)
class Attack:
    """``says`` is a part of what the person reads."""

    kind: str
    serves: str
    says: str
    begin: Callable[[World], None]
    first_look: bool


ATTACKS: list[Attack] = []


def attack(kind: str, serves: str, says: str, *, first_look: bool = False) -> Callable[..., None]:
    """Enters an attack into the table."""

    def enter(begin: Callable[[World], None]) -> None:
        ATTACKS.append(Attack(kind, serves, says, begin, first_look))

    return enter


TIMESTAMP = "/metadata/timestamp.json"
NEXT_ROOT = "/metadata/2.root.json"
STALE = "signed too long ago"
OLDER = "older than the one offered before"
UNSIGNED = "isn't signed by anyone this app trusts"
OTHER_BYTES = "doesn't match its signature"
TOO_MUCH = "sent more than the expected"
SLOW = "is sending data too slowly"
FOREIGN = "is not for this system"
NO_NAME = "isn't a valid file name"
REDIRECT = "redirects to another address"


def _go_back(world: World, old: UpdateRepository) -> None:
    """Has the program look at what is published now; then serves the lists of last week."""
    world.honest.publish()
    asyncio.run(world.look())
    world.served.repository = old


@attack("Freeze", "The same lists as last time; the timestamp has run out since.", STALE)
def _(world: World) -> None:
    world.honest.timestamp.version -= 1
    world.honest.refresh(days=-1)
    kept = world.trust / "timestamp.json"
    kept.write_bytes(world.honest.files[TIMESTAMP])


@attack("Freeze", "A newer timestamp that has run out.", STALE)
def _(world: World) -> None:
    world.honest.refresh(days=-1)


@attack("Freeze", "A fresh timestamp over a snapshot that has run out.", STALE)
def _(world: World) -> None:
    world.honest.publish(snapshot=-1)


@attack("Freeze", "Fresh timestamp and snapshot over a list of files that has run out.", STALE)
def _(world: World) -> None:
    world.honest.publish(targets=-1)


@attack("Freeze", "Everything fresh but the list of signers, which has run out.", STALE)
def _(world: World) -> None:
    world.honest.root.version += 1
    world.honest.publish_root(days=-1)


@attack("Rollback", "A timestamp of last week that has not run out.", OLDER)
def _(world: World) -> None:
    old = world.honest.copy()
    world.honest.release("0.3.0", b"newer")
    _go_back(world, old)


@attack("Rollback", "A new timestamp (key stolen) that names the snapshot of last week.", OLDER)
def _(world: World) -> None:
    old = world.honest.copy()
    _go_back(world, old)
    old.timestamp.version = world.honest.timestamp.version
    old.refresh()


@attack(
    "Rollback",
    "New timestamp and snapshot (keys stolen) that name the list of files of last week.",
    OLDER,
)
def _(world: World) -> None:
    old = world.honest.copy()
    _go_back(world, old)
    old.targets.version -= 1
    old.snapshot.version = world.honest.snapshot.version
    old.timestamp.version = world.honest.timestamp.version
    old.publish()


@attack(
    "Rollback",
    "Lists of last week, to a program whose kept lists were damaged meanwhile.",
    OLDER,
)
def _(world: World) -> None:
    old = world.honest.copy()
    _go_back(world, old)
    for name in ("timestamp", "snapshot", "targets"):
        (world.trust / f"{name}.json").write_bytes(b"\0" * 100)


@attack(
    "Rollback",
    "Lists by keys that were revoked; the newer list of signers is held back, and its copy here was damaged.",
    OLDER,
)
def _(world: World) -> None:
    old = world.honest.copy()
    for role in ("timestamp", "snapshot", "targets"):
        world.honest.rotate(role)
    _go_back(world, old)
    for kept in (world.trust / "root_history").iterdir():
        kept.write_bytes(b"")
    old.release("6.6.6", b"evil")
    old.publish()


@attack("Mix and match", "The list of files of one day under the snapshot of another.", OTHER_BYTES)
def _(world: World) -> None:
    other = world.honest.copy()
    other.release("0.2.9", b"older")
    other.publish()
    world.honest.release("0.3.0", b"newer")
    world.honest.publish()
    number = world.honest.targets.version
    name = f"/metadata/{number}.targets.json"
    assert other.files[name] != world.honest.files[name]
    world.serve(name, other.files[name])


@attack("Mix and match", "The snapshot of one day under the timestamp of another.", OTHER_BYTES)
def _(world: World) -> None:
    other = world.honest.copy()
    other.publish()
    world.honest.release("0.3.0", b"newer")
    world.honest.publish()
    name = f"/metadata/{world.honest.snapshot.version}.snapshot.json"
    assert other.files[name] != world.honest.files[name]
    world.serve(name, other.files[name])


@attack("Wrong key", "A whole place of his own, at the first look.", UNSIGNED, first_look=True)
def _(world: World) -> None:
    evil = world.evil()
    evil.release("6.6.6", b"evil")
    evil.publish()


@attack("Wrong key", "A list of signers of his own as the next one.", UNSIGNED)
def _(world: World) -> None:
    evil = world.served.repository = world.honest.copy()
    for role in ("root", "targets", "snapshot", "timestamp"):
        evil.rotate(role)
    evil.root.version = 2
    evil.publish_root()  # in the place of one that the true keys had signed
    evil.release("6.6.6", b"evil")
    evil.publish()


@attack("Wrong key", "A next list of signers by one of the two keys that are needed.", UNSIGNED)
def _(world: World) -> None:
    evil = world.evil("root", "targets", "snapshot", "timestamp")
    evil.signers["root"] = evil.signers["root"][:1]
    evil.root.version += 1
    evil.publish_root()


@attack("Wrong key", "A list of files signed by other keys (the other two stolen).", UNSIGNED)
def _(world: World) -> None:
    evil = world.evil("snapshot", "timestamp")
    evil.release("6.6.6", b"evil")
    evil.publish()


@attack("Wrong key", "A list of files signed by one of the two keys that are needed.", UNSIGNED)
def _(world: World) -> None:
    evil = world.evil("targets", "snapshot", "timestamp")
    evil.signers["targets"] = evil.signers["targets"][:1]
    evil.release("6.6.6", b"evil")
    evil.publish()


@attack("Wrong key", "A snapshot signed with the key of the timestamp (stolen).", UNSIGNED)
def _(world: World) -> None:
    evil = world.evil("timestamp")
    evil.signers["snapshot"] = evil.signers["timestamp"]
    evil.publish()


@attack("Revoked key", "Files signed with keys that a newer list of signers revokes.", UNSIGNED)
def _(world: World) -> None:
    thief = world.honest.signers["targets"]
    world.honest.rotate("targets")
    evil = world.evil("snapshot", "timestamp")
    evil.signers["targets"] = thief
    evil.release("6.6.6", b"evil")
    evil.publish()


@attack("Tampered file", "The program with one bit changed.", OTHER_BYTES)
def _(world: World) -> None:
    changed = bytearray(PROGRAM)
    changed[len(changed) // 2] ^= 1
    world.serve(world.program_path, bytes(changed))


def _lose_program(world: World) -> None:
    del world.honest.files[world.program_path]


def _serving(
    answer: Answer | bytes, path: str = "", *, quick: bool = False
) -> Callable[[World], None]:
    """Answers one path so, without another that of the program; ``quick``: to who waits not long."""

    def begin(world: World) -> None:
        if quick:
            world.patience = QUICK
        world.serve(path or world.program_path, answer)

    return begin


DRIPPING = endless(b" ", 0.1)
NOT_THERE = "does not give what was asked for"
for _kind, _serves, _says, _begin in (
    ("Tampered file", "The program, cut short.", OTHER_BYTES, _serving(PROGRAM[:-1])),
    ("Tampered file", "The program with a byte more.", TOO_MUCH, _serving(PROGRAM + b"!")),
    ("Tampered file", "No file where a signed one should be.", NOT_THERE, _lose_program),
    ("Endless data", "A timestamp without an end.", TOO_MUCH, _serving(endless(), TIMESTAMP)),
    ("Endless data", "A list of signers without an end.", TOO_MUCH, _serving(endless(), NEXT_ROOT)),
    ("Endless data", "A program without an end.", TOO_MUCH, _serving(endless())),
    (
        "Slow retrieval",
        "A timestamp, ten bytes a second.",
        SLOW,
        _serving(DRIPPING, TIMESTAMP, quick=True),
    ),
    ("Slow retrieval", "A program, ten bytes a second.", SLOW, _serving(DRIPPING, quick=True)),
    ("Slow retrieval", "Nothing at all.", SLOW, _serving(silent(), TIMESTAMP, quick=True)),
    (
        "Interruption",
        "Half of the program; then the connection breaks.",
        "was lost",
        _serving(broken(PROGRAM)),
    ),
):
    attack(_kind, _serves, _says)(_begin)


@attack("Redirect", "Lists at another host.", REDIRECT)
def _(world: World) -> None:
    elsewhere = world.served.url.replace("127.0.0.1", "localhost")
    world.serve(TIMESTAMP, leading_to(f"{elsewhere}/metadata/1.snapshot.json"))


@attack("Redirect", "The program at another host.", REDIRECT)
def _(world: World) -> None:
    path = world.program_path
    world.serve("/elsewhere", PROGRAM)
    elsewhere = world.served.url.replace("127.0.0.1", "localhost")
    world.serve(path, leading_to(f"{elsewhere}/elsewhere"))


@attack(
    "Arbitrary installation", "The signed Windows program, under this system's name.", OTHER_BYTES
)
def _(world: World) -> None:
    program = PROGRAM.replace(b"0.2.0", b"0.2.W")
    world.honest.release("0.2.0", program, kind="exe", system="windows-amd64")
    world.honest.publish()
    world.serve(world.program_path, program)


@attack(
    "Arbitrary installation", "A signed list of this system that names a Windows program.", FOREIGN
)
def _(world: World) -> None:
    name = world.honest.release("0.3.0", b"MZ", kind="exe", system="windows-amd64")
    world.honest.announce({"tar": name})
    world.honest.publish()


@attack("Arbitrary installation", "A Windows program, signed under a name of this system.", FOREIGN)
def _(world: World) -> None:
    world.honest.release("0.3.0", b"MZ", said="windows-amd64")
    world.honest.publish()


@attack(
    "Arbitrary installation",
    "A signed file of no system, announced as a version of the program.",
    FOREIGN,
)
def _(world: World) -> None:
    world.honest.add("other/desktop-agent-9.9.9.zip", b"PK", version="9.9.9")
    world.honest.announce({"tar": "other/desktop-agent-9.9.9.zip"})
    world.honest.publish()


def _traversal(name: str) -> Callable[[World], None]:
    def begin(world: World) -> None:
        about = {"version": "0.3.0", "system": LINUX, "kind": "tar"}
        world.honest.targets.targets.clear()
        world.honest.add(name, b"evil", **about)
        world.honest.announce({"tar": name})
        world.honest.publish()

    return begin


for _name in (
    "releases/linux-x86_64/../../../../.bashrc",
    "/etc/cron.d/desktop-agent",
    "releases/linux-x86_64/..\\..\\Startup\\evil.exe",
    "releases/linux-x86_64/.hidden",
    "C:/Windows/evil.exe",
):
    attack("Path traversal", f"A signed file named `{_name}`.", NO_NAME)(_traversal(_name))


attack(
    "Damaged lists",
    "A page of a hotel's network instead of the timestamp.",
    "update list is damaged",
)(_serving(b"<html>Please sign in</html>", TIMESTAMP))


async def carry_out(attack: Attack, world: World) -> str:
    """Carries an attack out; gives what the program said, empty where it took what was served."""
    if not attack.first_look:
        await world.look()
    await asyncio.to_thread(attack.begin, world)  # an honest look of its own needs a loop
    try:
        await world.update()
    except UpdateError as error:
        return str(error)
    return ""
