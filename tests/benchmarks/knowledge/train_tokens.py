"""Trains the estimate of tokens: its words and weights, from texts and the real tokenizer.

    python -m tests.benchmarks.knowledge.train_tokens --texts FOLDER

The folder has a folder for each kind of text (a language, code, tables), and in it text files. One
file in twelve is held out; the errors over their stretches of 512 tokens are printed by kind. Then
``resources/tokens/`` is written. The same texts give the same file.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.knowledge.token_counter import (
    Pieces,
    Tables,
    estimate,
    features,
    load_tables,
    one_token,
    pieces_of,
    priors,
    save_tables,
    whole_hashes,
    word_places,
)
from desktop_agent.system.resources import resource_path
from tests.unit.knowledge.odd_texts import odd_texts
from tests.unit.knowledge.true_tokens import TrueTokens

WORDS: Final = 1 << 16
WEIGHTS: Final = 1 << 15
MOST_OF_A_FILE: Final = 40_000
MOST_OF_A_KIND: Final = 800_000  # characters that weights are learned from; words from all
HELD_OUT: Final = 12
WINDOW: Final = 512
RIDGE: Final = 2.0
UNDER: Final = 2.0  # what an estimate that is too low weighs, against one that is too high
ROUNDS: Final = 4
STEPS: Final = 20


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with its truth: where the tokenizer's pieces end, and the tokens of each."""

    text: str
    ends: NDArray[np.int64]
    counts: NDArray[np.int64]


def learn_words(kinds: Mapping[str, Sequence[Labelled]], size: int) -> NDArray[np.uint8]:
    """Gives the table of pieces that are one token; where there is no more room, the rare are not."""
    worth: dict[int, float] = defaultdict(float)
    for found in kinds.values():
        counted: dict[int, int] = defaultdict(int)
        total = sum(each.counts.sum() for each in found)
        for each in found:
            pieces = pieces_of(each.text)
            starts, tokens, single = _rows(pieces, each)
            whole = whole_hashes(pieces)[np.searchsorted(pieces.starts, starts)]
            long = np.diff(np.append(starts, len(each.text))) > 1
            kept, times = np.unique(whole[(tokens == 1) & single & long], return_counts=True)
            for hashed, count in zip(kept.tolist(), times.tolist(), strict=True):
                counted[hashed] += count
        for hashed, count in counted.items():
            worth[hashed] += count / total
    table = np.zeros(size, np.uint8)
    order = np.array(sorted(worth, key=lambda hashed: (-worth[hashed], hashed)), np.uint32)
    places = (each.tolist() for each in word_places(order, size))
    for mark, first, second in zip(*places, strict=True):
        for place in (first, second):
            if table[place] in (0, mark):
                table[place] = mark
                break
    return table


def learn_weights(kinds: Mapping[str, Sequence[Labelled]], words: NDArray[np.uint8]) -> Tables:
    """Gives both tables; weights are those of a ridge regression on what is not known to be one.

    A piece of one token that is given less is right, because no piece counts as less than one. So
    such pieces are left out of the sums of squares, in rounds until it hardly matters.
    """
    rows = _Rows(kinds, words)
    weights = np.zeros(WEIGHTS)
    guesses = rows.sums(weights)
    for _ in range(ROUNDS):
        found = guesses + rows.prior
        by = np.where(found < rows.tokens, UNDER, 1.0) * rows.weights
        by[rows.single & (rows.tokens == 1) & (found <= 1)] = 0
        weights = _solved(rows, by, weights, guesses)
        guesses = rows.sums(weights)
    return Tables(words, weights.astype(np.float32))


