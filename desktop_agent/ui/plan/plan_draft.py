"""A plan while a person changes it: the parts, and what is still wrong with them."""

from dataclasses import replace

from desktop_agent.core.plan import Plan, Subtask, SubtaskKind

MOST_PARTS = 20


class PlanDraft:
    """Knows no widgets and no Qt; parts are named by their place, from 0."""

    def __init__(self, plan: Plan) -> None:
        self.original = plan
        self._parts = list(plan.subtasks)

    @property
    def parts(self) -> tuple[Subtask, ...]:
        """The parts as they are now."""
        return tuple(self._parts)

    @property
    def changed(self) -> bool:
        """True where the parts are other than those that were proposed."""
        return self.parts != self.original.subtasks

    @property
    def full(self) -> bool:
        """True where no more parts can be added."""
        return len(self._parts) >= MOST_PARTS

    @property
    def plan(self) -> Plan:
        """The plan as it is now; it is the person's own where anything was changed."""
        return Plan(self.parts, "person") if self.changed else self.original

    @property
    def fault(self) -> str:
        """What keeps the plan from being run, or nothing."""
        try:
            self.plan.check()
        except ValueError as fault:
            return str(fault)
        return ""

    def ask(self, place: int, question: str) -> None:
        """Changes what a part asks."""
        self._parts[place] = replace(self._parts[place], question=" ".join(question.split()))

    def work_by(self, place: int, kind: SubtaskKind) -> None:
        """Changes how a part is worked on."""
        self._parts[place] = replace(self._parts[place], kind=kind)

    def need(self, place: int, name: str, *, needed: bool) -> None:
        """Says whether a part comes after another one."""
        part = self._parts[place]
        wanted = {*part.needs, name} if needed else {*part.needs} - {name}
        order = [each.id for each in self._parts if each.id in wanted]
        self._parts[place] = replace(part, needs=tuple(order))

    def add(self) -> int:
        """Adds an empty part at the end; gives its place."""
        names = {each.id for each in self._parts}
        number = next(n for n in range(len(names) + 1, 10_000) if str(n) not in names)
        self._parts.append(Subtask(str(number), ""))
        return len(self._parts) - 1

    def remove(self, place: int) -> None:
        """Takes a part out; those that came after it no longer do."""
        gone = self._parts.pop(place).id
        self._parts = [
            replace(each, needs=tuple(name for name in each.needs if name != gone))
            for each in self._parts
        ]

    def move(self, place: int, step: int) -> int:
        """Moves a part by some places, as far as that goes; gives its new place."""
        to = max(0, min(place + step, len(self._parts) - 1))
        self._parts.insert(to, self._parts.pop(place))
        return to
