"""Makes and changes the keys of those who publish.

PYTHONPATH=packaging python -m release.keys new    --keys KEYS REPOSITORY
PYTHONPATH=packaging python -m release.keys rotate --keys KEYS REPOSITORY --role targets
PYTHONPATH=packaging python -m release.keys extend --keys KEYS REPOSITORY
PYTHONPATH=packaging python -m release.keys sign   --keys KEYS REPOSITORY
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tuf.api.metadata import Root

from release.key_files import KeyFiles
from release.repository import ROLES, Repository

COUNTS = {"root": (3, 2), "targets": (2, 1), "snapshot": (1, 1), "timestamp": (1, 1)}
"""How many keys a role has, and how many of them must sign."""


def main(arguments: Sequence[str]) -> int:
    """Does what the words say."""
    parser = argparse.ArgumentParser(prog="release.keys", description=__doc__.partition("\n")[0])
    parser.add_argument("action", choices=("new", "rotate", "extend", "sign"))
    parser.add_argument("repository", type=Path, help="the folder that is uploaded")
    parser.add_argument("--keys", type=Path, required=True, help="the folder of key files")
    parser.add_argument("--role", choices=ROLES, action="append", help="whose keys are changed")
    options = parser.parse_args(arguments)
    keys = KeyFiles(options.keys)
    repository = Repository(options.repository, keys)
    match options.action:
        case "new":
            published = new(repository, keys, options.repository)
        case "rotate":
            published = rotate(repository, keys, options.role or [])
        case "extend":
            published = repository.propose(repository.root)
        case _:
            published = repository.sign_proposed()
    if not published:
        print("More root keys are needed: take the file that waits to them, and release.keys sign.")
        return 0
    print(f"Published {repository.root_file}: build with it as resources/updates/root.json")
    repository.mend()  # where its keys are elsewhere: release.refresh --mend there, then upload
    return 0


def new(repository: Repository, keys: KeyFiles, folder: Path) -> bool:
    """Makes keys for all roles, and an empty repository."""
    if (folder / "metadata").exists():
        raise SystemExit(f"{folder} is a repository already.")
    root = Root(version=1, consistent_snapshot=True)
    for role, (count, threshold) in COUNTS.items():
        _give_keys(root, keys, role, count)
        root.roles[role].threshold = threshold
    return repository.propose(root)


def rotate(repository: Repository, keys: KeyFiles, roles: Sequence[str]) -> bool:
    """Gives roles new keys; what the old ones sign from now on is worth nothing."""
    if not roles:
        raise SystemExit("Say whose keys: --role targets")
    root = repository.root
    for role in roles:
        old = list(root.roles[role].keyids)
        for keyid in old:
            root.revoke_key(keyid, role)
        _give_keys(root, keys, role, len(old))
    return repository.propose(root)


def _give_keys(root: Root, keys: KeyFiles, role: str, count: int) -> None:
    for _ in range(count):
        root.add_key(keys.make(role).public_key, role)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
