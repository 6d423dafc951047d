"""Servers that send too much, too slowly, nonsense, or elsewhere: the fetcher ends and goes on."""

import asyncio
import gzip
import socket
import struct
import time
import zlib
from itertools import chain, repeat

import pytest

from desktop_agent.core.errors import AddressRefused, FetchError, Unreadable
from desktop_agent.core.research import Page
from tests.security.hostile_pages.server import Behaviour, head

pytestmark = pytest.mark.asyncio(loop_scope="module")

HTML = "Content-Type: text/html"
CHUNKED = "Transfer-Encoding: chunked"


def sends(*parts: bytes, every_s: float = 0, endless: bool = False) -> Behaviour:
    """Sends the parts, the last again and again when ``endless``."""

    async def answer(writer: asyncio.StreamWriter) -> None:
        for part in chain(parts, repeat(parts[-1]) if endless else ()):
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(every_s)

    return answer


def sends_then_resets(data: bytes) -> Behaviour:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(0.05)
        connection: socket.socket = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    return answer


def packed(block: bytes, times: int, bits: int) -> bytes:
    """Gives the block again and again, compressed as if it were packed at once."""
    packer = zlib.compressobj(9, zlib.DEFLATED, bits)
    first, again = (packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    return first + again * (times - 1)


def bomb(bits: int) -> bytes:
    """Gives a gigabyte of spaces in a megabyte."""
    return packed(b"<p>boom</p>" + b" " * 1_000_000, 1000, bits)


@pytest.mark.parametrize(
    ("encoding", "bits", "limit"),
    [("gzip", 31, {}), ("deflate", 15, {"max_bytes": 300_000}), ("deflate", -15, {"max_bytes": 9_000})],
)  # fmt: skip
async def test_a_compression_bomb_is_unpacked_to_the_limit_alone(reader, encoding, bits, limit):
    answer = head(None, HTML, f"Content-Encoding: {encoding}") + bomb(bits)
    found = await reader.outcome(reader.server.serve("/bomb", sends(answer)), **limit)
    assert isinstance(found, Page)
    assert found.truncated
    assert found.text.startswith("boom")
    assert reader.peak_mib() < 512


@pytest.mark.parametrize(
    "header",
    ["br", "zstd", "compress", "gzip, gzip", "gzip, br", "gzip" + ", gzip" * 5000, "dcb"],
    ids=lambda header: header[:12],
)
async def test_a_body_compressed_in_another_way_or_twice_is_refused(reader, header):
    body = gzip.compress(gzip.compress(b" " * 1_000_000))
    answer = head(len(body), HTML, f"Content-Encoding: {header}") + body
    found = await reader.outcome(reader.server.serve("/packed", sends(answer)))
    assert isinstance(found, Unreadable)
    assert "compressed as" in found.message
    assert len(str(found)) < 400


@pytest.mark.parametrize(
    "body", [b"\x1f\x8b\x08\0", gzip.compress(b"x" * 9000)[:-300], b"\x1f\x8b" * 100_000, b"plain"],
    ids=["head alone", "cut", "magic alone", "plain"],
)  # fmt: skip
async def test_a_broken_compressed_body_is_an_error_or_what_came_of_it(reader, body):
    answer = head(None, HTML, "Content-Encoding: gzip") + body
    found = await reader.outcome(reader.server.serve("/broken", sends(answer)))
    assert isinstance(found, Page | Unreadable)


async def test_an_endless_body_is_cut(reader):
    answer = sends(head(None, HTML), b"<p>more</p>" * 1000, endless=True)
    found = await reader.outcome(reader.server.serve("/endless", answer), max_bytes=30_000)
    assert isinstance(found, Page)
    assert found.truncated


ENDLESS = {
    "silence": ((b"",), 0.05),
    "a byte of the head now and then": ((b"H",), 0.02),
    "a byte of the body now and then": ((head(None, HTML), b"x"), 0.02),
    "chunks of a byte": ((head(None, HTML, CHUNKED), b"1\r\nx\r\n"), 0.02),
    "100 Continue again and again": ((b"HTTP/1.1 100 Continue\r\n\r\n" * 100,), 0.0),
}


@pytest.mark.parametrize("name", ENDLESS)
async def test_what_never_comes_to_an_end_ends_at_the_deadline(reader, name):
    parts, every_s = ENDLESS[name]
    url = reader.server.serve("/never", sends(*parts, every_s=every_s, endless=True))
    began = time.monotonic()
    with pytest.raises(FetchError, match=r"was not read within 0\.4 s"):
        await reader.read(url, timeout_s=0.4)
    assert time.monotonic() - began < 5
    await reader.outcome(url, timeout_s=0.1)


FLOODS = {
    "headers without end": (b"HTTP/1.1 200 OK\r\n", b"X-Flood: aaaaaaaaaaaaaaaaaaaa\r\n" * 1000),
    "one header without end": (b"HTTP/1.1 200 OK\r\nX-Flood: ", b"a" * 100_000),
    "a status line without end": (b"HTTP/1.1 200 ", b"OK" * 50_000),
    "trailers without end": (head(None, HTML, CHUNKED) + b"1\r\nx\r\n0\r\n", b"X-T: a\r\n" * 5000),
    "a chunk extension without end": (head(None, HTML, CHUNKED), b"1;" + b"a" * 100_000),
}


@pytest.mark.parametrize("name", FLOODS)
async def test_a_flood_before_or_after_the_body_is_broken_off(reader, name):
    url = reader.server.serve("/flood", sends(*FLOODS[name], endless=True))
    began = time.monotonic()
    found = await reader.outcome(url, timeout_s=10)
    assert isinstance(found, FetchError)
    assert "was lost" in found.message
    assert len(found.message) < 500
    assert time.monotonic() - began < 5


NONSENSE = {
    "nothing": b"",
    "no HTTP": b"\x16\x03\x01\0\xa5" * 100,
    "HTTP/2 without being asked": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no status": b"HTTP/1.1 abc\r\n\r\n",
    "a status of nine digits": b"HTTP/1.1 200200200 OK\r\n\r\n",
    "a body that is cut": head(5000, HTML) + b"<p>cut</p>",
    "two lengths": head(5, HTML, "Content-Length: 500") + b"12345",
    "a length below nothing": head(-5, HTML) + b"12345",
    "a length of thousand digits": head(None, HTML, "Content-Length: " + "9" * 1000) + b"12345",
    "chunks of no number": head(None, HTML, CHUNKED) + b"zz\r\nxx\r\n0\r\n\r\n",
    "a chunk larger than the world": head(None, HTML, CHUNKED) + b"f" * 15 + b"\r\nxx",
    "a header of control characters": b"HTTP/1.1 200 OK\r\nX\0Y: \x01\r\n\r\nx",
    "not modified": head(None, HTML, status="304 Not Modified") + b"<p>x</p>",
    "an unknown status": head(1, HTML, status="599 Whatever") + b"x",
}


@pytest.mark.parametrize("name", NONSENSE)
async def test_nonsense_is_a_clear_error(reader, name):
    found = await reader.outcome(reader.server.serve("/nonsense", sends(NONSENSE[name])))
    assert isinstance(found, FetchError | Unreadable)
    assert len(str(found)) < 600


async def test_a_connection_that_is_reset_amid_the_body_is_told(reader):
    answer = sends_then_resets(head(5000, HTML) + b"<p>half</p>")
    found = await reader.outcome(reader.server.serve("/reset", answer))
    assert isinstance(found, FetchError)
    assert "was lost" in found.message


async def test_a_body_longer_than_its_length_is_read_as_far_as_declared(reader):
    answer = head(12, HTML) + b"<p>short</p><p>smuggled</p>"
    found = await reader.outcome(reader.server.serve("/longer", sends(answer)))
    assert isinstance(found, Page)
    assert found.text == "short"


def to(location: str) -> bytes:
    return head(0, f"Location: {location}", status="302 Found")


@pytest.mark.parametrize(
    "location",
    [
        "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/",
        "http://2130706433/", "//192.168.1.1/", "file:///etc/passwd", "javascript:alert(1)",
        "data:text/html,x", "gopher://example.org/", "http://", "http://[", "http://a b/",
        "http://\xff\xfe/", "ftp://example.org/", "\\\\10.0.0.1\\x", "http://router/",
    ],
)  # fmt: skip
async def test_a_redirect_to_what_may_not_be_read_is_refused(reader, location):
    found = await reader.outcome(reader.server.serve("/away", sends(to(location))))
    assert isinstance(found, AddressRefused | FetchError)
    assert "root:" not in str(found)


async def test_a_redirect_of_ninety_kilobytes_is_refused_in_few_words(reader):
    found = await reader.outcome(reader.server.serve("/far", sends(to("/a" * 45_000))))
    assert isinstance(found, AddressRefused | FetchError)
    assert len(str(found)) < 600


async def test_redirects_in_a_circle_and_without_end_are_told(reader):
    reader.server.serve("/there", sends(to("/here")))
    found = await reader.outcome(reader.server.serve("/here", sends(to("/there#x"))))
    assert "in a loop" in str(found)
    for number in range(12):
        reader.server.serve(f"/r{number}", sends(to(f"/r{number + 1}")))
    assert "more than 10 times" in str(await reader.outcome(f"{reader.server.url}/r0"))


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/html", b"\x89PNG\r\n\x1a\n" + b"\0" * 900),
        ("text/html", b"PK\x03\x04" + b"\0" * 900),
        ("application/pdf", b"<html><p>no PDF</p>"),
        ("text/html", b"%PDF-1.7\n" + b"x" * 900),
        ("image/png", b"<html><p>no picture</p>"),
        ("video/mp4", b"<p>x</p>"),
        ("x" * 50_000, b"<p>x</p>"),
        ("text/html; " + "a=b; " * 10_000 + "charset=utf-8", b"<p>x</p>"),
        ("/;;;=", b"\0\1\2\3" * 300),
        *((f"text/html; charset={name}", b"<p>" + b"xn--+AGE-\\x41" * 9000) for name in (
            "idna", "punycode", "unicode_escape", "rot13", "zlib", "bz2", "utf-7", "undefined",
            "mbcs", "hex", "base64", "x" * 9000, "../../etc", "utf-8\0",
        )),
    ],
)  # fmt: skip
async def test_a_wrong_type_or_charset_is_an_error_or_seen_through(reader, content_type, body):
    answer = head(len(body), f"Content-Type: {content_type}") + body
    found = await reader.outcome(reader.server.serve("/type", sends(answer)))
    assert isinstance(found, Page | Unreadable | FetchError)
    assert "crashed" not in str(found)
    if not isinstance(found, Page):
        assert len(str(found)) < 600
