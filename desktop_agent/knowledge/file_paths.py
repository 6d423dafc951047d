r"""File paths in a form that an index can store, including names that are not UTF-8.

Python represents the odd bytes of such a name as lone surrogates (PEP 383), which neither SQLite
nor a window accepts. For display they become escapes (``caf\xe9.txt``); the file is opened again by
its ``file:`` URL, in which every byte is exact.
"""

import hashlib
import os
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit
from urllib.request import url2pathname


def readable(text: str) -> str:
    """Return text that can be stored and shown: lone surrogates become escapes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        try:
            exact = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # a name of Windows may hold halves of any kind
            exact = text.encode("utf-8", "surrogatepass")
        return exact.decode("utf-8", "backslashreplace")
    return text


def whole_path(path: str | Path) -> str:
    """Return an absolute path without ``..``; symbolic links are not resolved."""
    return os.path.abspath(path)  # noqa: PTH100 - Path.resolve follows links, Path.absolute keeps ..


def file_url(path: str) -> str:
    """Return the ``file:`` URL of an absolute path, byte by byte."""
    return Path(path).as_uri()


def file_path(url: str) -> Path | None:
    """Return the path of a ``file:`` URL, or None for other URLs."""
    parts = urlsplit(url)
    if parts.scheme != "file":
        return None
    if os.name == "nt":
        return Path(url2pathname(f"//{parts.netloc}{parts.path}" if parts.netloc else parts.path))
    return Path(os.fsdecode(unquote_to_bytes(parts.path)))


def document_key(collection: str, path: str) -> str:
    """Return the key of the document at ``path`` (exact, as in the system) in a collection."""
    try:
        exact = os.fsencode(path)
    except UnicodeEncodeError:  # it names no file
        exact = path.encode("utf-8", "surrogatepass")
    return hashlib.sha256(collection.encode() + b"\0" + exact).hexdigest()[:32]
