"""The trees: the same answers as the library's that grew them."""

from pathlib import Path

import numpy as np
import pytest

from desktop_agent.web.extract.content.main_content import (
    LEAVES,
    Forest,
    Model,
    load_model,
    reader_model,
    save_model,
)


def stump(limit: float) -> Forest:
    """One question, "is feature 1 at most the limit?": yes gives -2, no gives 2."""
    questions = LEAVES - 1
    features = np.zeros((1, questions), np.int16)
    limits = np.full((1, questions), np.inf, np.float32)
    left_out = np.full((1, questions), (1 << LEAVES) - 1, np.uint16)
    features[0, 0], limits[0, 0], left_out[0, 0] = 1, limit, (1 << LEAVES) - 1 - 1
    values = np.zeros((1, LEAVES), np.float32)
    values[0, :2] = -2, 2
    return Forest(features, limits, left_out, values)


def test_a_question_is_answered_yes_up_to_its_limit_and_at_it():
    matrix = np.array([[9, 9, 9], [0.9, 1, 1.1]], np.float32)
    low, high = 1 / (1 + np.exp(2)), 1 / (1 + np.exp(-2))
    assert stump(1.0).chances(matrix) == pytest.approx([low, low, high], abs=1e-6)


def test_many_blocks_are_answered_as_each_alone():
    rng = np.random.default_rng(5)
    forest = reader_model().forest
    matrix = rng.normal(size=(int(forest.features.max()) + 1, 700)).astype(np.float32) * 20
    alone = [float(forest.chances(matrix[:, at : at + 1])[0]) for at in (0, 255, 256, 699)]
    together = forest.chances(matrix)
    assert [float(together[at]) for at in (0, 255, 256, 699)] == pytest.approx(alone, abs=1e-6)


def test_no_blocks_have_no_chances():
    assert stump(1.0).chances(np.zeros((2, 0), np.float32)).shape == (0,)


def test_the_shipped_trees_answer_as_the_library_that_grew_them():
    with np.load(Path(__file__).with_name("vectors.npz"), allow_pickle=False) as stored:
        rows, expected = stored["rows"], stored["chances"]
    found = reader_model().forest.chances(rows.T)
    assert np.abs(found - expected).max() < 1e-5
    assert expected.min() < 0.05
    assert expected.max() > 0.95


def test_a_model_comes_back_from_its_file_as_it_went(tmp_path):
    model = Model(stump(3.5), {"<nav>": -1.5, "'größe": 0.25})
    save_model(tmp_path / "a.npz", model)
    found = load_model(tmp_path / "a.npz")
    assert found.odds == model.odds
    matrix = np.array([[0, 0], [3.5, 3.6]], np.float32)
    assert np.array_equal(found.forest.chances(matrix), model.forest.chances(matrix))
