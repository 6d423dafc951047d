"""The ledger holds what the sockets of the process do, no more and no less; offline they do nothing.

What runs beside the process (page readers, the sandbox, servers over standard input and output) has
sockets of its own: see `socket_audit`.
"""

import json
from collections import defaultdict
from importlib.util import find_spec
from itertools import cycle

import pytest

from desktop_agent.core.network import OutboundRequest
from tests.security.network_scenario import PROVIDERS, STRATEGIES
from tests.security.outside import Plan, Report, carry_out, open_outside
from tests.security.socket_audit import Call

PAIRS = [f"{s} {p}" for s, p in zip(STRATEGIES, cycle(PROVIDERS), strict=False)]
WINDOW_S = 20.0
"""How long after the begin of a request its connection may be made: the machine may be busy."""


REMOTE = {
    "DESKTOP_AGENT_LLM__OLLAMA_URL": "http://ollama.example:11434",
    "DESKTOP_AGENT_LLM__OPENAI_URL": "https://openai.example/v1",
    "DESKTOP_AGENT_LLM__ANTHROPIC_URL": "http://localhost.example",
    "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": "https://duck.example/lite/",
    "DESKTOP_AGENT_SEARCH__TAVILY_URL": "https://ip6-localhost",
    "DESKTOP_AGENT_SEARCH__BRAVE_URL": "https://brave.example/res",
    "DESKTOP_AGENT_SEARCH__SEARXNG_URL": "http://127.0.0.1.example:8080",
    "DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_PROVIDER": "openai",
    "DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_MODEL": "text-embedding-3-small",
    "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": json.dumps(
        ["127.0.0.9", "127.0.0.10", "127.0.0.11", "127.0.0.12", "ip6-localhost", "app.localhost"]
    ),
}
"""Everything is elsewhere, at names of which some look like this machine."""
OFF = {"DESKTOP_AGENT_NETWORK__OFFLINE": "true"}


PLANS = {
    "all": Plan(["search", "pages", "models", "documents", *PAIRS, "stopped", "mcp", "replay"]),
    "offline": Plan(
        ["search", "pages", "redirected_beyond", "models", *PAIRS, "mcp", "documents"],
        REMOTE | OFF,
        {"mcp": "http://ip6-localhost/mcp"},
    ),
    "offline questions": Plan([f"{pair} offline" for pair in PAIRS], REMOTE),
    "offline, a local model": Plan(
        [f"{strategy} ollama" for strategy in STRATEGIES],
        {name: url for name, url in REMOTE.items() if "__OLLAMA_URL" not in name} | OFF,
    ),
    "switched off": Plan(
        ["switched_off"],
        {name: url for name, url in REMOTE.items() if "AGENT_SEARCH__" in name},
        {"secure": "https://page.example"},
    ),
    "a table elsewhere": Plan(
        ["documents"], {"DESKTOP_AGENT_KNOWLEDGE__LANCEDB_URI": "s3://localhost/folder"} | OFF
    ),
}


if find_spec("lancedb") is None:
    del PLANS["a table elsewhere"]


@pytest.fixture(scope="module")
def reports(tmp_path_factory) -> dict[str, Report]:
    folder = tmp_path_factory.mktemp("audit")
    with open_outside(folder) as outside:
        return carry_out(outside, PLANS, folder)


@pytest.mark.parametrize("name", PLANS)
def test_nothing_goes_beyond_this_machine_and_no_name_is_asked_for(reports, name):
    assert reports[name].left() == []


def addresses(host: str) -> set[str]:
    """The addresses that a host of the scenario may be connected to at."""
    return {"127.0.0.1", "::1"} if host == "localhost" else {host}


def unaccounted(report: Report) -> tuple[list[Call], list[OutboundRequest]]:
    """Gives the connections that no entry tells of, and the entries that no connection carries.

    Each connection belongs to the request that made it, the latest that had begun and has none yet;
    a request without one was sent over a connection that was kept open. Where a name has several
    addresses (``::1`` and ``127.0.0.1``), one request may try one after the other.
    """
    waiting = [entry for entry in report.ledger if entry.outcome != "refused"]
    carried: dict[str, set[str]] = defaultdict(set)
    missing = []
    tried: list[tuple[OutboundRequest, set[str]]] = []
    for call in report.connects():
        fits = [
            entry
            for entry in waiting
            if call.host in addresses(entry.host) and 0 <= call.at - entry.at <= WINDOW_S
        ]
        again = [
            (entry, hosts)
            for entry, hosts in tried
            if call.host in addresses(entry.host) - hosts and 0 <= call.at - entry.at <= WINDOW_S
        ]
        if again and (not fits or again[-1][0].at >= fits[-1].at):
            again[-1][1].add(call.host)
            continue
        if not fits:
            missing.append(call)
            continue
        tried.append((fits[-1], {call.host}))
        waiting.remove(fits[-1])
        carried[fits[-1].host].add(fits[-1].purpose)
    # pages are read over a connection each; the others keep theirs for the next request
    invented = [
        entry
        for entry in waiting
        if entry.purpose == "fetch" or entry.purpose not in carried[entry.host]
    ]
    return missing, invented


