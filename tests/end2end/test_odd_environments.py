"""Variables that other programs are set up with do not stop this one."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

from tests.end2end.world import World
from tests.servers.anthropic import FakeAnthropic
from tests.servers.loopback import serve
from tests.servers.ollama import Model
from tests.servers.openai_compat import FakeOpenAI

SOCKS = {"ALL_PROXY": "socks5://192.0.2.1:1080"}
NO_IPV6 = {"NO_PROXY": "[::1],fe80::/10,fd00::/8,::1/128"}
ODD = {
    "socks, a certificate file that is not there, Ollama's own": SOCKS
    | NO_IPV6
    | {"SSL_CERT_FILE": "/nonexistent/ca.pem"}
    | {"OLLAMA_HOST": "http://[", "OLLAMA_API_KEY": "sk-of-ollama"},
    "in lower case, and a certificate folder that is not there": {
        "all_proxy": "socks://192.0.2.1:1080",
        "http_proxy": "http://192.0.2.1:8",
        "no_proxy": "[::1],::1/128",
        "SSL_CERT_DIR": "/nonexistent",
    },
    "proxies that are no address, and a certificate file that is a folder": {
        "HTTPS_PROXY": "http://[",
        "HTTP_PROXY": "::::",
        "SSL_CERT_FILE": "/",
    },
    "a certificate file without certificates": {"SSL_CERT_FILE": "/etc/hostname"},
}
"""Each with several oddities that do not cover each other."""


@pytest.fixture
def world(make_world) -> World:
    world = make_world(replies=lambda _request: "Good morning to you.")
    embedder = Model(name="nomic-embed-text", capabilities=("embedding",))
    world.ollama.models["nomic-embed-text:latest"] = embedder
    return world


@contextmanager
def serve_certified(world: World, folder: Path) -> Iterator[tuple[trustme.CA, str]]:
    """Serves the world's models over TLS; gives the authority that vouches for it, and the address."""
    authority, file = trustme.CA(), str(folder / "server.pem")
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(file)
    with serve(world.ollama.app, certificate=(file, file)) as url:
        yield authority, url


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_model_answers_whatever_the_environment_says(world, odd):
    done = world.run("ask", "Say good morning.", "--strategy", "quick", "--bare", **odd)
    assert (done.returncode, done.stdout) == (0, "Good morning to you\n"), done.stderr


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_the_servers_of_other_providers_are_asked_directly(world, provider):
    fake = FakeOpenAI() if provider == "openai" else FakeAnthropic()
    odd = SOCKS | NO_IPV6
    with serve(fake.app) as url:
        environ = {
            "DESKTOP_AGENT_LLM__PROVIDER": provider,
            "DESKTOP_AGENT_LLM__OPENAI_URL": f"{url}/v1",
            "DESKTOP_AGENT_LLM__ANTHROPIC_URL": url,
            f"{provider.upper()}_API_KEY": "sk-of-the-test",
        }
        done = world.run("models", "list", **environ, **odd)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_documents_are_embedded_whatever_the_environment_says(world, tmp_path):
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "cake.txt").write_text("Beat the eggs with sugar.")
    given = {"DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_PROVIDER": "ollama", **SOCKS, **NO_IPV6}
    done = world.run("knowledge", "add", str(tmp_path / "papers"), **given)
    assert done.returncode == 0, done.stderr
    assert "1 of 1 chunk embedded" in done.stderr


def test_the_doctor_names_each_variable_that_cannot_be_used_and_what_to_do(world):
    named = {
        "ALL_PROXY is not used": "VPN",
        "SSL_CERT_FILE cannot be used: / ": "Unset SSL_CERT_FILE and SSL_CERT_DIR",
        "SSL_CERT_DIR cannot be used: /none ": "Unset SSL_CERT_FILE and SSL_CERT_DIR",
    }
    done = world.run("doctor", "--json", **SOCKS, SSL_CERT_FILE="/", SSL_CERT_DIR="/none")
    checks = json.loads(done.stdout)
    for text, remedy in named.items():
        (check,) = [check for check in checks if text in check["text"]]
        assert check["status"] == "warning"
        assert remedy in check["remedy"]
    assert [each["status"] for each in checks if each["name"] == "model"] == ["ok"]


def test_the_doctor_says_nothing_of_proxies_where_there_are_none(world):
    done = world.run("doctor", "--json")
    checks = {check["name"]: check for check in json.loads(done.stdout)}
    assert "proxy" not in checks
    assert checks["certificates"] == {
        "name": "certificates",
        "status": "ok",
        "text": "trusted is what the system names",
        "remedy": "",
    }


SYSTEM_STORE = """
import ssl, sys
from desktop_agent.web import connections
stated = ssl.get_default_verify_paths()
def paths():
    return stated._replace(openssl_cafile=sys.argv[1], openssl_capath="/nonexistent")
ssl.get_default_verify_paths = paths
from desktop_agent.__main__ import main
sys.exit(main(sys.argv[2:]))
"""
"""Starts the program where OpenSSL was compiled to find the system's authorities in a file."""


@pytest.mark.skipif(sys.platform != "linux", reason="the store of other systems is not a file")
@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "stranger"])
def test_an_authority_that_only_the_system_knows_is_trusted(world, tmp_path, trusted):
    store = tmp_path / "system.pem"
    with serve_certified(world, tmp_path) as (authority, url):
        (authority if trusted else trustme.CA()).cert_pem.write_to_path(str(store))
        given = {"DESKTOP_AGENT_LLM__OLLAMA_URL": url}
        done = world.run_anew(str(store), "models", "list", code=SYSTEM_STORE, **given)
    assert done.returncode == (0 if trusted else 1), done.stderr
    assert ("nomic-embed-text" in done.stdout) == trusted
    assert ("not trusted" in done.stderr) != trusted


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
def test_what_the_variables_name_takes_the_place_of_the_system(world, tmp_path, variable):
    folder = tmp_path / "authorities"
    folder.mkdir()
    named = folder / "authority.pem"
    with serve_certified(world, tmp_path) as (authority, url):
        authority.cert_pem.write_to_path(str(named))
        if variable == "SSL_CERT_DIR":
            if subprocess.run(["openssl", "rehash", str(folder)], check=False).returncode:
                pytest.skip("openssl is not at hand")
            named = folder
        environ = {"DESKTOP_AGENT_LLM__OLLAMA_URL": url, variable: str(named)}
        done = world.run("models", "list", **environ)
    assert (done.returncode, "nomic-embed-text" in done.stdout) == (0, True), done.stderr
