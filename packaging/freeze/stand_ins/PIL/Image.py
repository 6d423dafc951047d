"""Named by an import of python-pptx; never called."""

from typing import Any, NoReturn


class Image:
    """Named in annotations."""


def open(*_arguments: Any, **_named: Any) -> NoReturn:  # noqa: A001 - Pillow's name
    """Says that pictures cannot be opened."""
    raise OSError("This build opens no pictures.")
