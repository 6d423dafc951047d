"""The page reader against a fake web on loopback."""

import asyncio
import gzip
import hashlib
import json
import ssl
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest
import trustme

from desktop_agent.core.errors import FetchError, Offline, StorageError, Unreadable
from desktop_agent.core.network import OutboundRequest
from desktop_agent.core.research import Page, PageFact
from desktop_agent.core.settings import FetchSettings
from desktop_agent.web.fetch.guard import Guard
from desktop_agent.web.fetch.service import FetchService
from desktop_agent.web.fetch.worker import ExtractionWorker
from desktop_agent.web.ledger import network_scope
from tests.servers.http2 import serve_http2
from tests.servers.loopback import free_port, serve
from tests.servers.pages import Document


@dataclass
class Snapshots:
    pages: list[Page] = field(default_factory=list)
    full: bool = False

    def save(self, page: Page) -> str:
        if self.full:
            raise StorageError("No space left.")
        self.pages.append(page)
        return hashlib.sha256(page.stored.encode()).hexdigest()


async def loopback(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1"]


@pytest.fixture(scope="module")
def worker_options() -> dict[str, float]:
    return {"timeout_s": 20.0}  # the machine that tests may be busy


@pytest.fixture
async def reader(site, worker_options) -> AsyncIterator[Callable[..., FetchService]]:
    made = []

    def make(
        *,
        allow: Sequence[str] = (),
        snapshots: Snapshots | None = None,
        ssl_context: ssl.SSLContext | None = None,
        **settings,
    ) -> FetchService:
        guard = Guard([site.removeprefix("http://"), *allow], loopback)
        worker = ExtractionWorker(**worker_options)
        save = snapshots.save if snapshots else None
        made.append(FetchService(FetchSettings(**settings), guard, worker, save, ssl_context))
        return made[-1]

    yield make
    for service in made:
        await service.aclose()
    # httpx leaves its generators of a body that was not read to the end to the loop to close
    await asyncio.sleep(0.02)


async def test_the_main_part_of_a_page_is_given_in_each_form_and_stored_whole(reader, site):
    snapshots = Snapshots()
    service = reader(snapshots=snapshots)
    page = await service.fetch(f"{site}/article")
    assert page.title == "Tides of the Severn"
    assert page.text.startswith(
        "# Tides\n\nThe Severn estuary has a tidal range of about 15 metres"
    )
    assert f"[tables]({site}/tables.html)" in page.text
    assert "cookies" not in page.text
    assert "Imprint" not in page.text
    assert page.links == (f"{site}/", f"{site}/about", f"{site}/tables.html")
    assert (page.url, page.final_url) == (f"{site}/article", f"{site}/article")
    assert (page.media_type, page.truncated) == ("text/html", False)
    assert page.total_chars == len(page.text)
    assert page.fetched_at.endswith("+00:00")
    assert (await service.fetch(f"{site}/article", "text")).text.startswith("Tides\n\nThe Severn")
    html = (await service.fetch(f"{site}/article", "html")).text
    assert "<h1>Tides</h1>" in html
    assert "<nav" not in html

    snapshots.pages.clear()
    page = await service.fetch(f"{site}/article", max_length=60)
    (stored,) = snapshots.pages
    assert len(stored.text) == stored.total_chars == page.total_chars
    assert page.snapshot == hashlib.sha256(stored.text.encode()).hexdigest()
    assert page.truncated
    assert page.text.endswith(f" of {page.total_chars} characters]")
    assert stored.text.startswith(page.text.split("\n\n[truncated")[0])
    snapshots.full = True  # does not keep a page from being read
    page = await service.fetch(f"{site}/article", max_length=60)
    assert (page.title, page.snapshot) == ("Tides of the Severn", "")
    assert len(page.stored) >= page.total_chars > 60


ALBUM = (
    """<html lang=en><script type="application/ld+json">{"@type": "MusicAlbum", "name": "GUTS",
"datePublished": "2023-09-08"}</script><meta property=article:modified_time content=2024-01-02>
<h1>GUTS</h1><p>"""
    + "The second album of Olivia Rodrigo. " * 20
)


async def test_what_stands_in_json_ld_alone_is_stored_below_the_text(reader, site, pages):
    pages.documents["/album"] = Document(ALBUM.encode())
    snapshots = Snapshots()
    page = await reader(snapshots=snapshots).fetch(f"{site}/album", max_length=60)
    (kept,) = snapshots.pages
    assert PageFact("json_ld", "MusicAlbum: GUTS", "datePublished", "2023-09-08") in page.facts
    assert page.published == "2024-01-02"
    assert page.stored == kept.stored
    assert page.stored.startswith(kept.text)
    assert len(kept.text) == page.total_chars
    assert "- MusicAlbum: GUTS — datePublished: 2023-09-08" in page.stored[len(kept.text) :]
    assert page.snapshot == hashlib.sha256(page.stored.encode()).hexdigest()
    assert "2023" not in page.text
    assert "2023-09-08" not in repr(replace(page, facts=()))


async def test_ten_redirects_are_followed_and_told_and_eleven_are_not(reader, site, pages):
    service = reader()
    for path in (
        "hops/10",
        *(f"to?code={code}&url=/article" for code in (301, 302, 303, 307, 308)),
    ):
        page = await service.fetch(f"{site}/{path}")
        assert page.title == "Tides of the Severn"
        assert (page.url, page.final_url) == (f"{site}/{path}", f"{site}/article")
    pages.seen.clear()
    with pytest.raises(FetchError, match="redirects more than 10 times"):
        await service.fetch(f"{site}/hops/11")
    assert len(pages.seen) == 11


async def test_no_cookie_user_or_referer_is_sent_and_host_and_agent_are_honest(
    reader, pages, site, monkeypatch, tmp_path
):
    port = site.rpartition(":")[2]
    netrc = tmp_path / "netrc"
    netrc.write_text("default login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    page = await reader(allow=["site.example"]).fetch(
        f"http://me:secret@site.example:{port}/cookie"
    )
    _, headers = pages.seen[-1]
    assert headers["host"] == f"site.example:{port}"
    assert "DesktopAgent" in headers["user-agent"]
    assert {"cookie", "authorization", "referer"}.isdisjoint(headers)
    assert page.final_url == f"http://site.example:{port}/headers"
    assert "secret" not in repr(page).replace(page.url, "")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("401", "requires a login (HTTP 401)"),
        ("404", "does not exist (HTTP 404)"),
        ("429?Retry-After=17", "is getting too many requests from this computer (HTTP 429)"),
    ],
)
async def test_an_http_error_is_named_with_what_to_do(reader, site, path, said):
    with pytest.raises(FetchError) as caught:
        await reader().fetch(f"{site}/status/{path}")
    assert said in caught.value.message
    assert ("17 s" if "17" in path else "") in caught.value.remedy != ""


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(b"<p>squeezed</p>")),
        ("x-gzip", gzip.compress(b"<p>squeezed") + gzip.compress(b" ") * 3000 + b"\0\0\0"),
        ("deflate", zlib.compress(b"<p>squeezed</p>")),
        ("deflate", zlib.compress(b"<p>squeezed</p>")[2:-4]),
    ],
    ids=["gzip", "two members", "zlib", "raw deflate"],
)
async def test_a_compressed_body_is_read(reader, site, pages, encoding, body):
    pages.documents["/z"] = Document(body, headers={"Content-Encoding": encoding})
    assert (await reader().fetch(f"{site}/z")).text == "squeezed"


