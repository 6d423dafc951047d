"""Hears of crashes: whatever is logged with its exception, what nobody caught, and deadly signals.

What asyncio, the window and the terminal catch last is logged as an error with its exception; that
is heard here, so that each of them reports without knowing of reports. Errors that are told to the
person in a sentence (`AgentError`) are no crashes.
"""

import faulthandler
import logging
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.storage.crash_reports import CrashReports


def watch_crashes(reports: CrashReports) -> Callable[[], None]:
    """Begins to note crashes; gives the function that ends it, to be called when all went well.

    Where somebody else has Python tell of deadly signals already, that is left alone.
    """
    handler = _Handler(reports)
    logging.getLogger().addHandler(handler)
    hook, thread_hook = sys.excepthook, threading.excepthook

    def on_exception(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        _note(reports, error.with_traceback(trace))
        hook(kind, error, trace)

    def on_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            _note(reports, args.exc_value)
        thread_hook(args)

    sys.excepthook, threading.excepthook = on_exception, on_thread
    close = _watch_signals(reports)

    def stop() -> None:
        logging.getLogger().removeHandler(handler)
        if sys.excepthook is on_exception:
            sys.excepthook = hook
        if threading.excepthook is on_thread:
            threading.excepthook = thread_hook
        close()

    return stop


def _watch_signals(reports: CrashReports) -> Callable[[], None]:
    if faulthandler.is_enabled():
        return lambda: None
    try:
        file = reports.open_hard()
    except StorageError:
        return lambda: None
    faulthandler.enable(file)

    def close() -> None:
        faulthandler.disable()
        reports.close_hard(file)

    return close


class _Handler(logging.Handler):
    def __init__(self, reports: CrashReports) -> None:
        super().__init__(logging.ERROR)
        self._reports = reports

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            _note(self._reports, error)


def _note(reports: CrashReports, error: BaseException) -> None:
    """Notes an error; what notes crashes must not make one."""
    if isinstance(error, Exception) and not isinstance(error, AgentError):
        with suppress(Exception):
            reports.note(error)
