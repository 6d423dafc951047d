"""Run a template as a graph of nodes, repeating a node once if a check of its result fails."""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_agent.agents.answers.answer_form import same_answer
from desktop_agent.agents.answers.quantities import final_number, same_value
from desktop_agent.agents.evidence_gathering import characters, search_documents
from desktop_agent.agents.reasoning.nodes import (
    AGENTS,
    NodeConversation,
    NodeRetry,
    NodeTask,
    TemplateAnswer,
    carry_out,
    node_conversation,
    title_of,
)
from desktop_agent.agents.reasoning.solvers.base import Solved
from desktop_agent.agents.reasoning.solvers.registry import solve
from desktop_agent.agents.reasoning.template_selection import TemplateMatch
from desktop_agent.agents.roles.subtask import Result
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import (
    Stage,
    deadline,
    dispatch,
    for_parts,
    run_stage,
    step,
)
from desktop_agent.core.events import Notice, PlanMade
from desktop_agent.core.plan import Plan, Subtask, SubtaskKind, order
from desktop_agent.core.research import QuestionType
from desktop_agent.core.template import NodeType, Template, TemplateNode
from desktop_agent.evidence.records import EvidencePack, Passage
from desktop_agent.evidence.text.fold import folded_words, function_words, stem
from desktop_agent.web.search.query import keywords

# --- Passages for a template's seed facts

_MOST_SEEDS = 6
_HITS = 3
_MOST_PASSAGE = 400
_SHARED = 2
_SHARE, _MOST = 0.1, 2_500
_TIME_SHARE, _MOST_S = 0.1, 10.0


async def enriched(ctx: RunContext, template: Template, pack: EvidencePack | None) -> str:
    """Return passages that fit a template's seed facts as a marked block, or "" if none fit.

    The user's documents are searched once for each seed. A passage fits if it shares two content
    words with the seed and one with the problem. This takes at most a tenth of the remaining time
    and never more than ten seconds. If the search fails, no passages from documents are added.
    """
    seeds = template.seeds[:_MOST_SEEDS]
    found = [list(pack.passages if pack else ()) for _seed in seeds]
    if ctx.knowledge is not None and seeds and ctx.settings.enrich_seeds:
        try:
            seconds = min(ctx.budget.remaining_s * _TIME_SHARE, _MOST_S)
            async with deadline(ctx.budget, seconds), asyncio.TaskGroup() as group:
                tasks = [group.create_task(_searched(ctx, seed)) for seed in seeds]
            found = [[*task.result(), *others] for task, others in zip(tasks, found, strict=True)]
        except TimeoutError:
            ctx.emit(Notice(text="The documents were not searched for the template: no time."))
    room = await characters(ctx, _SHARE, _MOST)
    lines = _lines(seeds, found, ctx.reading.text, room)
    return ctx.fence.wrap("\n".join(lines), "passages on what is known") if lines else ""


async def _searched(ctx: RunContext, seed: str) -> list[Passage]:
    found, _note = await search_documents(ctx, keywords(seed) or seed, _HITS) or ((), "")
    return [Passage(each.source.number, each.hit.text) for each in found]


def _lines(
    seeds: Sequence[str], found: Sequence[Sequence[Passage]], problem: str, room: int
) -> list[str]:
    asked = _stems(problem)
    told: dict[str, None] = {}
    for seed, passages in zip(seeds, found, strict=True):
        best = _best(_stems(seed), asked, passages)
        if best is None:
            continue
        line = f"[{best.source}] {' '.join(best.text.split())[:_MOST_PASSAGE]}"
        if sum(map(len, told)) + len(line) > room:
            break
        told[line] = None
    return list(told)


def _best(seed: set[str], asked: set[str], passages: Iterable[Passage]) -> Passage | None:
    best, most = None, 0
    for passage in passages:
        words = _stems(passage.text)
        shared = len(words & seed)
        if shared >= _SHARED and words & asked and shared > most:
            best, most = passage, shared
    return best


def _stems(text: str) -> set[str]:
    stop = function_words("en")
    return {
        stem(word, "en")
        for word in folded_words(text)
        if word not in stop and len(word) > 2 and not word.isdigit()
    }


# --- The template as a plan

_KINDS: dict[NodeType, SubtaskKind] = {"retrieval": "look_up", "calculation": "compute"}


def plan_of(template: Template) -> Plan:
    """Convert a template to a plan, for display while the template runs."""
    needs = template.needs
    parts = (
        Subtask(node.id, node.instruction, _KINDS.get(node.type, "reason"), needs[node.id])
        for node in template.nodes
    )
    return Plan(tuple(parts), origin="template", note=f"By the template “{template.title}”.")


# --- The answer from the nodes' outputs

