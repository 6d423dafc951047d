"""Names, destinations and owners of stored keys, available without access to the keyring.

The file is stored next to the settings and contains no keys. Like the keyring, it belongs to this
machine. Backups leave it out, so that a backup from someone else cannot decide which keys exist or
where they may be sent.
"""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from desktop_agent.core.codec import from_json, to_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.settings import official_origin
from desktop_agent.storage.files import locked, read_small_json, write_atomic

_MOST_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """The names, destinations and owners of stored keys.

    ``stored`` is the set of key names in the keyring, or None if the keyring has not been checked
    yet. ``allowed`` maps each key name to the origins, besides its own service, to which the key
    may be sent. It is None if no origin has ever been recorded. ``owners`` maps the name of each
    MCP server secret to the fingerprint of the server for which it was stored, or to "" if the
    secret has no owner.
    """

    stored: frozenset[str] | None = None
    allowed: Mapping[str, frozenset[str]] | None = None
    owners: Mapping[str, str] = field(default_factory=dict)


class KeyRecord:
    """Stores `KeyFacts` in a file shared by several processes, or in memory if ``path`` is None.

    If the file cannot be written, changes last only until this process ends.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._unwritten: KeyFacts | None = None if path is not None else KeyFacts()
        self._guard = threading.Lock()

    @property
    def facts(self) -> KeyFacts:
        """The current record, including changes made by other processes."""
        with self._guard:
            return self._read()

    def add(self, names: Iterable[str]) -> None:
        self._change(lambda old: replace(old, stored=(old.stored or frozenset()).union(names)))

    def replace_known(self, looked_for: Iterable[str], found: Iterable[str]) -> None:
        def change(old: KeyFacts) -> KeyFacts:
            rest = (old.stored or frozenset()).difference(looked_for)
            return replace(old, stored=rest.union(found))

        self._change(change)

    def forget(self, name: str) -> None:
        def change(old: KeyFacts) -> KeyFacts:
            allowed = {key: each for key, each in (old.allowed or {}).items() if key != name}
            owners = {key: each for key, each in old.owners.items() if key != name}
            return KeyFacts((old.stored or frozenset()) - {name}, allowed, owners)

        self._change(change)

    def allow(self, name: str, origin: str, *, only: bool = False) -> None:
        """Allow a key to be sent to an origin; if ``only`` is True, revoke all others."""

        def change(old: KeyFacts) -> KeyFacts:
            allowed = dict(old.allowed or {})
            before = frozenset() if only else allowed.get(name, frozenset())
            allowed[name] = before | {origin}
            return replace(old, allowed=allowed)

        self._change(change)

    def keep_allowed(self, origins: Mapping[str, str]) -> None:
        """Allow the origins that were in use before recording began.

        Do nothing if an origin has ever been recorded.
        """

        def change(old: KeyFacts) -> KeyFacts:
            if old.allowed is not None:
                return old
            return replace(old, allowed={name: frozenset({o}) for name, o in origins.items()})

        self._change(change)

    def may_go(self, name: str, origin: str) -> bool:
        """Return whether a key may be sent to an origin: its own service or an allowed one."""
        allowed = self.facts.allowed or {}
        return origin == official_origin(name) or origin in allowed.get(name, frozenset())

    def own(self, names: Iterable[str], owner: str) -> None:
        """Bind secrets to the MCP server with the fingerprint ``owner``."""
        bound = dict.fromkeys(names, owner)
        if bound:
            self._change(lambda old: replace(old, owners={**old.owners, **bound}))

    def _change(self, change: Callable[[KeyFacts], KeyFacts]) -> None:
        with self._guard:
            if self._path is None:
                self._unwritten = change(self._read())
                return
            try:
                with locked(self._path):
                    before = self._read()
                    after = change(before)
                    if after != before:
                        write_atomic(
                            self._path, json.dumps(to_json(KeyFacts, after), indent=1).encode()
                        )
                self._unwritten = None
            except StorageError:
                self._unwritten = change(self._read())

    def _read(self) -> KeyFacts:
        if self._unwritten is not None or self._path is None:
            return self._unwritten or KeyFacts()
        try:
            found: KeyFacts = from_json(KeyFacts, read_small_json(self._path, _MOST_BYTES))
        except StorageError:  # there is no file yet, or it is damaged
            return KeyFacts()
        return found
