import socket
import ssl

import httpx
import pytest

from desktop_agent.core.network import connection_failure


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("The network is switched off."), "the network is switched off"),
        (ConnectionRefusedError(111, "Connection refused"), "nothing is listening there"),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "its name is not known"),
        (UnicodeError("label empty or too long"), "its name could not be looked up"),
        (OSError(113, "No route to host"), "the network has no route there"),
        (httpx.ReadTimeout(""), "it did not answer in time"),
        (httpx.ReadError(""), "the connection was cut off"),
        (
            httpx.RemoteProtocolError("peer closed connection without sending complete message"),
            "the connection ended in the middle of the response",
        ),
        (ssl.SSLError(1, "[SSL] wrong version number"), "no TLS connection could be made"),
        (ValueError("anything else"), "the connection failed"),
    ],
)
def test_why_a_connection_failed_is_told_without_names_of_exceptions(error, words):
    assert connection_failure(error) == words


def test_the_cause_below_says_more_than_what_was_raised_and_a_circle_comes_to_an_end():
    error = httpx.ConnectError("")
    error.__cause__ = OSError("several")
    error.__cause__.__cause__ = ExceptionGroup("both", [OSError("x"), OSError(101, "unreachable")])
    assert connection_failure(error) == "the network has no route there"
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert connection_failure(first) == "the connection failed"
