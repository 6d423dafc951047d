"""Named by an import of python-pptx; never called."""

from typing import Any, NoReturn


def truetype(*_arguments: Any, **_named: Any) -> NoReturn:
    """Says that texts cannot be measured."""
    raise OSError("This build measures no texts.")
