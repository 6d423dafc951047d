"""In place of tiktoken in a build: tavily names it, for a call that we do not make.

It would load its tables from the network; with what it needs it would be 4 MiB.
"""

from typing import Any, NoReturn


def encoding_for_model(*_arguments: Any, **_named: Any) -> NoReturn:
    """Says that tokens cannot be counted."""
    raise LookupError("This build counts no tokens.")


get_encoding = encoding_for_model
