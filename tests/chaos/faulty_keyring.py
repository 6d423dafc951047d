"""A keyring that fails as it is told: it is locked, gone, or never answers."""

import os
import time
from pathlib import Path
from typing import ClassVar

import keyring.core
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError, PasswordSetError

FAULTS = ("locked", "not opened", "gone", "hangs", "refuses", "garbage")


def _fault() -> str:
    """Gives the fault as the file says now that ``KEYRING_FAULT`` names."""
    file = Path(os.environ["KEYRING_FAULT"])
    return file.read_text("utf-8") if file.exists() else ""


def use_faulty_keyring(patch: pytest.MonkeyPatch, file: Path, **keys: str) -> Path:
    """Make it the keyring, with some keys; return the file that says how it fails, once it exists."""
    patch.setenv("KEYRING_FAULT", str(file))
    patch.setenv("PYTHON_KEYRING_BACKEND", f"{__name__}.FaultyKeyring")
    patch.setattr(keyring.core, "_keyring_backend", None)
    patch.setattr(FaultyKeyring, "keys", keys)
    return file


class FaultyKeyring(KeyringBackend):
    """Works while there is no fault; keys are in memory."""

    priority = 1  # type: ignore[assignment]
    name = "Faulty Keyring"
    keys: ClassVar[dict[str, str]] = {}

    def get_password(self, service: str, username: str) -> str | None:
        self._fail()
        return self.keys.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self._fail(PasswordSetError)
        self.keys[username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._fail(PasswordDeleteError)
        self.keys.pop(username, None)

    @staticmethod
    def _fail(refusal: type[Exception] = RuntimeError) -> None:
        match _fault():
            case "locked":
                raise KeyringLocked("Failed to unlock the collection!")
            case "not opened":
                raise InitError("Failed to open the wallet.")
            case "gone":
                raise ConnectionResetError(104, "Connection reset by peer")
            case "hangs":
                while _fault() == "hangs":
                    time.sleep(0.05)
            case "refuses":
                raise refusal("org.freedesktop.DBus.Error.NoReply")
            case "garbage":
                raise ValueError("unexpected reply <object object at 0x7f0000000000>")
