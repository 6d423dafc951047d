"""The private keys of those who publish: encrypted files, and variables of the environment."""

import getpass
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from securesystemslib.signer import CryptoSigner

PASSPHRASE = "DESKTOP_AGENT_KEY_PASSPHRASE"  # noqa: S105 - the name of a variable
VARIABLE = "DESKTOP_AGENT_{role}_KEY"


class KeyFiles:
    """A folder of files ``<role>-<number>.pem`` (PKCS#8, encrypted), one key each.

    The passphrase is read from ``DESKTOP_AGENT_KEY_PASSPHRASE``, or asked for once. The key of an
    automatic job may stand in a variable instead, as ``DESKTOP_AGENT_TIMESTAMP_KEY`` (PEM).
    """

    def __init__(self, folder: Path | None, environ: Mapping[str, str] = os.environ) -> None:
        self._folder = folder
        self._environ = environ
        self._asked = ""

    def make(self, role: str) -> CryptoSigner:
        """Makes a key for a role, in a new file that its owner alone may read."""
        if self._folder is None:
            raise SystemExit("Say where the key files are: --keys FOLDER")
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = Ed25519PrivateKey.generate()
        data = key.private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(self._passphrase())
        )
        number = 1
        while (path := self._folder / f"{role}-{number}.pem").exists():
            number += 1
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        return CryptoSigner(key)

    def signers(self, role: str) -> Iterator[CryptoSigner]:
        """Gives the keys for a role that are at hand here, those of the environment first."""
        variable = VARIABLE.format(role=role.upper())
        if self._environ.get(variable):
            yield self._load(self._environ[variable].encode(), variable)
        for path in sorted(self._folder.glob(f"{role}-*.pem")) if self._folder else ():
            yield self._load(path.read_bytes(), str(path))

    def _load(self, data: bytes, where: str) -> CryptoSigner:
        secret = self._passphrase() if b"ENCRYPTED" in data else None
        try:
            return CryptoSigner(load_pem_private_key(data, secret))
        except (ValueError, TypeError):
            raise SystemExit(f"{where} is no key, or the passphrase is not that of it.") from None

    def _passphrase(self) -> bytes:
        said = self._environ.get(PASSPHRASE) or self._asked
        if not said:
            said = self._asked = getpass.getpass("Passphrase of the key files: ")
        if len(said) < 12:
            raise SystemExit("A passphrase of at least 12 characters is needed.")
        return said.encode()
