"""Plans that wait for a person to look them over before they run."""

import asyncio
from collections.abc import Mapping
from functools import partial

from desktop_agent.core.plan import Plan, ReviewPlan


class PlanReviews:
    """Holds a run's plan until a face hands it back, changed or as it was."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[Plan, asyncio.Future[Plan]]] = {}

    @property
    def waiting(self) -> Mapping[str, Plan]:
        """The plans that wait, by the id of their run."""
        return {run_id: plan for run_id, (plan, _answer) in self._waiting.items()}

    def reviewer(self, run_id: str) -> ReviewPlan:
        """Gives what a run calls to have its plan looked over; one that is stopped waits no more."""
        return partial(self._wait, run_id)

    def answer(self, run_id: str, plan: Plan) -> None:
        """Lets a run go on with ``plan``; does nothing where it does not wait.

        Raises:
            ValueError: it is no plan; the text says why, and the run goes on waiting.
        """
        plan.check()
        _proposed, answer = self._waiting.get(run_id, (plan, None))
        if answer is not None and not answer.done():
            answer.set_result(plan)

    async def _wait(self, run_id: str, plan: Plan) -> Plan:
        answer: asyncio.Future[Plan] = asyncio.get_running_loop().create_future()
        self._waiting[run_id] = (plan, answer)
        try:
            return await answer
        finally:
            del self._waiting[run_id]
