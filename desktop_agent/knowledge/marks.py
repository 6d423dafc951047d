"""Where the words of a query stand in a passage, for whoever shows it."""

from collections.abc import Iterable

from desktop_agent.knowledge.index.words import Tokenizer

Marks = tuple[tuple[int, int], ...]


def find_marks(query: str, texts: Iterable[str]) -> list[Marks]:
    """Gives for each text the start and end of all words that share a stem with one of the query.

    They are found as the default engine finds them, whichever engine found the passage: in any
    inflection of English, without case and accents.
    """
    import apsw

    connection = apsw.Connection(":memory:")
    try:
        tokenizer = Tokenizer(connection)
        stems = tokenizer.query_words(query).keys()
        return [tuple(tokenizer.find(text, stems)) for text in texts]
    finally:
        connection.close()
