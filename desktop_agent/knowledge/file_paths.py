"""Convert file paths, even if they are not UTF-8, to a form that an index can store.

Python represents undecodable bytes in file names as lone surrogates (PEP 383), which neither SQLite
nor the GUI accepts. They are displayed as escapes; the ``file:`` URL preserves every byte.
"""

import hashlib
import os
from pathlib import Path


def readable(text: str) -> str:
    """Replace lone surrogates with escapes so that the text can be stored and displayed."""
    try:
        exact = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # names on Windows may contain any surrogate
        exact = text.encode("utf-8", "surrogatepass")
    return exact.decode("utf-8", "backslashreplace")


def whole_path(path: str | Path) -> str:
    """Return the absolute path without ``..``, leaving symbolic links unresolved."""
    return os.path.abspath(path)  # noqa: PTH100 - Path.resolve follows links, Path.absolute keeps ..


def document_key(collection: str, path: str) -> str:
    """Return the key of a document; ``path`` must be exact, as in the file system."""
    try:
        exact = os.fsencode(path)
    except UnicodeEncodeError:  # it names no file
        exact = path.encode("utf-8", "surrogatepass")
    return hashlib.sha256(collection.encode() + b"\0" + exact).hexdigest()[:32]
