"""Newer versions of the program, signed: found, brought and checked, never installed by themselves."""

from desktop_agent.updates.place import Place, find_place
from desktop_agent.updates.signed_repository import SignedRepository
from desktop_agent.updates.updates import Updates

__all__ = ["Place", "SignedRepository", "Updates", "find_place"]
