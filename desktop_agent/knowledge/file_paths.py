r"""The paths of files, as an index can hold them: names that are not UTF-8 included.

Python gives the odd bytes of such a name as halves of surrogate pairs (PEP 383), which neither
SQLite nor a window takes. What is shown has them as escapes (``caf\xe9.txt``); what opens the file
again is its ``file:`` address, in which every byte is exact.
"""

import hashlib
import os
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit
from urllib.request import url2pathname


def readable(text: str) -> str:
    """Gives text that can be stored and shown: halves of surrogate pairs are written as escapes."""
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
    """Gives an absolute path without ``..``; links stay the names that were given."""
    return os.path.abspath(path)  # noqa: PTH100 - Path.resolve follows links, Path.absolute keeps ..


def file_url(path: str) -> str:
    """Gives the ``file:`` address of an absolute path, byte by byte."""
    return Path(path).as_uri()


def file_path(url: str) -> Path | None:
    """Gives the path that a ``file:`` address names, None for other addresses."""
    parts = urlsplit(url)
    if parts.scheme != "file":
        return None
    if os.name == "nt":
        return Path(url2pathname(f"//{parts.netloc}{parts.path}" if parts.netloc else parts.path))
    return Path(os.fsdecode(unquote_to_bytes(parts.path)))


def document_key(collection: str, path: str) -> str:
    """Gives the key of the document at ``path`` (exact, as the system names it) in a collection."""
    try:
        exact = os.fsencode(path)
    except UnicodeEncodeError:  # it names no file
        exact = path.encode("utf-8", "surrogatepass")
    return hashlib.sha256(collection.encode() + b"\0" + exact).hexdigest()[:32]
