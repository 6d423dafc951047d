"""The blocks that a page makes from one template: all teasers' titles, all posts' texts, ...

They are main content together or not at all, and each alone is judged with an error of its own.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.web.extract.content.blocks import Page

_SHARE_OF_GROUP: Final = 0.5
_SUREST: Final = 1e-6  # of a chance to be wrong, so that its odds stay finite


def judged_together(page: Page, chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Moves each block's log-odds half of the way to the mean of its template; longer blocks say more."""
    if not len(chances):
        return chances
    groups = _templates(page)
    likely = np.clip(chances.astype(float), _SUREST, 1 - _SUREST)
    odds = np.log(likely / (1 - likely))
    weights = np.array([block.words + 1 for block in page.blocks]) ** 0.5
    mean = np.bincount(groups, weights * odds) / np.maximum(np.bincount(groups, weights), 1e-9)
    odds += _SHARE_OF_GROUP * (mean[groups] - odds)
    return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def _templates(page: Page) -> NDArray[np.intp]:
    """Gives each block the number of its template: what all places from the body to its own are called."""
    known: dict[tuple[int, tuple[str, ...]], int] = {}
    of_place: list[int] = []
    for names, parent in zip(page.names, page.parents, strict=True):
        path = of_place[parent] if parent >= 0 else -1
        of_place.append(known.setdefault((path, names), len(known)))
    return np.array([of_place[block.place] for block in page.blocks], np.intp)
