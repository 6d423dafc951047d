"""The search model's worker process, which converts texts to vectors.

Only this process imports ONNX Runtime, because the library takes 70 MiB of memory, and because its
compiled code parses a downloaded file.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop_agent.llm.word_pieces import WordPieces
from desktop_agent.system.resources import resource_path
from desktop_agent.system.worker_protocol import Reply, serve

_MOST_PIECES = 256
"""Maximum number of pieces that the model was trained to read from one text."""
_BATCH_PIECES = 1024
_THREADS = 2


def main(memory_mb: int, model: str) -> None:
    """Embed texts with the model file ``model`` until standard input is closed."""
    search_model = SearchModel(model)

    def answer(_request: dict[str, Any], body: bytes) -> Reply:
        rows = search_model.embed(json.loads(body))
        return Reply({"dimensions": rows.shape[1]}, [rows.astype("<f4").tobytes()])

    # the first run makes the library reserve memory and start its threads
    serve(memory_mb, answer, load=lambda: search_model.embed(["A sentence."]))


class SearchModel:
    """A sentence embedding model of the BERT family, run with ONNX Runtime."""

    def __init__(self, path: str) -> None:
        self._path = path

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit vector for each text: the normalized mean of its word piece vectors."""
        encoded = [self._word_pieces.encode(text, _MOST_PIECES) for text in texts]
        parts, order = [], []
        for batch in _batches(encoded):
            parts.append(self._embed([encoded[index] for index in batch]))
            order += batch
        rows = np.concatenate(parts)
        return rows[np.argsort(order)]

    def _embed(self, encoded: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        shape = len(encoded), max(map(len, encoded))
        numbers, mask = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for row, pieces in enumerate(encoded):
            numbers[row, : len(pieces)] = pieces
            mask[row, : len(pieces)] = 1
        inputs = {
            "input_ids": numbers,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(numbers),
        }
        hidden = self._session.run(None, inputs)[0]
        sums = (hidden * mask[:, :, None]).sum(axis=1)
        rows: NDArray[np.float32] = sums / np.linalg.norm(sums, axis=1, keepdims=True)
        return rows

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        onnxruntime.disable_telemetry_events()  # builds for Windows report to the system
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # memory of a large batch is returned
        # a thread that waits for work does so without using the processor
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(self._path, options, ["CPUExecutionProvider"])

    @cached_property
    def _word_pieces(self) -> WordPieces:
        vocabulary = resource_path("search_model/vocab.txt").read_text(encoding="utf-8")
        return WordPieces(vocabulary.split("\n")[:-1])


def _batches(encoded: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield batches of text indices, grouping texts of similar length to limit padding."""
    batch: list[int] = []
    for index in sorted(range(len(encoded)), key=lambda index: len(encoded[index])):
        if batch and (len(batch) + 1) * len(encoded[index]) > _BATCH_PIECES:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
