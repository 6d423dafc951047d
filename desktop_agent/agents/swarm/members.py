"""Who is asked in a swarm: several models, or one that is sampled."""

from collections import Counter
from dataclasses import dataclass

from desktop_agent.agents.context import RunContext
from desktop_agent.llm.base import ChatModel

_COOLEST, _WARMEST = 0.7, 1.0
"""Temperatures between which further samples of a model are spread."""


@dataclass(frozen=True, slots=True)
class Member:
    """A model, and how it is sampled; ``sample`` counts from 1 the members with this model."""

    model: ChatModel
    temperature: float | None = None
    seed: int | None = None
    sample: int = 1

    @property
    def name(self) -> str:
        """What people and events call this member."""
        return self.model.name if self.sample == 1 else f"{self.model.name} #{self.sample}"

    def is_of(self, model: ChatModel | None) -> bool:
        """True for a member that answers as ``model`` does by itself."""
        return (
            model is not None
            and self.sample == 1
            and (self.model.provider, self.model.name) == (model.provider, model.name)
        )


def members_of(ctx: RunContext) -> tuple[Member, ...]:
    """Gives those that are asked: ``ctx.swarm``, or samples of the one model where it has fewer than two.

    The first sample of a model is drawn as the run says, each further one with a temperature and a
    seed of its own; so is a model that stands twice in the swarm, be it at another host.
    """
    models = ctx.swarm
    if len(models) < 2:
        models = () if ctx.model is None else (ctx.model,) * ctx.swarm_settings.samples
    many = Counter((model.provider, model.name) for model in models)
    seen: Counter[tuple[str, str]] = Counter()
    first_seed = 1 if ctx.seed is None else ctx.seed
    members: list[Member] = []
    for model in models:
        seen[model.provider, model.name] += 1
        sample, of = seen[model.provider, model.name], many[model.provider, model.name]
        seed = ctx.seed if of == 1 else first_seed + sample - 1
        temperature = ctx.temperature if sample == 1 else _temperature(sample - 1, of - 1)
        members.append(Member(model, temperature, seed, sample))
    return tuple(members)


def _temperature(number: int, of: int) -> float:
    share = (number - 1) / (of - 1) if of > 1 else 0.0
    return round(_COOLEST + (_WARMEST - _COOLEST) * share, 2)