def test_every_connection_is_in_the_ledger_and_every_entry_was_a_connection(reports):
    report = reports["all"]
    missing, invented = unaccounted(report)
    # the two looks, of the light and of the doctor, whether the model server on this machine is there
    assert [call.host for call in missing] == ["127.0.0.2"] * 2
    assert all(report.began["models"] <= call.at < report.began["documents"] for call in missing)
    assert invented == []
    assert {entry.outcome for entry in report.ledger} == {"ok", "failed"}
    assert all(entry.bytes_sent > 0 for entry in report.ledger)
    assert all(entry.bytes_received > 0 for entry in report.ledger if entry.outcome == "ok")
    spoken = {(entry.host, entry.purpose) for entry in report.ledger}
    assert spoken == {
        *((f"127.0.0.{number}", "model") for number in (2, 3, 4)),
        *((host, "search") for host in ("127.0.0.5", "localhost", "127.0.0.7", "127.0.0.8")),
        *((f"127.0.0.{number}", "fetch") for number in (9, 10, 11, 12)),
        ("127.0.0.1", "mcp"),
    }
    assert any("walrus" in line for line in report.said["mcp"])
    silent = [call for call in report.connects() if call.at > report.began["replay"]]
    assert silent == []
    assert int(report.said["replay"][0]) > 100


def refused(report: Report) -> set[tuple[str, str]]:
    return {(each.host, each.purpose) for each in report.ledger if each.outcome == "refused"}


def test_offline_by_the_setting_nothing_leaves_and_all_that_would_is_refused_and_said(reports):
    report = reports["offline"]
    assert report.connects() == []
    assert refused(report) >= {
        ("ollama.example", "model"),
        ("openai.example", "model"),
        ("localhost.example", "model"),
        ("registry.ollama.ai", "model"),
        ("duck.example", "search"),
        ("ip6-localhost", "search"),
        ("brave.example", "search"),
        ("127.0.0.1.example", "search"),
        *((f"127.0.0.{number}", "fetch") for number in (9, 10, 11, 12)),
        ("page.example", "fetch"),
        ("ip6-localhost", "fetch"),
        ("localhost.", "fetch"),
        ("app.localhost", "fetch"),
        ("ip6-localhost", "mcp"),
    }
    for name, lines in report.said.items():
        assert any("switched off" in line for line in lines), (name, lines)
    for line in (*report.said["pages"], *report.said["redirected_beyond"]):
        assert "switched off" in line


def test_offline_by_the_question_nothing_of_its_run_leaves(reports):
    report = reports["offline questions"]
    assert report.connects() == []
    assert {purpose for _, purpose in refused(report)} >= {"model"}
    for name, lines in report.said.items():
        assert any("switched off" in line for line in lines), (name, lines)


def test_offline_with_a_model_on_this_machine_only_the_model_is_spoken_to(reports):
    report = reports["offline, a local model"]
    assert {call.host for call in report.connects()} == {"127.0.0.2"}
    assert unaccounted(report) == ([], [])


def test_switched_off_in_the_middle_of_a_run_nothing_more_leaves(reports):
    report = reports["switched off"]
    assert {call.host for call in report.connects()} == {"127.0.0.2"}
    assert {purpose for _, purpose in refused(report)} == {"search", "fetch"}
    assert any("switched off" in line for line in report.said["switched_off"])


def test_a_table_elsewhere_is_not_searched_offline_whatever_its_name(reports):
    if "a table elsewhere" not in reports:
        pytest.skip("LanceDB is not installed")
    report = reports["a table elsewhere"]
    assert ("s3://localhost", "documents") in refused(report)
    assert "switched off" in report.said["documents"][1]
    assert "'remote'" in report.said["documents"][3], "the collections are still listed"