async def test_a_body_of_just_the_limit_is_not_called_cut(reader, site, pages):
    pages.documents["/just"] = Document(b"a" * 2000, "text/plain")
    pages.documents["/over"] = Document(b"a" * 2001, "text/plain")
    service = reader(max_bytes=2000)
    assert not (await service.fetch(f"{site}/just")).truncated
    assert (await service.fetch(f"{site}/over")).truncated


async def test_addresses_are_tried_one_after_the_other_until_the_deadline(site, worker_options):
    port = int(site.rpartition(":")[2])

    async def resolve(host: str, _port: int) -> Sequence[str]:
        if host == "slow.example":
            await asyncio.Event().wait()
        return ["127.0.0.3", "127.0.0.1"]  # only the second is listened on

    guard = Guard(["site.example", "127.0.0.1"], resolve)
    worker = ExtractionWorker(**worker_options)
    service = FetchService(FetchSettings(timeout_s=5), guard, worker)
    page = await service.fetch(f"http://site.example:{port}/article")
    assert page.title == "Tides of the Severn"
    port = free_port()
    with pytest.raises(FetchError, match=f"No connection to 127.0.0.1, port {port}"):
        await service.fetch(f"http://127.0.0.1:{port}/")
    with pytest.raises(FetchError, match="was not read within"):
        await FetchService(FetchSettings(timeout_s=0.2), guard, worker).fetch(
            "http://slow.example/"
        )
    await service.aclose()


