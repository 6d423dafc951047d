"""The keys of services: in the operating system's keyring, never in a file of ours or in a log.

Reading a keyring may make the system ask the person for its password and wait for them: whoever
has an event loop calls these methods in a thread.
"""

import json
import re
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from pydantic import SecretStr

from desktop_agent.core.errors import KeyStoreError
from desktop_agent.core.keys import KEY_VARIABLES
from desktop_agent.core.short_line import short_line
from desktop_agent.storage.patient_calls import PatientCalls

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "desktop-agent"
REDACTED = "[redacted]"
_PATIENCE_S = 20.0
"""Seconds that a run waits for a key."""
_PERSON_PATIENCE_S = 120.0
"""Seconds that a person waits who stores, removes or looks for keys, and may be asked for a password."""
_LEAST_REDACTED = 4
"""Shorter texts are no keys, and would blacken half of every log."""
_OF_SERVER = re.compile(r"mcp:[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}:[A-Za-z0-9_.-]{1,128}")
"""The names of what servers of the Model Context Protocol are given: ``mcp:<server>:<variable>``."""


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A key that is at hand, without its value."""

    name: str
    where: Literal["environment", "keyring", "memory"]


class Secrets:
    """The keys; with no usable keyring they live in memory until this process ends."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = {
            name: SecretStr(environ[variable].strip())
            for name, variable in KEY_VARIABLES.items()
            if environ.get(variable, "").strip()
        }
        self._memory: dict[str, SecretStr] = {}
        self._keyring: KeyringBackend | None = None
        self._why_none = ""
        self._looked = False
        self._looking = threading.Lock()
        self._calls = PatientCalls()
        self._seen = {secret.get_secret_value() for secret in self._environ.values()}

    @property
    def in_memory(self) -> bool:
        """True when no keyring can be used, so that stored keys end with this process."""
        return self._find_keyring() is None

    @property
    def backend(self) -> str:
        """Names what holds the keys, for people."""
        keyring = self._find_keyring()
        if keyring is None:
            return f"memory, for this session only ({self._why_none})"
        return str(keyring.name)

    def get(self, name: str) -> SecretStr | None:
        """Gives a key, or None when there is none.

        Raises:
            KeyStoreError: there is no key of that name, or the keyring is locked or refuses.
        """
        found = self._find(name, _PATIENCE_S)
        return None if found is None else found[0]

    def set(self, name: str, value: SecretStr) -> None:
        """Stores a key.

        Raises:
            KeyStoreError: there is no key of that name, the value cannot be a key, or the keyring
                is locked or refuses.
        """
        _check_name(name)
        text = value.get_secret_value().strip()
        if not text or not text.isprintable() or not text.isascii() or " " in text:
            raise KeyStoreError(
                f"That is no key for {name}: it is empty or holds spaces or odd characters.",
                "Copy the key again from the page of the service.",
            )
        self._seen.add(text)
        keyring = self._find_keyring()
        if keyring is None:
            self._memory[name] = SecretStr(text)
            return
        try:
            self._calls.ask(lambda: keyring.set_password(SERVICE, name, text), _PERSON_PATIENCE_S)
        except _refusals() as error:
            raise _refused(error, f"The key for {name} was not stored") from None

    def remove(self, name: str) -> None:
        """Forgets a key; the environment is not ours to change.

        Raises:
            KeyStoreError: there is no key of that name or none is stored, or the keyring is locked.
        """
        _check_name(name)
        if self._memory.pop(name, None) is not None:
            return
        keyring = self._find_keyring()
        if keyring is None or self._read(keyring, name, _PERSON_PATIENCE_S) is None:
            hint = (
                f"It comes from {KEY_VARIABLES[name]}; unset that." if name in self._environ else ""
            )
            raise KeyStoreError(f"No key for {name} is stored.", hint)
        try:
            self._calls.ask(lambda: keyring.delete_password(SERVICE, name), _PERSON_PATIENCE_S)
        except _refusals() as error:
            raise _refused(error, f"The key for {name} was not removed") from None

    def names(self) -> tuple[StoredKey, ...]:
        """Gives the keys that are at hand, without those of servers: no keyring can list them.

        Raises:
            KeyStoreError: the keyring is locked or refuses.
        """
        found = ((name, self._find(name, _PERSON_PATIENCE_S)) for name in KEY_VARIABLES)
        return tuple(StoredKey(name, each[1]) for name, each in found if each is not None)

    def blacken(self, value: str) -> None:
        """Has `redact` blacken a secret that is kept elsewhere."""
        self._seen.add(value)

    def give_up(self) -> None:
        """Ends all waiting for the keyring: the program is being closed."""
        self._calls.give_up()

    def redact(self, text: str) -> str:
        """Blackens every key that this object has seen, however it is spelled there."""
        for secret in sorted(self._seen, key=len, reverse=True):
            if len(secret) >= _LEAST_REDACTED:
                for form in _spellings(secret):
                    text = text.replace(form, REDACTED)
        return text

    def _find(
        self, name: str, patience_s: float
    ) -> tuple[SecretStr, Literal["environment", "keyring", "memory"]] | None:
        _check_name(name)
        if name in self._environ:
            return self._environ[name], "environment"
        if name in self._memory:
            return self._memory[name], "memory"
        keyring = self._find_keyring()
        value = None if keyring is None else self._read(keyring, name, patience_s)
        if not value:
            return None
        self._seen.add(value)
        return SecretStr(value), "keyring"

    def _read(self, keyring: "KeyringBackend", name: str, patience_s: float) -> str | None:
        try:
            return self._calls.ask(lambda: keyring.get_password(SERVICE, name), patience_s)
        except _refusals() as error:
            raise _refused(error, f"The key for {name} cannot be read") from None

    def _find_keyring(self) -> "KeyringBackend | None":
        with self._looking:
            if not self._looked:
                self._keyring, self._why_none = self._calls.ask(_usable_keyring, _PATIENCE_S)
                self._looked = True
            return self._keyring


