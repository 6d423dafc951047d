"""Text as a database can hold it."""


def storable(text: str) -> str:
    """Gives the text with its halves of surrogate pairs joined, or replaced by U+FFFD.

    What is pasted from elsewhere may be broken so, and UTF-8 has no place for it.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
