"""Which part of a page is what it is about.

A learned reader gives each text block the chance that it is main content; from the chances follows
what to keep, and the rest is taken out of the tree. Where it sees next to nothing (a page unlike any
it learned from), the part that the page itself marks as its main one is taken.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from desktop_agent.resources import resource_path
from desktop_agent.web.extract.content.blocks import Page, read_blocks
from desktop_agent.web.extract.content.features import matrix
from desktop_agent.web.extract.content.forest import Model, load_model
from desktop_agent.web.extract.content.keeping import is_shell, kept_blocks
from desktop_agent.web.extract.content.marked_part import body_of, marked_part
from desktop_agent.web.extract.content.page_signs import PageSigns
from desktop_agent.web.extract.content.pruning import prune
from desktop_agent.web.extract.tree.html_tree import Element


def main_content(root: Element, signs: PageSigns) -> Element | None:
    """Takes out of the tree what is not main content, and gives the element that holds the rest.

    None for the shell of a page that scripts fill: menus and a footer, and nothing to read. The tree
    must have been through `html_tree.remove_unseen`.
    """
    body = body_of(root)
    page = read_blocks(body)
    if not page.blocks:
        return body
    if page.is_cut:
        return marked_part(body)
    likely = chances(page, signs)
    if is_shell(page, likely, scripted=signs.scripted):
        return None
    keep = kept_blocks(page, likely)
    if not any(keep):
        return marked_part(body)
    return prune(page, keep)


def chances(page: Page, signs: PageSigns) -> NDArray[np.float32]:
    """Gives for each block of a page the chance that it is main content."""
    model = reader_model()
    return model.forest.chances(matrix(page, signs, model.odds))


@cache
def reader_model() -> Model:
    """Loads the learned reader, once in a process; the first page need not wait for it then."""
    return load_model(resource_path("reader", "blocks.npz"))
