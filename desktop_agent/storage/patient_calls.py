"""Calls to what may never answer: a keyring that waits for a password, or whose service hangs."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTimeError
from typing import Any, TypeVar

from desktop_agent.core.errors import KeyStoreError

T = TypeVar("T")
_TOLD_AFTER_S = 0.5
"""Seconds after which a call is told of that waits; one that asks nobody takes milliseconds."""


class PatientCalls:
    """Makes each call in a thread that does not keep the program from ending.

    A thread of a pool would: the program waits for those when it is closed, and this one for ever.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[Future[Any]] = set()
        self._late: Future[Any] | None = None
        self._over = False
        self.tell_waiting: Callable[[bool], object] = lambda _waits: None

    def ask(self, work: Callable[[], T], patience_s: float) -> T:
        """Gives what ``work`` does, or raises what it raises; blocks for at most ``patience_s``.

        While an earlier call is late, nothing more is asked: it would only wait behind it.

        Raises:
            KeyStoreError: there is no answer in time, or nobody waits for it any more.
        """
        answer: Future[T] = Future()
        with self._lock:
            if self._over or (self._late is not None and not self._late.done()):
                raise _silent("The keyring does not answer.")
            self._waiting.add(answer)
        made = Future[T]()
        made.add_done_callback(lambda done: _pass_on(done, answer))
        thread = threading.Thread(target=_make, args=(work, made), name="keyring", daemon=True)
        thread.start()
        try:
            return self._result(answer, patience_s)
        except NotInTimeError:
            if answer.done():  # the call itself ended so
                raise
            with self._lock:
                self._late = made
            raise _silent(f"The keyring did not answer within {patience_s:g} s.") from None
        finally:
            with self._lock:
                self._waiting.discard(answer)

    def _result(self, answer: "Future[T]", patience_s: float) -> T:
        """Wait for an answer; tell of it while that takes longer than a keyring does by itself."""
        soon = min(_TOLD_AFTER_S, patience_s)
        try:
            return answer.result(soon)
        except NotInTimeError:
            if answer.done():
                raise
        self.tell_waiting(True)
        try:
            return answer.result(patience_s - soon)
        finally:
            self.tell_waiting(False)

    def give_up(self) -> None:
        """Ends all waiting, now and from now on: the program is being closed."""
        with self._lock:
            self._over = True
            waiting = tuple(self._waiting)
        for answer in waiting:
            if not answer.done():
                _settle(answer, _silent("The keyring does not answer."))


def _make(work: Callable[[], T], made: "Future[T]") -> None:
    try:
        made.set_result(work())
    except BaseException as error:  # noqa: BLE001 - it is raised where the answer is waited for
        made.set_exception(error)


def _pass_on(made: "Future[T]", answer: "Future[T]") -> None:
    error = made.exception()
    if error is not None:
        _settle(answer, error)
    elif not answer.done():
        answer.set_result(made.result())


def _settle(answer: "Future[Any]", error: BaseException) -> None:
    if not answer.done():
        answer.set_exception(error)


def _silent(message: str) -> KeyStoreError:
    return KeyStoreError(message, "Your system may be asking for the keyring's password.")
