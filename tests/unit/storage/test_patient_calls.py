import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from desktop_agent.core.errors import KeyStoreError
from desktop_agent.storage.secrets import CallsWithTimeout


@pytest.fixture
def never():
    """A call that ends with the test."""
    over = threading.Event()
    yield lambda: over.wait(10)
    over.set()


def test_what_is_asked_is_answered_and_what_is_raised_is_raised():
    calls = CallsWithTimeout()
    assert calls.ask(lambda: 7, 5) == 7
    with pytest.raises(ZeroDivisionError):
        calls.ask(lambda: 1 // 0, 5)
    with pytest.raises(TimeoutError, match="its own"):
        calls.ask(_times_out, 5)


def _times_out():
    raise TimeoutError("its own")


def test_a_call_without_an_answer_is_given_up_in_time_and_said(never):
    calls = CallsWithTimeout()
    began = time.monotonic()
    with pytest.raises(KeyStoreError, match=r"did not answer within 0\.1 s") as caught:
        calls.ask(never, 0.1)
    assert time.monotonic() - began < 2
    assert "password" in caught.value.remedy


def test_behind_a_call_that_is_late_nobody_waits_and_afterwards_all_is_well():
    calls, over = CallsWithTimeout(), threading.Event()
    with pytest.raises(KeyStoreError):
        calls.ask(lambda: over.wait(10), 0.05)
    with pytest.raises(KeyStoreError, match="does not answer"):
        calls.ask(lambda: 7, 10)
    over.set()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            assert calls.ask(lambda: 7, 10) == 7
            return
        except KeyStoreError:
            time.sleep(0.01)
    raise AssertionError("it is never asked again")


def test_at_the_end_all_waiting_ends(never):
    calls = CallsWithTimeout()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(calls.ask, never, 60)
        time.sleep(0.05)
        calls.give_up()
        with pytest.raises(KeyStoreError, match="does not answer"):
            waiting.result(5)
    with pytest.raises(KeyStoreError):
        calls.ask(lambda: 7, 5)
