"""What is kept of one question that was asked, and of the run it belongs to."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from desktop_agent.bench.support import Support

LONGEST_KEPT = 4_000
"""Characters of an answer that are kept; ``prediction_chars`` counts them all."""

Status = Literal["answered", "abstained", "failed"]


@dataclass(frozen=True, slots=True)
class Record:
    """One question's outcome.

    ``digest`` is that of the item. ``f1`` is in [0, 1]. ``status`` is ``abstained`` where the run
    found too little or the answer says that it does not know, ``failed`` where there was no answer
    for a fault that ``error`` tells. ``grade`` is the judge's, or empty. ``seconds``, tokens and
    ``model_calls`` are those of the run without the judge. ``searches`` counts requests to search
    engines, ``blocked_searches`` searches that no engine answered. ``support`` is None where it
    cannot be told. ``at`` is ISO 8601 in UTC.
    """

    id: str
    digest: str
    prediction: str
    gold: str
    correct: bool
    f1: float
    status: Status
    seconds: float
    prompt_tokens: int = 0
    completion_tokens: int = 0
    model_calls: int = 0
    searches: int = 0
    blocked_searches: int = 0
    grade: str = ""
    judge_tokens: int = 0
    support: Support | None = None
    prediction_chars: int = 0
    error: str = ""
    run_id: str = ""
    at: str = ""

    @property
    def tokens(self) -> int:
        """Prompt and completion tokens together."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def done(self) -> bool:
        """False for what is asked again when the benchmark goes on: the fault may have passed."""
        return self.status != "failed"

    def to_dict(self) -> dict[str, Any]:
        """Gives the record as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a file of records was made with; answers of two setups are never mixed in one file.

    ``settings`` are those that an answer can depend on, by their names.
    """

    benchmark: str
    strategy: str
    provider: str
    model: str
    settings: dict[str, Any]

    @property
    def title(self) -> str:
        """The setup in a few words."""
        by = f", {self.provider}/{self.model}" if self.model else ""
        return f"{self.benchmark}, {self.strategy}{by}"

    def differences(self, other: "Setup") -> list[str]:
        """Gives what is not the same there, each as ``name: here -> there``."""
        names = ("benchmark", "strategy", "provider", "model")
        here = {name: getattr(self, name) for name in names} | self.settings
        there = {name: getattr(other, name) for name in names} | other.settings
        return [
            f"{name}: {here.get(name)!r} -> {there.get(name)!r}"
            for name in dict.fromkeys((*here, *there))
            if here.get(name) != there.get(name)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Gives the setup as a JSON object."""
        return asdict(self)
