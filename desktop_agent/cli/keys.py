"""``keys set``, ``list`` and ``remove``. A key never stands on a command line."""

import signal
import sys
from argparse import Namespace

from desktop_agent.app import Session
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.output import note, result
from desktop_agent.core.errors import KeyStoreError


async def keys(session: Session, options: Namespace) -> Exit:
    """Does what ``options.action`` says. The keyring may ask the person; nothing else runs here."""
    match options.action:
        case "set":
            _store(session, options.name)
        case "remove":
            session.keys.remove(options.name)
            note(f"The key for {options.name} is removed.")
        case _:
            for key in session.keys.names():
                result(key.name)
    return Exit.ANSWERED


def _store(session: Session, name: str) -> None:
    from pydantic import SecretStr

    if session.keys.in_memory:
        raise KeyStoreError(
            f"There is nowhere to store a key: only {session.keys.backend}.",
            f"Set up a keyring (on Linux GNOME Keyring or KWallet), or set {name.upper()}_API_KEY.",
        )
    session.keys.set(name, SecretStr(_read_value(name)))
    note(f"The key for {name} is stored in {session.keys.backend}.")


def _read_value(name: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    from getpass import getpass

    # asyncio's handler leaves a Ctrl-C to the loop, which does not run while the prompt waits
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return getpass(f"Key for {name} (not shown): ", stream=sys.stderr)
    except EOFError:
        return ""
    finally:
        signal.signal(signal.SIGINT, before)
