"""What is embedded of a chunk: its words, under the titles that say what they are about."""

from collections.abc import Sequence

_MOST_TITLE = 300
"""Characters: a title is to say what a chunk is about, not to take its place."""


def embedding_text(title: str, above: Sequence[str], text: str) -> str:
    """Gives a chunk as an embedding model is to read it, below its title and what it stands under."""
    titles = dict.fromkeys(each for each in (title.strip(), *above) if each)
    line = " > ".join(titles)[:_MOST_TITLE]
    return f"{line}\n{text}" if line else text
