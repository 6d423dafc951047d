"""About how many tokens a question comes to, without a tokenizer."""

from collections.abc import Iterable

from desktop_agent.core.attachments import Attachment

_CHARACTERS_PER_TOKEN = 4
_TOKENS_PER_FURTHER_BYTE = 0.45
_IMAGE_TOKENS = 1_600


def text_tokens(text: str) -> int:
    """Gives the tokens of a text, rather too many than too few.

    Four characters a token; each byte that UTF-8 needs beyond one a character adds 0.45, so that
    Chinese comes to 1.2 tokens a character. A million characters take about a millisecond.
    """
    further = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return round(len(text) / _CHARACTERS_PER_TOKEN + further * _TOKENS_PER_FURTHER_BYTE)


def attachment_tokens(attachments: Iterable[Attachment]) -> int:
    """Gives the tokens of what is attached; an image counts as one of the largest size."""
    return sum(_IMAGE_TOKENS if each.is_image else text_tokens(each.text) for each in attachments)
