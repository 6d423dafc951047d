"""Titles made of the first words of a text."""

from desktop_agent.core.research import Question

_TITLE_CHARS = 60


def title_of(question: Question) -> str:
    """Return a name for the conversation that begins with a question."""
    if not question.text.strip() and question.attachments:
        return question.attachments[0].name[:_TITLE_CHARS]
    return first_words(question.text)


def first_words(text: str) -> str:
    """Return the first words of a text in one line of at most 61 characters."""
    text = " ".join(text.split())
    if len(text) <= _TITLE_CHARS:
        return text
    return text[:_TITLE_CHARS].rsplit(" ", 1)[0].rstrip(",;:") + "…"
