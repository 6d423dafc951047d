"""The protocol that every embedding model follows."""

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

TextKind = Literal["query", "document"]
"""What a text is: many models want a word before it that says so."""


class Embedder(Protocol):
    """A model that makes vectors of texts; near in meaning is near in direction."""

    @property
    def name(self) -> str:
        """Provider and model, as in ``ollama/nomic-embed-text:latest``: an index keeps it."""
        ...

    async def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        """Gives a row of length 1 for each text, in their order.

        A text that is longer than the model reads is cut by the model or its server.

        Raises:
            ModelError: normalised, one of the subclasses in `core.errors`.
        """
        ...

    async def aclose(self) -> None:
        """Closes its connections."""
        ...
