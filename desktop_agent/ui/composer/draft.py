"""A question as it leaves the composer."""

from dataclasses import dataclass

from desktop_agent.core.attachments import Attachment


@dataclass(frozen=True, slots=True)
class Draft:
    """What the person wants to ask. Empty, or None, means: as the settings say.

    ``editing`` says that it is to take the place of an earlier question.
    """

    text: str
    strategy: str = ""
    model: str = ""
    budget_s: float | None = None
    attachments: tuple[Attachment, ...] = ()
    editing: bool = False
