"""Store API keys in the operating system's keyring, never in the program's files or logs.

The names of stored keys are recorded, so that only existing keys are read from the keyring. Reading
a key may block while the system asks for a password, so call these methods in a thread. Methods
that do not need the value of a key never cause a password prompt.
"""

import json
import re
import sys
import threading
from base64 import b64encode
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import CancelledError, Future, InvalidStateError
from concurrent.futures import TimeoutError as NotInTimeError
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import SecretStr

from desktop_agent.core.errors import KeyStoreError
from desktop_agent.core.settings import (
    KEY_VARIABLES,
    OPENROUTER_ORIGIN,
    OPENROUTER_VARIABLE,
    official_origin,
)
from desktop_agent.core.text import short_line
from desktop_agent.storage.key_record import KeyRecord

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

# --- Calls that may never return: a keyring waiting for a password, or a service that hangs

T = TypeVar("T")
_NOTIFY_AFTER_S = 0.5
"""Seconds after which a waiting call is reported; one without a prompt takes milliseconds."""


class CallsWithTimeout:
    """Runs each call in a daemon thread, so that a hanging call cannot keep the process alive."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[Future[Any]] = set()
        self._late: Future[Any] | None = None
        self._over = False
        self.notify_waiting: Callable[[bool], object] = lambda _waits: None

    def ask(self, work: Callable[[], T], patience_s: float, *, may_prompt: bool = True) -> T:
        """Return the result of ``work`` or raise its error; wait at most ``patience_s`` seconds.

        If ``may_prompt`` is True, a long wait is reported as a password prompt. While an earlier
        call is overdue, new calls fail immediately, because they would only wait for it. Raise
        `KeyStoreError` if there is no result in time, or if `give_up` has been called.
        """
        answer: Future[T] = Future()
        with self._lock:
            if self._over or (self._late is not None and not self._late.done()):
                raise _silent("The keyring does not answer.")
            self._waiting.add(answer)
        thread = threading.Thread(target=_answer, args=(work, answer), name="keyring", daemon=True)
        thread.start()
        try:
            return self._result(answer, patience_s) if may_prompt else answer.result(patience_s)
        except CancelledError:
            raise _silent("The keyring does not answer.") from None
        except NotInTimeError:
            if answer.done():  # the call itself raised it
                raise
            with self._lock:
                self._late = answer
            raise _silent(f"The keyring did not answer within {patience_s:g} s.") from None
        finally:
            with self._lock:
                self._waiting.discard(answer)

    def _result(self, answer: "Future[T]", patience_s: float) -> T:
        """Wait for a result, reporting a long wait as a password prompt."""
        soon = min(_NOTIFY_AFTER_S, patience_s)
        try:
            return answer.result(soon)
        except NotInTimeError:
            if answer.done():
                raise
        self.notify_waiting(True)
        try:
            return answer.result(patience_s - soon)
        finally:
            self.notify_waiting(False)

    def give_up(self) -> None:
        """Cancel all current and future waits; call this when the program is closing."""
        with self._lock:
            self._over = True
            waiting = tuple(self._waiting)
        for answer in waiting:
            answer.cancel()


def _answer(work: Callable[[], T], answer: "Future[T]") -> None:
    with suppress(InvalidStateError):  # the caller has given up
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - it is raised in the waiting thread
            answer.set_exception(error)
        else:
            answer.set_result(result)


def _silent(message: str) -> KeyStoreError:
    return KeyStoreError(message, "Your system may be asking for the keyring's password.")


SERVICE = "desktop-agent"
REDACTED = "[redacted]"
_PATIENCE_S = 3.0
"""Seconds that a run waits for a key."""
_PERSON_PATIENCE_S = 120.0
"""Seconds to wait when the user stores, removes or lists keys, and may be asked for a password."""
_LEAST_REDACTED = 4
"""Minimum length of a redacted key; redacting shorter texts would make logs unreadable."""
_LEAST_ENCODED = 8
"""Minimum length of a key whose encoded forms are redacted; shorter ones occur by chance."""
_OF_SERVER = re.compile(r"mcp:[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}:[A-Za-z0-9_.-]{1,128}")
"""Names of the secrets of MCP servers: ``mcp:<server>:<variable>``."""


@dataclass(frozen=True, slots=True)
class StoredKey:
    """The name of an available key, without its value, and where it is stored."""

    name: str
    where: Literal["environment", "keyring", "memory"]


class Secrets:
    """Stores API keys in the system keyring or, if none is usable, in memory.

    ``record`` stores which keys exist and where they may be sent; without it, this information is
    lost with this object. ``origin_of`` returns the server configured for a key. Methods that use
    the keyring raise `KeyStoreError` if it is locked or denies access, or if the key name is
    unknown.
    """

    def __init__(
        self,
        environ: Mapping[str, str],
        record: KeyRecord | None = None,
        origin_of: Callable[[str], str] = official_origin,
    ) -> None:
        self.record = record or KeyRecord(None)
        self._origin_of = origin_of
        self._trusted: set[tuple[str, str]] = set()
        self._environ = {
            name: SecretStr(environ[variable].strip())
            for name, variable in KEY_VARIABLES.items()
            if environ.get(variable, "").strip()
        }
        self._openrouter = SecretStr(environ.get(OPENROUTER_VARIABLE, "").strip())
        self._memory: dict[str, SecretStr] = {}
        self._keyring: KeyringBackend | None = None
        self._why_none = ""
        self._looked = False
        self._looking = threading.Lock()
        self._calls = CallsWithTimeout()
        given = (*self._environ.values(), *([self._openrouter] if self._openrouter else ()))
        self._seen = {secret.get_secret_value() for secret in given}

    def watch_waiting(self, notify: Callable[[bool], object]) -> None:
        """Call ``notify`` with True when a wait for a password begins, and False when it ends."""
        self._calls.notify_waiting = notify

    @property
    def in_memory(self) -> bool:
        """Whether no keyring is usable, so that stored keys are lost when the process ends."""
        return self._find_keyring() is None

    @property
    def backend(self) -> str:
        """The display name of the key store."""
        keyring = self._find_keyring()
        if keyring is not None:
            return str(keyring.name)
        return f"memory, for this session only ({self._why_none})"

    def get(self, name: str) -> SecretStr | None:
        """Return a key, or None if it is not stored."""
        _check_name(name)
        if (known := self._in_environment(name) or self._memory.get(name)) is not None:
            return known
        if name in KEY_VARIABLES and not self._remembers(name):
            return None
        keyring = self._find_keyring()
        value = None if keyring is None else self._read(keyring, name, _PATIENCE_S)
        if not value:
            return None
        self._seen.add(value)
        return SecretStr(value)

    def set(self, name: str, value: SecretStr) -> None:
        """Store a key; raise `KeyStoreError` if the value is empty or has invalid characters."""
        _check_name(name)
        text = value.get_secret_value().strip()
        if not text or not text.isprintable() or not text.isascii() or " " in text:
            raise KeyStoreError(
                f"That isn't a key for {name}: it is empty or contains spaces or invalid characters.",
                "Copy the key again from the service's website.",
            )
        self._seen.add(text)
        there = self._origin_of(name) if name in KEY_VARIABLES else ""
        keyring = self._find_keyring()
        if keyring is None:
            self._memory[name] = SecretStr(text)
        else:
            work = partial(keyring.set_password, SERVICE, name, text)
            try:
                self._calls.ask(work, _PERSON_PATIENCE_S)
            except _refusals() as error:
                raise _refused(error, f"The key for {name} was not stored") from None
            self.record.add([name])
        if there:
            self.record.allow(name, there, only=True)

    def remove(self, name: str) -> None:
        """Remove a stored key; raise `KeyStoreError` if no such key is stored.

        A key that is set only by an environment variable does not count as stored.
        """
        _check_name(name)
        if self._memory.pop(name, None) is not None:
            return
        keyring = self._find_keyring()
        if keyring is None or not self._is_stored(keyring, name):
            self.record.forget(name)
            hint = (
                f"It is set by {KEY_VARIABLES[name]}. Unset that."
                if self._in_environment(name)
                else ""
            )
            raise KeyStoreError(f"No key for {name} is stored.", hint)
        try:
            self._calls.ask(lambda: keyring.delete_password(SERVICE, name), _PERSON_PATIENCE_S)
        except _refusals() as error:
            raise _refused(error, f"The key for {name} was not removed") from None
        self.record.forget(name)

    def names(self) -> tuple[StoredKey, ...]:
        """Return the available keys, except MCP server secrets, without unlocking the keyring."""
        self._learn()
        return self._at_hand()

    def holds(self, name: str) -> bool:
        """Return whether a key is stored. The user may have to unlock the keyring."""
        if self._in_environment(name) or name in self._memory or self._remembers(name):
            return True
        keyring = self._find_keyring()
        return keyring is not None and self._is_stored(keyring, name)

    @property
    def unknown(self) -> bool:
        """Whether a password prompt would be required to find out which keys are stored."""
        return self.record.facts.stored is None and not self.in_memory

    def ask_for_names(self) -> None:
        """Read all keys to learn which are stored; the system may ask for a password."""
        keyring = self._find_keyring()
        if keyring is not None:
            found = {n for n in KEY_VARIABLES if self._read(keyring, n, _PERSON_PATIENCE_S)}
            self.record.replace_known(KEY_VARIABLES, found)

    def withheld(self) -> tuple[str, ...]:
        """Return the names of available keys that may not be sent to their configured server."""
        return tuple(each.name for each in self._at_hand() if not self.may_go(each.name))

    def may_go(self, name: str) -> bool:
        """Return whether a key may be sent to its configured server."""
        there = self._origin_of(name)
        own = self._is_openrouter(name)
        return own or (name, there) in self._trusted or self.record.may_go(name, there)

    def allow(self, name: str) -> str:
        """Allow a key to be sent to its configured server from now on; return that server."""
        there = self._origin_of(name)
        self.record.allow(name, there)
        return there

    def trust(self, name: str) -> None:
        """Allow a key to be sent to its configured server until this process ends.

        Use this for a server from the environment or the command line, which the user set directly.
        """
        self._trusted.add((name, self._origin_of(name)))

    def fix_destinations(self) -> None:
        """Record where keys are currently sent, so that restored settings cannot redirect them."""
        if self.record.facts.stored is None:
            self._learn()
        self.record.keep_allowed({})

    def _in_environment(self, name: str) -> SecretStr | None:
        return self._openrouter if self._is_openrouter(name) else self._environ.get(name)

    def _is_openrouter(self, name: str) -> bool:
        """Return whether the key comes from OpenRouter's variable and goes to OpenRouter."""
        has_key = name == "openai" and bool(self._openrouter)
        return has_key and self._origin_of(name) == OPENROUTER_ORIGIN

    def _at_hand(self) -> tuple[StoredKey, ...]:
        stored = self.record.facts.stored or frozenset()
        found = []
        for name in KEY_VARIABLES:
            if self._in_environment(name):
                found.append(StoredKey(name, "environment"))
            elif name in self._memory:
                found.append(StoredKey(name, "memory"))
            elif name in stored:
                found.append(StoredKey(name, "keyring"))
        return tuple(found)

    def blacken(self, value: str) -> None:
        """Make `redact` also redact a secret that is not stored here."""
        self._seen.add(value)

    def give_up(self) -> None:
        """Cancel all waits for the keyring; call this when the program is closing."""
        self._calls.give_up()

    def redact(self, text: str) -> str:
        """Redact every key that this object has seen.

        This also covers keys that are reversed, hex-encoded or Base64-encoded, alone or inside
        longer text, and keys with any characters percent-encoded.
        """
        for secret in sorted(self._seen, key=len, reverse=True):
            if len(secret) < _LEAST_REDACTED:
                continue
            for form in _spellings(secret):
                text = text.replace(form, REDACTED)
            if "%" in text:
                text = _percent_encoded(secret).sub(REDACTED, text)
        return text

    def _remembers(self, name: str) -> bool:
        """Return whether a key is recorded as stored, creating the record first if necessary."""
        if self.record.facts.stored is None:
            self._learn()
        return name in (self.record.facts.stored or ())

    def _learn(self) -> None:
        """Record which keys are stored, if that needs no password prompt.

        The first time, keys stored by an earlier version remain allowed for their configured
        servers.
        """
        keyring = self._find_keyring()
        if keyring is None:
            return
        try:
            found = self._held(keyring, KEY_VARIABLES, _PATIENCE_S)
        except KeyStoreError:
            return  # unknown; the next call checks again
        except _refusals():
            return
        if found is None:
            return
        if self.record.facts.stored is None:
            self.record.keep_allowed({name: self._origin_of(name) for name in found})
        self.record.replace_known(KEY_VARIABLES, found)

    def _is_stored(self, keyring: "KeyringBackend", name: str) -> bool:
        try:
            found = self._held(keyring, [name], _PERSON_PATIENCE_S)
        except _refusals() as error:
            raise _refused(error, f"Couldn't look up the key for {name}") from None
        if found is not None:
            return name in found
        return self._read(keyring, name, _PERSON_PATIENCE_S) is not None

    def _read(self, keyring: "KeyringBackend", name: str, patience_s: float) -> str | None:
        try:
            found = self._held(keyring, [name], patience_s)
            if found is not None and name not in found:
                return None  # a backend would create a collection to search it
            return self._calls.ask(lambda: keyring.get_password(SERVICE, name), patience_s)
        except _refusals() as error:
            raise _refused(error, f"The key for {name} cannot be read") from None

    def _held(
        self, keyring: "KeyringBackend", names: Collection[str], patience_s: float
    ) -> Collection[str] | None:
        return self._calls.ask(lambda: _held(keyring, names), patience_s, may_prompt=False)

    def _find_keyring(self) -> "KeyringBackend | None":
        with self._looking:
            if not self._looked:
                self._keyring, self._why_none = self._calls.ask(
                    _usable_keyring, _PATIENCE_S, may_prompt=False
                )
                self._looked = True
            return self._keyring


