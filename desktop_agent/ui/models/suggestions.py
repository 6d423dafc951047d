"""Models that are worth a try, from the list that ships with the program."""

from dataclasses import dataclass
from functools import cache

from desktop_agent.resources import resource_path

_SPARE = 0.9
"""What systems call 8 GB is often a little less."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A model of Ollama's library; sizes in bytes. ``use`` is a word of ``models.toml``."""

    name: str
    size_bytes: int
    memory_bytes: int
    use: str
    capabilities: tuple[str, ...]

    def fits(self, memory: int) -> bool:
        """Whether a machine with so many bytes of memory can run it; an unknown machine can."""
        return not memory or memory >= self.memory_bytes * _SPARE


@cache
def suggestions() -> tuple[Suggestion, ...]:
    """Gives them all, smallest first as the file has them."""
    from tomllib import loads

    listed = loads(resource_path("models.toml").read_text(encoding="utf-8"))["model"]
    return tuple(
        Suggestion(
            name=each["name"],
            size_bytes=round(each["size_gb"] * 1e9),
            memory_bytes=round(each["memory_gb"] * 2**30),
            use=each["use"],
            capabilities=tuple(each["capabilities"]),
        )
        for each in listed
    )


def first_model(memory: int) -> Suggestion:
    """Gives the one to begin with: the everyday model, or the smallest where memory is short."""
    listed = suggestions()
    everyday = next((each for each in listed if each.use == "everyday"), listed[0])
    return everyday if everyday.fits(memory) else listed[0]
