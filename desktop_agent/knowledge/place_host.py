"""Which host is spoken to where a place of an index is used."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from desktop_agent.core.loopback import is_loopback
from desktop_agent.knowledge.index.lance_database import storage_options

_NAMED_HOST = frozenset(("http", "https", "tcp", "tls", "ws", "wss", "ucx"))
"""Schemes whose addresses name the host itself; those of object storage name a bucket."""


def host_of(place: str, environ: Mapping[str, str]) -> str:
    """Gives the host that a folder or URI leads to; empty for a folder of this machine.

    What a cloud's own name stands for is named with its scheme, as in ``s3://bucket``: a bucket may be
    called ``localhost`` as well. Object storage of one's own is where ``AWS_ENDPOINT_URL`` says.
    """
    scheme, separator, _ = place.strip().partition("://")
    scheme = scheme.lower()
    if not separator or scheme == "file":
        return ""
    parts = urlsplit(place.strip())
    if scheme in _NAMED_HOST:
        return parts.hostname or place
    return (_own_storage(environ) if scheme == "s3" else "") or f"{scheme}://{parts.netloc}"


def _own_storage(environ: Mapping[str, str]) -> str:
    options = storage_options(environ)
    host = urlsplit(options.get("aws_endpoint", "")).hostname or ""
    keys = {"aws_access_key_id", "aws_secret_access_key"} <= options.keys()
    # without keys the client asks the cloud's own address for them first
    return host if keys or not is_loopback(host) else ""