async def test_a_type_that_is_never_read_is_refused_before_its_body_comes(reader, site, pages):
    pages.documents["/film"] = Document(b"x" * 3_000_000, "video/mp4")
    uses: list[OutboundRequest] = []
    with (
        network_scope(uses.append, offline=False),
        pytest.raises(Unreadable, match=r"video/mp4, which isn't supported") as caught,
    ):
        await reader().fetch(f"{site}/film")
    assert "PDF" in caught.value.remedy
    assert uses[0].bytes_received < 1_000_000


async def test_the_ledger_names_the_host_of_each_hop_not_its_address(reader, site, pages):
    port = site.rpartition(":")[2]
    uses: list[OutboundRequest] = []
    service = reader(allow=["a.example", "b.example"])
    with network_scope(uses.append, offline=False):
        await service.fetch(f"http://a.example:{port}/to?url=http://b.example:{port}/article")
    assert [(use.host, use.purpose) for use in uses] == [
        ("a.example", "fetch"),
        ("b.example", "fetch"),
    ]
    assert all(use.bytes_sent > 100 and use.bytes_received > 50 for use in uses)
    # offline nothing is sent, not even to this machine
    pages.seen.clear()
    with network_scope(uses.append, offline=True), pytest.raises(Offline):
        await service.fetch(f"{site}/article")
    assert pages.seen == []


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def certificate(authority, tmp_path_factory) -> tuple[str, str]:
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    authority.issue_cert("right.example").private_key_and_cert_chain_pem.write_to_path(file)
    return str(file), str(file)


@pytest.fixture(scope="module")
def secure(web, certificate) -> Iterator[int]:
    with serve(web[0], certificate=certificate) as url:
        yield int(url.rpartition(":")[2])


@pytest.fixture
def trust(authority) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


async def test_tls_is_verified_against_the_name_not_the_address(reader, secure, trust, pages, site):
    service = reader(allow=["right.example"], ssl_context=trust)
    page = await service.fetch(f"https://right.example:{secure}/article")
    assert page.title == "Tides of the Severn"
    assert pages.seen[-1][1]["host"] == f"right.example:{secure}"
    page = await service.fetch(f"https://right.example:{secure}/to?url={site}/article")
    assert page.final_url == f"{site}/article"  # a redirect to a plain one


async def test_http_2_is_spoken_with_the_name_as_authority(reader, certificate, trust):
    service = reader(allow=["right.example"], ssl_context=trust)
    with serve_http2(*certificate) as port:
        page = await service.fetch(f"https://right.example:{port}/a?b=c")
    head = json.loads(page.text)
    assert head[":authority"] == f"right.example:{port}"
    assert (head[":scheme"], head[":path"]) == ("https", "/a?b=c")
    assert "DesktopAgent" in head["user-agent"]


@pytest.mark.parametrize("host", ["wrong.example", "127.0.0.1"])
async def test_a_certificate_for_another_name_is_refused_and_said_so(reader, secure, trust, host):
    service = reader(allow=[host], ssl_context=trust)
    with pytest.raises(FetchError, match=f"certificate presented by {host} does not match"):
        await service.fetch(f"https://{host}:{secure}/article")


async def test_an_unknown_authority_and_a_server_without_tls_are_refused(reader, secure, site):
    service = reader(allow=["right.example"])
    with pytest.raises(FetchError, match=r"certificate for right\.example is not trusted"):
        await service.fetch(f"https://right.example:{secure}/article")
    with pytest.raises(FetchError, match=r"No encrypted connection to 127\.0\.0\.1"):
        await service.fetch(f"{site.replace('http:', 'https:')}/article")
