"""Nothing that a page, a search or a model names may reach what is not public."""

import ipaddress
import ssl
import urllib.parse
from collections.abc import AsyncIterator, Sequence

import pytest

from desktop_agent.core.errors import AddressRefused, FetchError
from desktop_agent.core.settings import FetchSettings
from desktop_agent.web.fetch.guard import Guard, why_not_public
from desktop_agent.web.fetch.request import request_hop
from desktop_agent.web.fetch.service import FetchService
from desktop_agent.web.fetch.worker import ExtractionWorker
from tests.loopback_only import ReachedBeyondLoopbackError
from tests.unit.web.fetch.conftest import pages, site, web

__all__ = ["pages", "site", "web"]  # fixtures

# Spellings of 127.0.0.1, 10.0.0.1, 169.254.169.254 and their like: dotless, octal, hexadecimal,
# short, wrapped in IPv6, full-width, percent-encoded, behind a user; and schemes that are not http.
HOSTS = (
    "127.0.0.1 127.0.0.1.:80 127.1 0 2130706433 017700000001 0x7F000001 0x7f.0x0.0x0.0x1 "
    "0177.0.0.1 00000177.0.0.1 127.0x1 4294967295 4294967296 18446744073709551617 [::1] "
    "[0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] "
    "[64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:0:0:0:0:80ff:fffe] "
    "[2606:4700::5efe:7f00:1] [fd00:ec2::254] [ff02::1] １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.① localhost "
    "LOCALHOST. foo.localhost ip6-loopback metadata.google.internal metadata 2852039166 "
    "100.100.100.200 192.0.0.192 168.63.129.16 0.0.0.0 255.255.255.255"
)
SPELLINGS = (
    *(f"http://{host}/" for host in HOSTS.split()),
    "http://[fe80::1%25lo]/",
    "http://[::1%25lo]/",
    "http://%31%32%37.0.0.1/",
    "http://127.0.0.1%2f@example.com/",
    "http://example.com@127.0.0.1/",
    "http://example.com:80@127.0.0.1:80/",
    "http://127.0.0.1\\@example.com/",
    "http:\\\\127.0.0.1\\",
    "http://example.com\\.127.0.0.1/",
    "http://127.0.0.1\t/",
    "http://127.0.0.1\r\nHost:example.com/",
    "http:/127.0.0.1/",
    "http:127.0.0.1/",
    "http:///127.0.0.1/",
    "//127.0.0.1/",
    "///127.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "file://127.0.0.1/etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "dict://127.0.0.1:11211/stat",
    "ftp://127.0.0.1/",
    "data:text/html,<p>x",
    "javascript:fetch('http://127.0.0.1')",
    "jar:http://127.0.0.1!/",
    "blob:http://127.0.0.1/x",
    "view-source:http://127.0.0.1/",
    "unix:///run/docker.sock",
    "",
    " ",
    "http://",
)


async def private(host: str, port: int) -> Sequence[str]:
    """Resolves every name to this machine, as an attacker's name server would."""
    return ["127.0.0.1"]


@pytest.fixture
async def service(site) -> AsyncIterator[FetchService]:
    """Reads pages of the loopback site alone; every name leads to loopback as well."""
    guard = Guard([site.removeprefix("http://")], private)
    service = FetchService(FetchSettings(), guard, ExtractionWorker())
    yield service
    await service.aclose()


def is_public_literal(url: str) -> bool:
    """True for the few payloads that name a public address outright, seen by another parser."""
    host = urllib.parse.urlsplit(url).hostname or ""
    if host.isdigit():
        host = str(ipaddress.ip_address(int(host))) if int(host) < 2**32 else ""
    return why_not_public(host) == ""


@pytest.mark.parametrize("url", SPELLINGS)
async def test_no_spelling_is_read_as_a_first_address(service, pages, url):
    with pytest.raises(AddressRefused):
        await service.fetch(url)
    assert pages.seen == []


def leaves_the_page(url: str) -> bool:
    """False for what a redirect takes as a path of its own site, and for what no header can hold."""
    joined = urllib.parse.urljoin("http://page.example/", url)
    return url.isprintable() and not joined.startswith("http://page.example/")


@pytest.mark.parametrize("url", list(filter(leaves_the_page, SPELLINGS)))
async def test_no_spelling_is_read_as_the_target_of_a_redirect(service, pages, site, url):
    with pytest.raises(AddressRefused):
        await service.fetch(f"{site}/to?url={urllib.parse.quote(url, safe='')}")
    assert len(pages.seen) == 1


async def test_no_collected_payload_is_let_through(shared_fixtures):
    """Feeds every line of the collection to the guard, with a name server that always says 127.0.0.1."""
    lines = (shared_fixtures / "ssrf_payloads.txt").read_text(encoding="utf-8").splitlines()
    payloads = [line for line in lines if line.strip() and not line.startswith("#")]
    assert len(payloads) > 800
    let_through = []
    guard = Guard(resolver=private)
    for payload in payloads:
        try:
            target = await guard.check(payload)
        except AddressRefused:
            continue
        if not is_public_literal(payload):
            let_through.append((payload, target))
    assert let_through == []


async def test_every_address_of_the_collection_that_is_let_through_is_global(shared_fixtures):
    lines = (shared_fixtures / "ssrf_payloads.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if why_not_public(line) == "":
            address = ipaddress.ip_address(line)
            inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
            assert (inner or address).is_global, line


async def test_a_public_page_cannot_redirect_into_a_host_opened_by_allow_hosts():
    """What a person opened for themselves is not open to whoever can make the agent read a page."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        return ["93.184.216.34"] if host == "public.example" else ["10.0.0.5"]

    guard = Guard(["wiki.corp"], resolve)
    service = FetchService(FetchSettings(), guard, ExtractionWorker())
    public = await guard.check("http://public.example/")
    with pytest.raises(AddressRefused, match=r"redirects to wiki\.corp"):
        await service._next_target(public, "http://wiki.corp/secret")
    opened = await guard.check("http://wiki.corp/")
    assert (await service._next_target(opened, "/page")).opened


async def test_the_connection_goes_to_the_checked_address_and_none_is_looked_up_again(site, pages):
    """The name below does not exist, and the test process refuses every look-up of it."""
    asked = []

    async def once(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.9"]

    port = site.rpartition(":")[2]
    guard = Guard([f"rebind.example:{port}"], once)
    service = FetchService(FetchSettings(), guard, ExtractionWorker())
    page = await service.fetch(f"http://rebind.example:{port}/article")
    assert page.title == "Tides of the Severn"
    assert asked == ["rebind.example"]
    assert pages.seen[0][1]["host"] == f"rebind.example:{port}"
    await service.aclose()


async def test_a_name_that_turns_private_after_the_check_is_still_connected_at_its_public_address():
    """The socket goes to 93.184.216.34, where this test process may not: proof of where it went."""
    answers = [["93.184.216.34"], ["127.0.0.1"]]

    async def rebinding(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    guard = Guard(resolver=rebinding)
    target = await guard.check("http://rebind.example/")
    with pytest.raises(BaseException) as caught:
        await request_hop(target, ssl.create_default_context(), 1000)
    assert "93.184.216.34" in repr(_reached(caught.value))
    with pytest.raises(AddressRefused):
        await guard.check("http://rebind.example/")


def _reached(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, ReachedBeyondLoopbackError)
    return error


async def test_a_name_without_an_address_is_no_way_in(site):
    async def nowhere(host: str, port: int) -> Sequence[str]:
        return []

    with pytest.raises(FetchError, match="no address"):
        await Guard(resolver=nowhere).check("http://gone.example/")
