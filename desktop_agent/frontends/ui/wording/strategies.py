"""Names and descriptions of the strategies, and translations of step titles."""

from dataclasses import dataclass

from desktop_agent.frontends.ui.wording.labels import labels, translated


def step_title(title: str) -> str:
    """Translate a step's English title if it is listed in ``labels.toml``."""
    return translated("Steps", title)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy for answering; ``tip`` says what it does and how many model calls it makes."""

    name: str
    title: str
    tip: str


def strategies() -> tuple[Strategy, ...]:
    """Return the selectable strategies, in the order in which pickers list them."""
    return tuple(Strategy(name, *texts) for name, texts in labels("Reasoning", "strategy").items())
