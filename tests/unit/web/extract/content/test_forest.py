"""The trees: the same answers as the library's that grew them."""

from pathlib import Path

import numpy as np

from desktop_agent.web.extract.content.main_content import (
    Model,
    load_model,
    reader_model,
    save_model,
)


def test_the_shipped_trees_answer_as_the_library_that_grew_them():
    with np.load(Path(__file__).with_name("vectors.npz"), allow_pickle=False) as stored:
        rows, expected = stored["rows"], stored["chances"]
    found = reader_model().forest.chances(rows.T)
    assert np.abs(found - expected).max() < 1e-5
    assert expected.min() < 0.05
    assert expected.max() > 0.95


def test_a_model_comes_back_from_its_file_as_it_went(tmp_path):
    model = Model(reader_model().forest, {"<nav>": -1.5, "'größe": 0.25})
    save_model(tmp_path / "a.npz", model)
    found = load_model(tmp_path / "a.npz")
    assert found.odds == model.odds
    matrix = np.zeros((int(model.forest.features.max()) + 1, 300), np.float32)
    assert np.array_equal(found.forest.chances(matrix), model.forest.chances(matrix))