_ONE_VALUE = (QuestionType.NUMERIC, QuestionType.FACTUAL)
_BARE = ("calculation", "verification")
"""Node types whose text, as the last node, does not start with the value."""
_OTHER = "This was worked out by code; an earlier working had given {earlier}."


def answer_of(
    template: Template,
    outputs: Mapping[str, Result | None],
    solved: Solved | None,
    kind: QuestionType,
) -> TemplateAnswer | None:
    """Build the answer, or return None if neither a solver nor the last node gave a result.

    If the text omits the solver's value, the solver's own answer replaces it. If the question asks
    for a single value and the text omits a value verified by a second computation, that value
    replaces the text.
    """
    last = outputs.get(template.final.id)
    told = {name: output.text for name, output in outputs.items() if output is not None}
    if solved is not None:
        given = _solved_answer(solved)
        text = last.text if last is not None and states(last.text, solved.value) else given.text
        return replace(given, text=text, outputs=told)
    if last is None:
        return None
    value, support = _computed(template, outputs)
    one_value = kind in _ONE_VALUE or template.final.type in _BARE
    if support and one_value and not states(last.text, value):
        return TemplateAnswer(f"**{value}**\n\n{support}", value, told)
    return TemplateAnswer(last.text, value or last.value, told)


def _solved_answer(solved: Solved) -> TemplateAnswer:
    text = f"**{solved.value}**\n\n{solved.explanation}".strip()
    return TemplateAnswer(text, solved.value, {}, solved.archetype)


def states(text: str, value: str) -> bool:
    """Return whether a text states ``value`` as its answer.

    Numbers are compared by value. Any other value must occur verbatim or in an equivalent notation,
    such as another format of the same date.
    """
    same = same_value(final_number(text), value)
    if same is not None:
        return same
    said = " ".join(value.casefold().split()) in " ".join(text.casefold().split())
    return said or same_answer(text, value, QuestionType.FACTUAL)


def _computed(template: Template, outputs: Mapping[str, Result | None]) -> tuple[str, str]:
    """Return the last computed value and a note on its verification.

    If verification corrected the value, return the corrected one. The value is "" if nothing was
    computed, and the note is "" if nothing was verified.
    """
    last: dict[str, Result] = {}
    for name in order(template.needs):
        output = outputs.get(name)
        if output is not None and output.value and output.computed:
            last[template.node(name).type] = output
    worked, checked = last.get("calculation"), last.get("verification")
    if checked is None:
        return ("", "") if worked is None else (worked.value, "")
    if worked is None or worked.value == checked.value or same_value(worked.value, checked.value):
        return checked.value, worked.text if worked is not None else checked.text
    return checked.value, _OTHER.format(earlier=worked.value)


AGENT = "template"

_LEAST_FOR_AGAIN = 0.25
"""Minimum share of the template's time that must be left before a step is repeated."""
_NOT_NEEDED = "not needed: a solver computed the value"


async def run_template(
    ctx: RunContext, chosen: TemplateMatch, pack: EvidencePack | None
) -> TemplateAnswer | None:
    """Run a template; return its answer, or None if neither a solver nor the last node gave one.

    A node that fails or times out has no result, and the nodes after it run without one. If a
    verification finds an error, the checked step is repeated once with a description of the error,
    and then all steps that depend on it are repeated. If a solver finds the value, no calculation
    is run, and the model only writes the answer.
    """
    template = chosen.template
    solved = await asyncio.to_thread(_solved, ctx.reading.text, template)
    if solved is not None:
        ctx = replace(ctx, cuts=[], losses=[])  # the value is known, so failures do no harm

    async def work(own: RunContext) -> TemplateAnswer | None:
        own.emit(PlanMade(plan=plan_of(template), step_id=own.parent_id, title=template.title))
        talk = await node_conversation(own, template, pack, await enriched(own, template, pack))
        return await _GraphRun(own, template, talk, solved).answer()

    seconds = min(for_parts(ctx.budget.remaining_s), ctx.settings.template_s)
    stage = Stage(AGENT, f"Template: {template.title}", seconds)
    answer = await run_stage(ctx, stage, work, summarize=lambda answer: _summary(chosen, answer))
    return _solved_answer(solved) if answer is None and solved is not None else answer


def _solved(problem: str, template: Template) -> Solved | None:
    """Solve the problem with its archetype's solver or any other solver.

    Return None if the template has no archetype.
    """
    if not template.archetype:
        return None
    return solve(problem, template.archetype) or solve(problem)


def _summary(chosen: TemplateMatch, answer: TemplateAnswer | None) -> str:
    return "gave no answer" if answer is None else answer.value or chosen.why