@cache
def _spellings(secret: str) -> tuple[str, ...]:
    """Return a secret's literal and encoded forms, longest first."""
    plain = {secret, repr(secret)[1:-1], secret.replace("/", "\\/")}
    forms = {*plain, *(json.dumps(each)[1:-1] for each in plain)}
    if len(secret) >= _LEAST_ENCODED:
        data = secret.encode()
        forms |= {secret[::-1], data.hex(), data.hex().upper()}
        for text in (data, data[::-1]):
            forms |= {form for start in range(3) for form in _base64_within(text, start)}
    return tuple(sorted(forms, key=len, reverse=True))


def _base64_within(data: bytes, start: int) -> tuple[str, str]:
    """Return a secret's Base64 characters that do not depend on the data around it.

    ``start`` is its offset modulo 3. The results use the standard and the URL-safe alphabet.
    """
    encoded = b64encode(bytes(start) + data).decode()
    whole = encoded[-(-start * 8 // 6) : (start + len(data)) * 8 // 6]
    return whole, whole.translate(str.maketrans("+/", "-_"))


@cache
def _percent_encoded(secret: str) -> re.Pattern[str]:
    each = (f"(?:{re.escape(c)}|%(?:25)?(?i:{ord(c):02x}))" for c in secret)
    return re.compile("".join(each))


def _check_name(name: str) -> None:
    if name not in KEY_VARIABLES and not _OF_SERVER.fullmatch(name):
        raise KeyStoreError(
            f"There is no key called {name!r}.", f"Valid names: {', '.join(KEY_VARIABLES)}."
        )


def _usable_keyring() -> tuple["KeyringBackend | None", str]:
    """Return the system keyring or, if none is usable, None and the reason.

    Backends that do not ship with ``keyring`` are used only if the user has configured them, but
    never ``keyrings.alt``, which stores keys in plain files, or ``keyrings.cryptfile``, which
    prompts in the terminal.
    """
    if sys.platform != "darwin":
        # keyring loads all its backends; that of macOS maps system libraries before it gives up
        sys.modules.setdefault("keyring.backends.macOS.api", None)  # type: ignore[arg-type]
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
        return None, f"{type(found).__module__} would store keys unencrypted in a file"
    return found, ""


def _held(keyring: "KeyringBackend", names: Collection[str]) -> set[str] | None:
    """Return which names a keyring contains, or None if checking would need a password prompt.

    Third-party backends are never queried, because any call may cause a prompt.
    """
    match type(keyring).__module__:
        case "keyring.backends.SecretService" | "keyring.backends.libsecret":
            return _held_by_secret_service(keyring, names)
        case "keyring.backends.Windows":
            return {name for name in names if keyring.get_password(SERVICE, name)}
        case "keyring.backends.macOS":
            return _held_by_keychain(names)
        case "keyring.backends.chainer":
            each = [_held(backend, names) for backend in keyring.backends]  # type: ignore[attr-defined]
            return None if None in each else {name for found in each for name in found or ()}
    return None


def _held_by_secret_service(keyring: "KeyringBackend", names: Collection[str]) -> set[str]:
    """Return which names the default collection contains, even if it is locked.

    The collection is not created if it does not exist.
    """
    import secretstorage
    from secretstorage.defines import SS_PATH, SS_PREFIX
    from secretstorage.util import DBusAddressWrapper

    with closing(secretstorage.dbus_init()) as bus:
        path = getattr(keyring, "preferred_collection", "")
        if not path:
            service = DBusAddressWrapper(SS_PATH, f"{SS_PREFIX}Service", bus)
            (path,) = service.call("ReadAlias", "s", "default")
        if path == "/":
            return set()
        collection = DBusAddressWrapper(path, f"{SS_PREFIX}Collection", bus)
        return {
            name
            for name in names
            if collection.call("SearchItems", "a{ss}", {"service": SERVICE, "username": name})[0]
        }


def _held_by_keychain(names: Collection[str]) -> set[str] | None:
    """Return which of ``names`` the Keychain contains; querying without data needs no password."""
    from ctypes import byref, c_void_p

    from keyring.backends import macOS

    api: Any = macOS.api
    found = set()
    for name in names:
        query = api.create_query(
            kSecClass=api.k_("kSecClassGenericPassword"),
            kSecMatchLimit=api.k_("kSecMatchLimitOne"),
            kSecAttrService=SERVICE,
            kSecAttrAccount=name,
        )
        status = api.SecItemCopyMatching(query, byref(c_void_p()))
        if status == 0:
            found.add(name)
        elif status != api.error.item_not_found:
            return None
    return found


def _refusals() -> tuple[type[Exception], ...]:
    """Return the exception types that keyring backends raise."""
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
        f"{what}: the keyring refused access{_its_words(error)}.",
        "Check it in your system's password manager, or set the environment variable.",
    )


def _its_words(error: Exception) -> str:
    """Return the keyring's error message in parentheses, or "" if it is not readable."""
    of_system = error.strerror if isinstance(error, OSError) else None
    said = short_line(of_system or str(error), 200).strip(" .[]'\"")
    return f" ({said})" if " " in said and "object at 0x" not in said else ""
