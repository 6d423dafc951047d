"""A text in a line of its own that is not too long."""


def short_line(text: str, most: int) -> str:
    """Gives a text in one line, without needless space, cut to ``most`` characters."""
    return clipped(" ".join(text.split()), most)


def clipped(text: str, most: int) -> str:
    """Gives a text of at most ``most`` characters; what is cut ends in an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