@dataclass(slots=True)
class _GraphRun:
    """A run of a template on one problem.

    ``outputs`` maps node ids to results, or to None for nodes without a result. ``faults`` maps the
    nodes to repeat in the current pass to the errors found in them; ``again`` is the same for the
    next pass. ``redone`` contains all repeated nodes.
    """

    ctx: RunContext
    template: Template
    talk: NodeConversation
    solved: Solved | None = None
    outputs: dict[str, Result | None] = field(default_factory=dict)
    again: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    redone: set[str] = field(default_factory=set)

    async def answer(self) -> TemplateAnswer | None:
        needs = self.template.needs
        while needs:
            await dispatch(needs, self._node, at_once=self.ctx.settings.parallel_subtasks)
            self.faults, self.again = self.again, {}
            self.redone |= self.faults.keys()
            touched = set[str]().union(*map(self._followers, self.faults))
            needs = {
                name: tuple(need for need in before if need in touched)
                for name, before in self.template.needs.items()
                if name in touched
            }
        return answer_of(self.template, self.outputs, self.solved, self.ctx.reading.question_type)

    async def _node(self, name: str, rounds: int) -> None:
        if any(name in self._followers(changed) for changed in self.again):
            return  # runs again after the step that it builds on
        node = self.template.node(name)
        spared = node.type != "calculation" and node is not self.template.final
        if self.solved is not None and spared:
            with step(self.ctx, AGENTS[node.type], title_of(node), name) as skipped:
                skipped.end(_NOT_NEEDED, "skipped")
            self.outputs[name] = None
            return
        task = self._task(node)
        title = title_of(node) if task.again is None else f"{title_of(node)} (again)"
        stage = Stage(AGENTS[node.type], title, self._seconds(rounds), name)
        output = await run_stage(
            self.ctx,
            stage,
            lambda own: self._worked_on(own, task),
            summarize=lambda output: output.fault or output.note or output.summary,
        )
        # an earlier output is better than none
        if output is not None or name not in self.outputs:
            self.outputs[name] = output
        if output is not None and output.fault:
            self._failed(node, output.fault)

    async def _worked_on(self, ctx: RunContext, task: NodeTask) -> Result:
        if self.solved is not None and task.node.type == "calculation":
            text = self.solved.explanation or self.solved.value
            return Result(text, self.solved.value, note="computed by a solver", computed=True)
        return await carry_out(ctx, task)

    def _task(self, node: TemplateNode) -> NodeTask:
        needs = self.template.needs[node.id]
        results = {name: self.outputs.get(name) for name in needs}
        if self.solved is not None:
            results = {name: each for name, each in results.items() if each is not None}
        target = self._target(node) if node.type == "verification" else None
        judged = None if target is None else self.outputs.get(target.id)
        earlier, fault = self.outputs.get(node.id), self.faults.get(node.id, "")
        return NodeTask(
            node,
            self.template,
            self.talk,
            results,
            target=None if target is None or judged is None else (target, judged),
            again=NodeRetry(earlier, fault) if fault and earlier is not None else None,
            value="" if self.solved is None else self.solved.value,
        )

    def _seconds(self, rounds: int) -> float:
        """Return the time limit of a node, in seconds.

        It is more than an equal share, but leaves time for the nodes that follow.
        """
        return min(self.ctx.budget.remaining_s * 2 / (rounds + 1), self.ctx.settings.node_s)

    def _failed(self, node: TemplateNode, fault: str) -> None:
        """Schedule the checked step to run again, unless it already has been or time is short."""
        target = self._target(node)
        budget = self.ctx.budget
        late = budget.remaining_s < budget.limits.seconds * _LEAST_FOR_AGAIN
        if target is None or target.id in self.redone or late:
            text = f"A check in the template found a fault that stands: {fault}"
            self.ctx.cuts.append(text)
            self.ctx.emit(Notice(text=text, level="warning"))
            return
        self.again[target.id] = fault
        self.ctx.emit(Notice(text=f"{node.id}: {fault} The step {target.id} is done again."))

    def _target(self, node: TemplateNode) -> TemplateNode | None:
        """Return the node that a verification checks, or None if it has no predecessors.

        This is the nearest preceding calculation. If there is none, it is the first direct
        predecessor, preferably one that is neither a retrieval nor a definition.
        """
        needs = self.template.needs
        waiting, seen = deque(needs[node.id]), set[str]()
        while waiting:
            name = waiting.popleft()
            if self.template.node(name).type == "calculation":
                return self.template.node(name)
            if name not in seen:
                seen.add(name)
                waiting.extend(needs[name])
        before = [self.template.node(name) for name in needs[node.id]]
        made = [each for each in before if each.type not in ("retrieval", "definition")]
        return next(iter(made or before), None)

    def _followers(self, name: str) -> set[str]:
        found = {name}
        while more := {end for start, end in self.template.edges if start in found} - found:
            found |= more
        return found
