"""Decision trees, summed with numpy: what a learned reader of pages thinks of each block.

A tree is not walked. All its questions are asked of all blocks at once; each question answered with
no rules out the leaves on its yes side, and the first leaf that nothing ruled out is where the block
ends up (QuickScorer, Lucchese et al. 2015). That is a few passes over plain arrays.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

LEAVES: Final = 16
"""The most a tree can have: a bit for each."""

_ALL: Final = (1 << LEAVES) - 1
_CHUNK: Final = 256  # blocks at a time: their answers stay in the processor's cache


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees of ``LEAVES - 1`` questions each, "is this feature at most that?", and leaf values."""

    features: NDArray[np.int16]  # trees x questions
    limits: NDArray[np.float32]  # trees x questions
    left_out: NDArray[np.uint16]  # trees x questions: the leaves that a no leaves possible
    values: NDArray[np.float32]  # trees x leaves

    def chances(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        """Gives a number from 0 to 1 for each column of a matrix of features x blocks."""
        parts = [
            self._sums(matrix[:, at : at + _CHUNK]) for at in range(0, matrix.shape[1], _CHUNK)
        ]
        sums = np.concatenate(parts) if parts else np.zeros(0, np.float32)
        return (1 / (1 + np.exp(-sums))).astype(np.float32)

    def _sums(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        trees, questions = self.features.shape
        no = matrix[self.features.ravel()] > self.limits.reshape(-1, 1)
        open_leaves = np.where(no, self.left_out.reshape(-1, 1), np.uint16(_ALL))
        open_leaves = open_leaves.reshape(trees, questions, -1)
        leaf = _first_leaf()[np.bitwise_and.reduce(open_leaves, axis=1)]
        found = np.take_along_axis(self.values, leaf, axis=1)
        return np.asarray(found.sum(axis=0, dtype=np.float64))


@cache
def _first_leaf() -> NDArray[np.intp]:
    """For every set of leaves, as bits, the number of its first."""
    sets = np.arange(_ALL + 1, dtype=np.int64)
    lowest = sets & -sets
    return np.where(sets, np.log2(np.maximum(lowest, 1)), 0).astype(np.intp)


@dataclass(frozen=True, slots=True)
class Model:
    """What training gives: the trees, and the odds of the words that places and texts bear."""

    forest: Forest
    odds: dict[str, float]


def load_model(path: Path) -> Model:
    """Reads what `save_model` wrote.

    Raises:
        OSError: the file cannot be read.
    """
    with np.load(path, allow_pickle=False) as data:
        forest = Forest(data["features"], data["limits"], data["left_out"], data["values"])
        words = bytes(data["words"]).decode("utf-8").split("\n")
        odds = dict(zip(words, data["odds"].astype(float).tolist(), strict=True))
    return Model(forest, odds)


def save_model(path: Path, model: Model) -> None:
    """Writes a model without pickles, the same bytes for the same model."""
    words = "\n".join(model.odds).encode("utf-8")
    forest = model.forest
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            features=forest.features,
            limits=forest.limits,
            left_out=forest.left_out,
            values=forest.values,
            words=np.frombuffer(words, np.uint8),
            odds=np.array(list(model.odds.values()), np.float16),
        )
