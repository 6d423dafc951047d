"""Trains the reader of main content: its trees and odds, from pages with their truth.

    python -m tests.benchmarks.reader.train --pages ../shared/fixtures/extraction_train

Prints F1 by page type from a cross-validation over domains (``--folds 0`` for none), then writes
``resources/reader/``. The same pages and seed give the same file.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedGroupKFold

from desktop_agent.system.resources import resource_path
from desktop_agent.web.extract.content.features import matrix
from desktop_agent.web.extract.content.main_content import LEAVES, Forest, kept_blocks
from tests.benchmarks.reader.odds import Odds
from tests.benchmarks.reader.pages import LabelledPage, labelled_pages
from tests.benchmarks.reader.trees import forest_of, mean_of

SEEDS = (20260131, 20260217)
"""Of two forests, which are averaged: each learns from its own sample of the rows of long pages."""

TREES = 240
MOST_ROWS = 200  # of a page: long pages are much of the same
LEAST_MAIN = 0.05  # of a page that counts as main content, so that one with none weighs no ton
SAMPLE_VECTORS = 64  # kept with their chances, to check the program's arithmetic against


def train(
    pages: Sequence[LabelledPage], seeds: Sequence[int] = SEEDS
) -> tuple[Forest, dict[str, float], list[lightgbm.Booster]]:
    """Gives the forest and odds in the program's form, and the learning library's forests."""
    odds = Odds(pages)
    matrices = [
        matrix(page.page, page.signs, odds.without(page.domain, page.page)).T for page in pages
    ]
    learners = [_learner(pages, matrices, seed) for seed in seeds]
    forest = mean_of([forest_of(learner) for learner in learners])
    return forest, odds.everywhere, learners


def _save_model(path: Path, forest: Forest, odds: dict[str, float]) -> None:
    """Write a model without using pickle; the same model always produces the same bytes."""
    words = "\n".join(odds).encode("utf-8")
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            features=forest.features,
            limits=forest.limits,
            left_out=forest.left_out,
            values=forest.values,
            words=np.frombuffer(words, np.uint8),
            odds=np.array(list(odds.values()), np.float16),
        )


def _learner(
    pages: Sequence[LabelledPage], matrices: Sequence[NDArray[np.float32]], seed: int
) -> lightgbm.Booster:
    rows = [_sample(page, known, seed) for page, known in zip(pages, matrices, strict=True)]
    weights = _page_weights(pages)
    x = np.concatenate([sample for sample, _, _ in rows])
    y = np.concatenate([shares for _, shares, _ in rows])
    w = np.concatenate([part * weight for (_, _, part), weight in zip(rows, weights, strict=True)])
    # one thread, because only so the same pages and seed give the same trees
    how = {
        "objective": "binary", "learning_rate": 0.1, "num_leaves": LEAVES, "min_data_in_leaf": 100,
        "lambda_l2": 20.0, "feature_fraction_bynode": 0.3, "max_bin": 127, "seed": seed,
        "num_threads": 1, "deterministic": True, "force_col_wise": True, "verbose": -1,
        # limits drawn at random, the best of them taken: what is learned of the few pages of a type
        # hangs less on the exact sizes of just those pages
        "extra_trees": True,
    }  # fmt: skip
    return lightgbm.train(how, lightgbm.Dataset(x, y >= 0.5, weight=w / w.mean()), TREES)


def _page_weights(pages: Sequence[LabelledPage]) -> list[float]:
    """Page types of which there are few weigh more, though not so much that they all weigh the same."""
    counts = Counter(page.kind for page in pages)
    return [(len(pages) / counts[page.kind]) ** 0.5 for page in pages]


def _sample(
    page: LabelledPage, rows: NDArray[np.float32], seed: int
) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.float64]]:
    """Gives rows, shares and weights; long blocks weigh more.

    What a wrong block costs of a page's F1 depends on how much main content the page has, not on
    how much text it has in all: so a block weighs by its share of the main content.
    """
    weights = np.array([block.words + 1 for block in page.page.blocks]) ** 0.5
    shares = page.shares
    whole, main = weights.sum(), weights[shares >= 0.5].sum()
    weights /= max(main, LEAST_MAIN * whole) + 0.1 * whole
    if len(rows) > MOST_ROWS:
        chance = np.random.default_rng([seed, len(rows)])
        picked = np.sort(chance.choice(len(rows), MOST_ROWS, replace=False))
        rows, shares, weights = (
            rows[picked],
            shares[picked],
            weights[picked] * len(rows) / MOST_ROWS,
        )
    return rows, shares, weights


def cross_validate(pages: Sequence[LabelledPage], folds: int) -> dict[str, list[float]]:
    """Gives each page's F1 by type; no page is read by a model that saw a page of its domain."""
    split = StratifiedGroupKFold(folds, shuffle=True, random_state=SEEDS[0])
    kinds, domains = [page.kind for page in pages], [page.domain for page in pages]
    found: dict[str, list[float]] = defaultdict(list)
    for learned, held_out in split.split(kinds, kinds, domains):
        forest, odds, _ = train([pages[number] for number in learned])
        for number in held_out:
            page = pages[number]
            chances = forest.chances(matrix(page.page, page.signs, odds))
            keep = kept_blocks(page.page, chances, page.signs)
            text = " ".join(b.text for b, kept in zip(page.page.blocks, keep, strict=True) if kept)
            found[page.kind].append(word_f1(text, page.truth))
    return found


def word_f1(got: str, wanted: str) -> float:
    left, right = (Counter(re.findall(r"\w+", text.lower())) for text in (got, wanted))
    if not left or not right:
        return float(left == right)
    return 2 * (left & right).total() / (left.total() + right.total())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=Path, required=True)
    arguments.add_argument("--folds", type=int, default=5)
    asked = arguments.parse_args()
    pages = labelled_pages(asked.pages)
    if asked.folds:
        print_scores(cross_validate(pages, asked.folds))
    forest, odds, learners = train(pages)
    _save_model(resource_path("reader") / "blocks.npz", forest, odds)
    _save_vectors(pages, odds, learners)
    print(f"{len(pages)} pages, {len(odds)} words, {len(forest.features)} trees")


def print_scores(scores: dict[str, list[float]]) -> None:
    for kind, found in sorted(scores.items()):
        print(f"{kind:14} n={len(found):3}  F1 {np.mean(found):.3f}")
    everything = np.mean([score for found in scores.values() for score in found])
    by_type = np.mean([np.mean(found) for found in scores.values()])
    print(f"all pages {everything:.3f}, mean over types {by_type:.3f}")


def _save_vectors(
    pages: Sequence[LabelledPage],
    odds: dict[str, float],
    learners: Sequence[lightgbm.Booster],
) -> None:
    rows = np.concatenate([matrix(page.page, page.signs, odds).T[::29] for page in pages[::40]])[
        :SAMPLE_VECTORS
    ]
    sums = np.mean([learner.predict(rows, raw_score=True) for learner in learners], axis=0)
    chances = (1 / (1 + np.exp(-sums))).astype(np.float32)
    file = Path(__file__).parents[2] / "unit/web/extract/content/vectors.npz"
    np.savez_compressed(file, rows=rows, chances=chances)


if __name__ == "__main__":
    main()