def _solved(
    rows: "_Rows",
    by: NDArray[np.float64],
    weights: NDArray[np.float64],
    guesses: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Conjugate gradients, each weight scaled by how often it is used."""
    scale = rows.back(by) + RIDGE
    left = rows.back(by * (rows.tokens - rows.prior - guesses)) - RIDGE * weights
    scaled = left / scale
    way, size = scaled.copy(), left @ scaled
    for _ in range(STEPS):
        image = rows.back(by * rows.sums(way)) + RIDGE * way
        step = size / (way @ image)
        weights = weights + step * way
        left -= step * image
        scaled = left / scale
        before, size = size, left @ scaled
        way = scaled + size / before * way
    return weights


class _Rows:
    """Stretches between places where both cut: the sum of features of each is held to its tokens."""

    def __init__(self, kinds: Mapping[str, Sequence[Labelled]], words: NDArray[np.uint8]) -> None:
        spots: list[list[NDArray[np.int32]]] = []
        parts: dict[str, list[NDArray[Any]]] = defaultdict(list)
        for found in kinds.values():
            used: list[Labelled] = []
            for each in found:
                if sum(len(one.text) for one in used) < MOST_OF_A_KIND:
                    used.append(each)
            weight = (2e5 / sum(int(each.counts.sum()) for each in used)) ** 0.5
            for each in used:
                pieces = pieces_of(each.text)
                starts, tokens, single = _rows(pieces, each)
                known = one_token(pieces, words)
                row_of = np.searchsorted(starts, pieces.starts, "right") - 1
                fixed = np.bincount(row_of[known], minlength=starts.size)
                open_rows = np.bincount(row_of[~known], minlength=starts.size) > 0
                at = np.flatnonzero(np.repeat(~known, pieces.sizes))
                if not at.size:
                    continue
                numbers = np.cumsum(open_rows) - 1
                of = numbers[row_of[np.repeat(np.arange(known.size), pieces.sizes)[at]]]
                prior = np.bincount(of, priors(pieces.codes[at])) + fixed[open_rows]
                spots.append([one.astype(np.int32) for one in features(pieces, at, WEIGHTS)])
                parts["first"].append(
                    np.searchsorted(of, np.arange(prior.size)) + self._so_far(parts)
                )
                parts["size"].append(np.array([at.size]))
                parts["prior"].append(prior)
                parts["tokens"].append(tokens[open_rows])
                parts["single"].append(single[open_rows])
                parts["weights"].append(weight / np.maximum(tokens[open_rows], 1))
        self._spots = [np.concatenate(each) for each in zip(*spots, strict=True)]
        joined = {name: np.concatenate(each) for name, each in parts.items()}
        self._first = joined["first"]
        sizes = np.diff(np.append(self._first, self._spots[0].size))
        self._row = np.repeat(np.arange(sizes.size, dtype=np.int32), sizes)
        self.prior, self.tokens = joined["prior"], joined["tokens"]
        self.single, self.weights = joined["single"], joined["weights"]

    @staticmethod
    def _so_far(parts: Mapping[str, list[NDArray[Any]]]) -> int:
        return sum(int(each[0]) for each in parts["size"])

    def sums(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        known = np.append(weights, 0).astype(np.float32)
        total = np.zeros(self._spots[0].size, np.float32)
        for spots in self._spots:
            total += known[spots]
        return np.add.reduceat(total, self._first).astype(np.float64)

    def back(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        each = values[self._row]
        total = np.zeros(WEIGHTS + 1)
        for spots in self._spots:
            total += np.bincount(spots, each, WEIGHTS + 1)
        return total[:WEIGHTS]


def _rows(
    pieces: Pieces, truth: Labelled
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Gives starts of stretches, their tokens, and which are one piece of the program's."""
    common = np.intersect1d(truth.ends, pieces.ends)
    totals = np.concatenate((np.zeros(1, np.int64), np.cumsum(truth.counts)))
    tokens = np.diff(totals[np.append(0, np.searchsorted(truth.ends, common) + 1)])
    pieces_in = np.diff(np.append(0, np.searchsorted(pieces.ends, common) + 1))
    return np.append(0, common[:-1]), tokens, pieces_in == 1


def errors(found: Sequence[Labelled], tables: Tables) -> NDArray[np.float64]:
    """Gives (estimate - truth) / truth of stretches of 512 tokens."""
    wrong = []
    for each in found:
        ends, totals = estimate(each.text, tables)
        at = np.interp(each.ends, np.append(0, ends), np.append(0, totals))
        truth = np.cumsum(each.counts)
        cuts = np.searchsorted(truth, np.arange(0, truth[-1], WINDOW))
        cuts = cuts[np.flatnonzero(np.diff(cuts, prepend=-1))]
        wrong.append(np.diff(at[cuts]) / np.diff(truth[cuts]) - 1)
    return np.concatenate(wrong)


def labelled(folder: Path) -> dict[str, list[Labelled]]:
    """Reads and labels the texts of a folder, and makes odd ones."""
    truth = TrueTokens()
    kinds: dict[str, list[Labelled]] = {}
    for kind in sorted(folder.iterdir()):
        files = sorted(kind.glob("*"))
        np.random.default_rng(20260131).shuffle(files)
        texts = [file.read_text("utf-8", "replace")[:MOST_OF_A_FILE] for file in files]
        kinds[kind.name] = [Labelled(text, *truth.pieces(text)) for text in texts if text]
    for name, texts in odd_texts().items():
        kinds[f"odd: {name}"] = [Labelled(text, *truth.pieces(text)) for text in texts]
    return kinds


def print_errors(kinds: Mapping[str, Sequence[Labelled]], tables: Tables) -> None:
    """Prints the errors by kind, in percent of a stretch's tokens."""
    for kind, found in kinds.items():
        wrong = errors(found, tables) * 100
        if not wrong.size:
            continue
        p95, p99 = np.percentile(np.abs(wrong), (95, 99))
        low = np.percentile(wrong, 1)
        print(
            f"{kind:22} n={wrong.size:4} mean {wrong.mean():+6.2f} deviation {wrong.std():5.2f} "
            f"p95 {p95:5.2f} p99 {p99:5.2f} 1% under {low:+6.2f}",
            flush=True,
        )


def main() -> None:
    """Trains, tests and writes as the command line says."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--texts", type=Path, required=True)
    kinds = labelled(arguments.parse_args().texts)
    learned = {
        kind: [each for number, each in enumerate(found) if number % HELD_OUT]
        for kind, found in kinds.items()
    }
    tables = learn_weights(learned, learn_words(learned, WORDS))
    file = resource_path("tokens") / "cl100k.npz"
    save_tables(file, tables)
    held_out = {kind: found[::HELD_OUT] for kind, found in kinds.items()}
    print_errors(held_out, load_tables(file))
    print(f"{np.count_nonzero(tables.words)} words, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
