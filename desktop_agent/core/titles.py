"""What a conversation is called that begins with a question."""

from desktop_agent.core.research import Question

_TITLE_CHARS = 60


def title_of(question: Question) -> str:
    """Gives a name for the conversation that begins with a question."""
    text = " ".join(question.text.split())
    if not text and question.attachments:
        return question.attachments[0].name[:_TITLE_CHARS]
    if len(text) <= _TITLE_CHARS:
        return text
    return text[:_TITLE_CHARS].rsplit(" ", 1)[0].rstrip(",;:") + "…"
