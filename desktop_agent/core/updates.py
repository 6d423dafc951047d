"""What a newer program, and what can be added to it, looks like; where both come from.

Everything comes from one place whose contents are signed (The Update Framework, TUF 1.0): nothing of
it is used before its signatures, its length and its hash have been checked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

Progress = Callable[[int, int], None]
"""Told of the bytes that are there, and of all."""


@dataclass(frozen=True, slots=True)
class Target:
    """A file of the signed place: ``size`` in bytes; ``about`` is what its signers say of it (JSON)."""

    name: str
    size: int
    about: dict[str, object]


@dataclass(frozen=True, slots=True)
class Release:
    """A version of the program for this system; ``released`` is an ISO 8601 day, ``notes`` markdown."""

    version: str
    released: str
    notes: str
    target: Target


@dataclass(frozen=True, slots=True)
class Component:
    """What can be added to the program, such as an index for large corpora.

    ``size`` is of the download and ``unpacked`` of what it becomes, both in bytes, 0 while unknown.
    ``state`` says whether it is there: ``builtin`` came with the program (or with its environment).
    """

    name: str
    version: str
    size: int
    unpacked: int
    state: str
    """``absent``, ``added``, ``builtin``, ``unavailable`` (this build has nowhere to fetch it from)."""


class SignedTargets(Protocol):
    """The place where releases and components are; each call may ask it over the network."""

    async def find(self, name: str) -> Target | None:
        """Gives a file of that name by what is signed now, None when there is none.

        Raises:
            UpdateError: nobody answers, or what is there is not to be trusted.
            Offline: the network is switched off.
        """
        ...

    async def fetch(self, target: Target, folder: str, progress: Progress) -> str:
        """Brings a file into a folder, checked, under its own name; gives its path. Raises the same."""
        ...