def _spellings(secret: str) -> set[str]:
    """Gives how a text appears in messages: as it is, as Python, JSON and addresses write it."""
    plain = {secret, repr(secret)[1:-1]}
    return {*plain, *(json.dumps(each)[1:-1] for each in plain), quote(secret, safe="")}


def _check_name(name: str) -> None:
    if name not in KEY_VARIABLES and not _OF_SERVER.fullmatch(name):
        raise KeyStoreError(
            f"There is no key called {name!r}.", f"The names are: {', '.join(KEY_VARIABLES)}."
        )


def _usable_keyring() -> tuple["KeyringBackend | None", str]:
    """Gives the system's keyring, or None and why there is none.

    Of what is installed only the backends that come with ``keyring`` itself are considered:
    ``keyrings.alt`` keeps keys readable in a file, and ``keyrings.cryptfile`` takes the choice over
    with a prompt in the terminal. A person may name another backend by keyring's own configuration,
    but none of those.
    """
    import keyring.core
    from keyring.backends import fail, null
    from keyring.errors import KeyringError

    def ships_with_keyring(backend: "KeyringBackend") -> bool:
        return type(backend).__module__.startswith("keyring.backends.")

    try:
        keyring.core.init_backend(limit=ships_with_keyring)
        found = keyring.core.get_keyring()
    except (
        KeyringError,
        ImportError,
        AttributeError,
        RuntimeError,
        ValueError,
        TypeError,
    ) as error:
        return None, f"the configured keyring cannot be used: {error}"
    if isinstance(found, fail.Keyring | null.Keyring):
        return None, "there is no keyring on this system"
    if type(found).__module__.startswith("keyrings."):
        return None, f"{type(found).__module__} would keep keys readable in a file"
    return found, ""


def _refusals() -> tuple[type[Exception], ...]:
    """Gives what backends raise: keyring's own errors, and those of the system below."""
    from keyring.errors import KeyringError

    errors: tuple[type[Exception], ...] = (KeyringError, OSError, RuntimeError, ValueError)
    if sys.platform == "linux":
        from jeepney.wrappers import DBusErrorResponse
        from secretstorage.exceptions import SecretStorageException

        errors += (DBusErrorResponse, SecretStorageException)
    elif sys.platform == "win32":
        from win32ctypes.pywin32 import pywintypes

        errors += (pywintypes.error,)
    return errors


def _refused(error: Exception, what: str) -> KeyStoreError:
    from keyring.errors import InitError, KeyringLocked

    locked = isinstance(error, KeyringLocked | InitError) or "Locked" in type(error).__name__
    if locked:
        return KeyStoreError(
            f"{what}: the keyring is locked.", "Unlock it with your system's password manager."
        )
    return KeyStoreError(
        f"{what}: the keyring refused{_its_words(error)}.",
        "Look at it in your system's password manager, or set the environment variable.",
    )


def _its_words(error: Exception) -> str:
    """Gives what the keyring says, where it says more than the name of an error on D-Bus."""
    of_system = error.strerror if isinstance(error, OSError) else None
    said = short_line(of_system or str(error), 200).strip(" .[]'\"")
    return f" ({said})" if " " in said and "object at 0x" not in said else ""
