"""Tokens, and who is let in over HTTP."""

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.mcp_server.http import HttpGuard, validated_token

TOKEN = "0123456789abcdef"


@pytest.fixture
def client() -> TestClient:
    guard = HttpGuard(PlainTextResponse("inside"), TOKEN, 8391)
    headers = {"authorization": f"Bearer {TOKEN}"}
    return TestClient(guard, "http://127.0.0.1:8391", headers=headers)


def test_who_knows_the_token_is_let_in(client: TestClient):
    assert client.get("/mcp").text == "inside"
    assert client.get("/mcp", headers={"authorization": f"bearer  {TOKEN} "}).text == "inside"
    assert client.get("/mcp", headers={"origin": "http://localhost:8391"}).text == "inside"
    assert client.get("/mcp", headers={"host": "LOCALHOST:8391"}).text == "inside"


def test_what_is_not_there_is_told(client: TestClient):
    reply = client.get("/other")
    assert (reply.status_code, reply.text) == (404, "The server is at /mcp.\n")


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("authorization", "", 401),
        ("authorization", "Bearer", 401),
        ("authorization", f"Bearer {TOKEN}x", 401),
        ("authorization", TOKEN, 401),
        ("authorization", f"Basic {TOKEN}", 401),
        ("authorization", "Bearer \u00fc\u00fc", 401),
        ("host", "127.0.0.1", 403),
        ("host", "127.0.0.1:8391.rebound.example", 403),
        ("host", "rebound.example:8391", 403),
        ("origin", "null", 403),
        ("origin", "http://localhost:8391.rebound.example", 403),
        ("origin", "http://localhost:80", 403),
    ],
)
def test_all_others_are_not(client: TestClient, name: str, value: str, status: int):
    reply = client.get("/mcp", headers={name: value.encode("latin-1")})
    assert reply.status_code == status
    assert TOKEN not in reply.text


def test_a_token_is_made_anew_each_time_where_none_is_given():
    made = {validated_token("") for _ in range(3)}
    assert len(made) == 3
    assert all(validated_token(each) == each and len(each) >= 40 for each in made)


@pytest.mark.parametrize("given", ["short", "with spaces in it, long", "\u00fc" * 20, "x" * 513])
def test_a_token_that_protects_nothing_or_fits_no_header_is_refused(given: str):
    with pytest.raises(AgentError, match="DESKTOP_AGENT_MCP_TOKEN is no token") as caught:
        validated_token(given)
    assert given not in str(caught.value)
