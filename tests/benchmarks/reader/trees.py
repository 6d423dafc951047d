"""LightGBM's boosted trees to the form in which the program evaluates them."""

from collections.abc import Sequence
from typing import Any

import lightgbm
import numpy as np

from desktop_agent.web.extract.content.main_content import LEAVES, Forest


def forest_of(model: lightgbm.Booster) -> Forest:
    """Gives a forest that answers as the model does, to the precision of its 32-bit leaves."""
    trees = [tree["tree_structure"] for tree in model.dump_model()["tree_info"]]
    shape = len(trees), LEAVES - 1
    features = np.zeros(shape, np.int16)
    limits = np.full(shape, np.inf, np.float32)  # a question that is always answered yes
    left_out = np.full(shape, (1 << LEAVES) - 1, np.uint16)
    values = np.zeros((len(trees), LEAVES), np.float32)
    for number, root in enumerate(trees):
        _fill(root, features[number], limits[number], left_out[number], values[number])
    return Forest(features, limits, left_out, values)


def mean_of(forests: Sequence[Forest]) -> Forest:
    """Gives one forest that answers with the mean of what several sum up to."""
    share = 1 / len(forests)
    return Forest(
        np.concatenate([forest.features for forest in forests]),
        np.concatenate([forest.limits for forest in forests]),
        np.concatenate([forest.left_out for forest in forests]),
        np.concatenate([forest.values * np.float32(share) for forest in forests]),
    )


def _fill(root: Any, features: Any, limits: Any, left_out: Any, values: Any) -> None:
    questions = leaves = 0

    def go_down(node: Any) -> tuple[int, int]:
        """Gives the range of leaves below a node."""
        nonlocal questions, leaves
        if "leaf_value" in node:
            values[leaves] = node["leaf_value"]
            leaves += 1
            return leaves - 1, leaves
        mine = questions
        questions += 1
        first, middle = go_down(node["left_child"])
        _, end = go_down(node["right_child"])
        assert node["decision_type"] == "<="
        features[mine] = node["split_feature"]
        limits[mine] = _down(node["threshold"])
        left_out[mine] = ((1 << LEAVES) - 1) & ~sum(1 << leaf for leaf in range(first, middle))
        return first, end

    go_down(root)


def _down(limit: float) -> np.float32:
    """Rounds down, so that every 32-bit number is on the same side of it as of the 64-bit one."""
    near = np.float32(limit)
    return near if float(near) <= limit else np.nextafter(near, np.float32(-np.inf))
