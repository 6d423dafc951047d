"""What a matcher found a question to be after."""

from dataclasses import dataclass

from desktop_agent.evidence.pack import Intent


@dataclass(frozen=True, slots=True)
class Asked:
    """The kind of fact, and of what; the fields mean what they mean in `Reading`."""

    intent: Intent
    entity: str
    detail: str = ""
