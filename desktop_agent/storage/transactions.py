"""Decorators that run a method in a database transaction."""

from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

_Database = TypeVar("_Database")
_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")


class _Transactions(Protocol):
    async def read(self, work: Callable[[Any], _Result]) -> _Result: ...

    async def write(self, work: Callable[[Any], _Result]) -> _Result: ...


_Store = TypeVar("_Store", bound=_Transactions)
_Method = Callable[Concatenate[_Store, _Database, _Given], _Result]
_Coroutine = Callable[Concatenate[_Store, _Given], Coroutine[Any, Any, _Result]]


def reads(
    method: _Method[_Store, _Database, _Given, _Result],
) -> _Coroutine[_Store, _Given, _Result]:
    """Make a method run in a `read` transaction, with the database as its first argument."""

    async def run(self: _Store, /, *args: _Given.args, **named: _Given.kwargs) -> _Result:
        return await self.read(lambda database: method(self, database, *args, **named))

    return run


def writes(
    method: _Method[_Store, _Database, _Given, _Result],
) -> _Coroutine[_Store, _Given, _Result]:
    """Make a method run in a `write` transaction, with the database as its first argument."""

    async def run(self: _Store, /, *args: _Given.args, **named: _Given.kwargs) -> _Result:
        return await self.write(lambda database: method(self, database, *args, **named))

    return run
