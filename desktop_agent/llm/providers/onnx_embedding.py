"""The built-in search model, which needs no server: all-MiniLM-L6-v2 in a worker process."""

import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import BadResponse, FetchError, ModelError, ModelTimeout
from desktop_agent.system.workers import WorkerDied, WorkerPool, WorkerProgram

DIMENSIONS = 384
_TEXTS_AT_ONCE = 8  # a query waits for at most two such batches of documents
_CPU_S = 60.0
_MEMORY_MB = 2048
_IDLE_S = 300.0
_REMEDY = "If this happens again, remove the search model and download it again."

_log = logging.getLogger(__name__)


class OnnxEmbedder:
    """An `Embedder` that runs the ONNX file ``model`` in a worker process.

    The process starts on the first call and ends after ``idle_s`` seconds without calls.
    """

    name = "onnx/all-minilm-l6-v2"

    def __init__(self, model: Path, *, idle_s: float = _IDLE_S) -> None:
        program = WorkerProgram(
            module="desktop_agent.llm.providers.onnx_worker",
            argument="--search-model-worker",
            name="search model",
            options=(str(model),),
        )
        self._pool = WorkerPool(
            program, processes=1, timeout_s=_CPU_S, memory_mb=_MEMORY_MB, idle_s=idle_s
        )

    async def embed(
        self,
        texts: Sequence[str],
        kind: Literal["query", "document"],  # noqa: ARG002 - the model treats both alike
    ) -> NDArray[np.float32]:
        """Return one unit vector per text, as rows in the same order; see `Embedder`."""
        rows = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        by_length = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            places = by_length[start : start + _TEXTS_AT_ONCE]
            rows[places] = await self._rows([texts[place] for place in places])
        return rows

    async def start(self) -> None:
        """Start the process in advance; raise `FetchError` if that fails."""
        await self._pool.start()

    async def aclose(self) -> None:
        """End the process; calls in progress fail."""
        await self._pool.aclose()

    async def _rows(self, texts: Sequence[str], *, again: bool = False) -> NDArray[np.float32]:
        try:
            _reply, parts = await self._pool.converse({}, json.dumps(texts).encode("ascii"))
        except TimeoutError:
            raise ModelTimeout("The search model took too long and was stopped.") from None
        except FetchError as error:
            raise ModelError(error.message, error.remedy) from None
        except WorkerDied as death:
            _log.warning("search model died (%s): %s", death.reason, death.last_words)
            if again:
                told = f"The search model's process ended ({death.reason})."
                raise ModelError(told, _REMEDY) from None
            # it may have been killed for a reason that has passed, such as a lack of memory
            return await self._rows(texts, again=True)
        rows = np.frombuffer(b"".join(parts), dtype="<f4").astype(np.float32)
        if len(rows) != len(texts) * DIMENSIONS or not np.isfinite(rows).all():
            raise BadResponse("The search model returned something other than vectors.", _REMEDY)
        return rows.reshape(len(texts), DIMENSIONS)
