"""The services outside, each on a loopback address of its own, and scenarios played against them."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trustme

from desktop_agent.core.network import OutboundRequest
from tests.security.socket_audit import Call, audited
from tests.servers.anthropic import FakeAnthropic
from tests.servers.brave import FakeBrave
from tests.servers.duckduckgo import CHALLENGED, FakeDuckDuckGo, Result
from tests.servers.loopback import free_port, serve
from tests.servers.mcp_http import serve_mcp
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama, Model
from tests.servers.openai_compat import FakeOpenAI
from tests.servers.pages import PagesServer
from tests.servers.searxng import FakeSearxng, Status
from tests.servers.tavily import FakeTavily

KEYS = {
    "OPENAI_API_KEY": "sk-audit-0123456789abcdef",
    "ANTHROPIC_API_KEY": "sk-ant-audit-0123456789abcdef",
    "TAVILY_API_KEY": "tvly-audit-0123456789abcdef",
    "BRAVE_API_KEY": "BSA-audit-0123456789abcdef",
}
PROXY = "http://proxy.example:3128"
PROXIES = dict.fromkeys(
    ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"), PROXY
)


def reply(request: dict[str, Any]) -> Reply | str:
    """What a model says that is asked by any strategy, in any protocol."""
    told = json.dumps(request["messages"])
    last = json.dumps(request["messages"][-1])
    if "SLOW please" in told:
        return Reply(text="one two three " * 40, between_s=0.05)
    if "Part the question above" in last:
        part = {"id": "t1", "question": "Explain it.", "kind": "look_up", "needs": []}
        return Reply(json={"subtasks": [part]}, ignores_schema=True)
    if "verdict" in json.dumps(request.get("format", "")) or "Judge the results" in last:
        verdict = {"missing": [], "faults": [], "verdict": "ok"}
        return Reply(json=verdict, ignores_schema=True)
    if "<verify>" in last:
        return Reply(json={"enough": "yes"})
    if "You are the answerer" in last:
        return "<answer>Five thousand years of computing [1].</answer>"
    if "MCP: call " in told and request.get("tools") and request["messages"][-1]["role"] == "user":
        name = told.split("MCP: call ", 1)[1].split(".", 1)[0]
        return Reply(tool_calls=[(name, {"text": "walrus"})])
    if request.get("tools") and "TIDES" not in told.upper():
        address = told.split("https://", 1)[-1].split("/article", 1)[0]
        url = f"https://{address}/article"
        calls = [("web_search", {"query": "museum"}), ("web_fetch", {"url": url})]
        slowly = 0.1 if "SWITCH" in told else 0.0
        return Reply(text="Let me look it up now.", between_s=slowly, tool_calls=calls)
    return "It shows five thousand years of computing [1]."


@dataclass
class Outside:
    """The services, each on an address of its own, and where the program is told they are."""

    environ: dict[str, str]
    places: dict[str, str]


@contextmanager
def open_outside(tmp_path: Path) -> Iterator[Outside]:
    """Serves the world outside; ``tmp_path`` takes certificates and documents."""
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "boiler.md").write_text("# The boiler\n\nThe boiler of the school is of 1904.\n")
    authority = trustme.CA()
    trusted = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(trusted)
    issued = authority.issue_cert("127.0.0.10")
    pem = tmp_path / "server.pem"
    issued.private_key_and_cert_chain_pem.write_to_path(pem)
    ollama = FakeOllama(
        models=["m", Model(name="nomic-embed-text", capabilities=("embedding",))], replies=reply
    )
    openai = FakeOpenAI(models=["m", "text-embedding-3-small"], replies=reply)
    anthropic = FakeAnthropic(models=["m"], replies=reply)
    pages = PagesServer()
    with ExitStack() as stack:

        def at(number: int, app: Any, **more: Any) -> str:
            return stack.enter_context(serve(app, host=f"127.0.0.{number}", **more))

        secure = at(10, pages, certificate=(str(pem), str(pem)))
        hits = [Result("Tides", f"{secure}/article", "The museum shows computing.")]
        local = stack.enter_context(serve(FakeTavily([Status(429)]).app))
        environ = {
            "DESKTOP_AGENT_LLM__OLLAMA_URL": at(2, ollama.app),
            "DESKTOP_AGENT_LLM__OPENAI_URL": f"{at(3, openai.app)}/v1",
            "DESKTOP_AGENT_LLM__ANTHROPIC_URL": at(4, anthropic.app),
            "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": FakeDuckDuckGo.url(
                at(5, FakeDuckDuckGo([CHALLENGED]).app)
            ),
            "DESKTOP_AGENT_SEARCH__TAVILY_URL": local.replace("127.0.0.1", "localhost"),
            "DESKTOP_AGENT_SEARCH__BRAVE_URL": FakeBrave.url(at(7, FakeBrave([Status(500)]).app)),
            "DESKTOP_AGENT_SEARCH__SEARXNG_URL": at(8, FakeSearxng([hits]).app),
            "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S": "0",
            "DESKTOP_AGENT_SEARCH__BRAVE_INTERVAL_S": "0",
            "DESKTOP_AGENT_LLM__MAX_RETRIES": "0",
            "DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_PROVIDER": "ollama",
            "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": json.dumps(
                [f"127.0.0.{number}" for number in (9, 10, 11, 12)]
            ),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            **KEYS,
        }
        places = {
            "pages": at(9, pages),
            "secure": secure,
            "redirects": at(11, PagesServer()),
            "nobody": f"http://127.0.0.12:{free_port()}/",
            "papers": str(papers),
            "mcp": stack.enter_context(serve_mcp()).url,
            "trusted": str(trusted),
        }
        yield Outside(environ, places)


@dataclass
class Report:
    """What a scenario has done at the sockets, what the ledger says, and what was told."""

    calls: list[Call]
    ledger: list[OutboundRequest]
    said: dict[str, list[str]]
    began: dict[str, float]

    def connects(self) -> list[Call]:
        return [each for each in self.calls if each.event == "socket.connect" and not each.local]

    def left(self) -> list[Call]:
        """What went beyond loopback, or asked a name server."""
        return [each for each in self.calls if each.leaves]


@dataclass
class Plan:
    """The acts of a scenario, and what differs from the world outside."""

    acts: Sequence[str]
    environ: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)


def carry_out(outside: Outside, plans: dict[str, Plan], folder: Path) -> dict[str, Report]:
    """Play all plans in one process, each with a session and a home of its own."""
    told = {
        name: {
            "environ": outside.environ | {"DESKTOP_AGENT_HOME": str(folder / name)} | plan.environ,
            "acts": plan.acts,
            "places": outside.places | plan.places,
        }
        for name, plan in plans.items()
    }
    file = folder / "plan.json"
    file.write_text(json.dumps(told))
    own = {"HOME": str(folder), "SSL_CERT_FILE": outside.places["trusted"]}
    (line,) = audited(
        *("-W", "error", "-m", "tests.security.network_scenario", str(file)),
        home=folder / "home",
        timeout=240,
        **own | PROXIES | KEYS,
    )
    return {
        name: Report(
            [Call(**each) for each in report["calls"]],
            sorted((OutboundRequest(**each) for each in report["ledger"]), key=lambda e: e.at),
            report["said"],
            report["began"],
        )
        for name, report in json.loads(line).items()
    }
