"""What the pages may say beyond Markdown: a test that proves a statement, a picture of the window."""

from pathlib import Path
from typing import Any

from docutils import nodes
from proofs import label_of
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

PICTURES = "pictures"
"""Folder of pictures beside the pages; it may be missing, for drawing them takes a minute."""


class ProvingTest(SphinxRole):
    """``{test}`path::name``` links to the code of the test on a page of this site."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        shown = self.text.rpartition("/")[2]
        reference = addnodes.pending_xref(
            "",
            nodes.literal("", shown),
            refdomain="std",
            reftype="ref",
            refexplicit=True,
            reftarget=label_of(self.text),
            refwarn=True,
            refdoc=self.env.docname,
        )
        self.set_source_info(reference)
        return [reference], []


class WindowPicture(SphinxDirective):
    """``{picture} NAME`` shows the window, in the shade of the page; nothing where it is not drawn."""

    required_arguments = 1
    final_argument_whitespace = False
    has_content = True

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        words = " ".join(self.content)
        folder = Path(self.env.srcdir) / PICTURES
        shades = [each for each in ("light", "dark") if (folder / f"{name}-{each}.png").is_file()]
        figures: list[nodes.Node] = []
        for shade in shades:
            classes = ["window", f"only-{shade}"] if len(shades) > 1 else ["window"]
            uri = f"/{PICTURES}/{name}-{shade}.png"
            figures.append(nodes.image("", uri=uri, alt=words, classes=classes))
        return figures


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_role("test", ProvingTest())
    app.add_directive("picture", WindowPicture)
    return {"parallel_read_safe": True}
