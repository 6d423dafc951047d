"""A run in one line: how it is carried out, and what it has taken so far."""

from desktop_agent.core.events import (
    Event,
    ModelCall,
    PageRead,
    PlanMade,
    RunStarted,
    SearchAttempt,
    StepFinished,
    StepStarted,
)
from desktop_agent.ui import plan_words, words


class RunTally:
    """Counts what happens in a run; costs a few comparisons an event."""

    def __init__(self) -> None:
        self._strategy = ""
        self._searches = self._pages = self._calls = self._tokens = 0
        self._parts: frozenset[str] = frozenset()
        self._done: set[str] = set()
        self._steps: dict[str, str] = {}

    def apply(self, event: Event) -> None:
        """Takes the next event."""
        match event:
            case RunStarted():
                self._strategy = event.strategy
            case SearchAttempt(outcome=outcome):
                self._searches += outcome != "skipped"
            case PageRead():
                self._pages += 1
            case ModelCall():
                self._calls += 1
                self._tokens += event.prompt_tokens + event.completion_tokens
            case PlanMade(plan=plan):
                self._parts = frozenset(each.id for each in plan.subtasks)
            case StepStarted(step_id=step, part=part) if part:
                self._steps[step] = part
            case StepFinished(step_id=step, status="ok") if step in self._steps:
                self._done.add(self._steps[step])

    def line(self, elapsed_s: float) -> str:
        """Gives ``Verified · 3 searches, 5 pages, 2 model calls · 12.4 s · 3,400 tokens``.

        A run with a plan tells first how many of its parts are done.
        """
        counts = (
            (self._searches, words.searches),
            (self._pages, words.pages),
            (self._calls, words.model_calls),
        )
        parts = ""
        if self._parts:
            parts = plan_words.parts_done(len(self._parts & self._done), len(self._parts))
        done = ", ".join(say(count) for count, say in counts if count)
        tokens = words.token_count(self._tokens) if self._tokens else ""
        name = words.strategy_name(self._strategy) if self._strategy else ""
        return " · ".join(
            part for part in (name, parts, done, words.ms(elapsed_s * 1000), tokens) if part
        )
