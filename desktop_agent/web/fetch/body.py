"""The body of a response, decompressed, up to a limit that a compression bomb cannot pass."""

import zlib

import httpx

from desktop_agent.core.errors import Unreadable

ACCEPT_ENCODING = "gzip, deflate"
"""What `read_body` can undo; servers that honour it send nothing else."""

_GZIP_OR_ZLIB = 47  # zlib's window bits: 15, plus 32 to tell the two by their headers
_RAW_DEFLATE = -15
_GZIP_MAGIC = b"\x1f\x8b"


class _Plain:
    def decode(self, data: bytes, most: int) -> bytes:
        return data[:most]


class _Inflated:
    """Decompresses no more than is asked for: httpx's own decoders inflate a whole chunk at once."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._begun = False

    def decode(self, data: bytes, most: int) -> bytes:
        out = b""
        while data and len(out) < most:
            if self._stream.eof:
                if not data.startswith(_GZIP_MAGIC):
                    break  # what follows the last member of a gzip file is padding
                self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
            out += self._inflate(data, most - len(out))
            data = self._stream.unused_data
        return out

    def _inflate(self, data: bytes, most: int) -> bytes:
        try:
            out = self._stream.decompress(data, most)
        except zlib.error:
            if self._begun:
                raise
            # "deflate" should be zlib (RFC 9110, section 8.4.1.2); some servers send it raw
            self._stream = zlib.decompressobj(_RAW_DEFLATE)
            out = self._stream.decompress(data, most)
        self._begun = True
        return out


async def read_body(response: httpx.Response, most: int, url: str) -> tuple[bytes, bool]:
    """Gives at most ``most`` bytes of the decompressed body, and whether there was more.

    Raises:
        Unreadable: it is compressed in a way that is not read, or more than once, or is broken.
        httpx.HTTPError: the connection broke.
    """
    decoder = _decoder(response, url)
    body = bytearray()
    async for chunk in response.aiter_raw():
        try:
            # one byte more than is wanted tells a body that just fits from a longer one
            body += decoder.decode(chunk, most + 1 - len(body))
        except zlib.error:
            raise Unreadable(f"The body of {url} is compressed, but broken.") from None
        if len(body) > most:
            return bytes(body[:most]), True
    return bytes(body), False


def _decoder(response: httpx.Response, url: str) -> _Plain | _Inflated:
    header = response.headers.get("content-encoding", "")
    names = [name.strip().lower() for name in header.split(",")]
    names = [name for name in names if name not in {"", "identity"}]
    if not names:
        return _Plain()
    if len(names) > 1 or names[0] not in {"gzip", "x-gzip", "deflate"}:
        raise Unreadable(
            f"The body of {url} is compressed as {', '.join(names)[:80]!r}, which is not read.",
            f"Only {ACCEPT_ENCODING} are, each once.",
        )
    return _Inflated()
