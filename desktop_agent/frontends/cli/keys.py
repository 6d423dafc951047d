"""The ``keys`` command. Keys are never accepted as command-line arguments."""

import signal
import sys
from argparse import Namespace

from desktop_agent.app.session import Session
from desktop_agent.core.errors import KeyStoreError
from desktop_agent.core.settings import destination
from desktop_agent.frontends.cli.output import Exit, complain, note, result


async def keys(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``. May block on a keyring prompt."""
    match options.action:
        case "set":
            _store(session, options.name)
        case "remove":
            session.keys.remove(options.name)
            note(f"The key for {options.name} is removed.")
        case "allow":
            there = session.keys.allow(options.name)
            note(f"The key for {options.name} may go to {there} from now on.")
        case _:
            _list(session)
    return Exit.ANSWERED


def _list(session: Session) -> None:
    session.keys.names()
    if session.keys.unknown:
        session.keys.ask_for_names()
    for key in session.keys.names():
        result(key.name)
    for each in session.withheld_keys():
        complain(
            f"The key for {each.name} was not sent to {each.origin}: it has never been used there before.",
            f"If you trust that server: desktop-agent keys allow {each.name}.",
        )


def _store(session: Session, name: str) -> None:
    from pydantic import SecretStr

    if session.keys.in_memory:
        raise KeyStoreError(
            f"There is nowhere to store a key: only {session.keys.backend}.",
            f"Set up a keyring (on Linux GNOME Keyring or KWallet), or set {name.upper()}_API_KEY.",
        )
    there = destination(session.settings, name).origin
    session.keys.set(name, SecretStr(_read_value(name, there)))
    note(f"The key for {name} is stored in {session.keys.backend}. It is sent to {there} alone.")


def _read_value(name: str, there: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    from getpass import getpass

    # asyncio's handler passes Ctrl-C to the loop, which does not run during the prompt
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return getpass(f"Key for {name}, to be sent to {there} (not shown): ", stream=sys.stderr)
    except EOFError:
        return ""
    finally:
        signal.signal(signal.SIGINT, before)
