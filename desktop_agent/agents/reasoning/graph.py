"""Run a template: a graph of steps, in which a step that fails its check is done once more."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from desktop_agent.agents.answers.answer_form import policy, same_answer
from desktop_agent.agents.answers.quantities import final_number, same_value
from desktop_agent.agents.evidence_gathering import (
    characters,
    parse_query,
    search_documents,
    search_for,
)
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reasoning.solvers.base import Solved
from desktop_agent.agents.reasoning.solvers.registry import solve
from desktop_agent.agents.reasoning.template_selection import TemplateMatch
from desktop_agent.agents.reply_parsing import json_object, object_schema
from desktop_agent.agents.roles.numeric_verifier import verify_number
from desktop_agent.agents.roles.researcher import research_by_code
from desktop_agent.agents.roles.subtask import (
    evidence_block,
    results_block,
    results_text,
    written,
)
from desktop_agent.agents.roles.supervisor import answer_tokens
from desktop_agent.agents.roles.swarm import appended
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import Stage, deadline, dispatch, for_parts, run_stage, step
from desktop_agent.core.events import Channel, Notice, PlanMade
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import Plan, Result, Subtask, SubtaskKind, order
from desktop_agent.core.research import QuestionType
from desktop_agent.core.template import NodeType, Template, TemplateNode
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.evidence.text.fold import folded_words, function_words, stem
from desktop_agent.web.ledger import is_offline
from desktop_agent.web.search.query import keywords

# --- Passages for a template's seed facts

_MOST_SEEDS, _HITS, _MOST_PASSAGE, _LEAST_SHARED = 6, 3, 400, 2
_SEEDS_SHARE, _MOST_CHARACTERS = 0.1, 2_500
_TIME_SHARE, _MOST_S = 0.1, 10.0


async def _enriched(ctx: RunContext, template: Template) -> str:
    """Return passages of the user's documents on a template's seed facts as a marked block, or "".

    The documents are searched once for each seed. A passage fits if it shares two content words
    with the seed and one with the problem. This takes at most a tenth of the remaining time and
    never more than ten seconds.
    """
    lines: list[str] = []
    if ctx.knowledge is None or not ctx.settings.enrich_seeds:
        return ""
    asked = _stems(ctx.reading.text)
    room = await characters(ctx, _SEEDS_SHARE, _MOST_CHARACTERS)
    try:
        async with deadline(ctx.budget, min(ctx.budget.remaining_s * _TIME_SHARE, _MOST_S)):
            for seed in template.seeds[:_MOST_SEEDS]:
                found, _note = await search_documents(ctx, keywords(seed) or seed, _HITS) or (
                    (),
                    "",
                )
                for each in found:
                    stems = _stems(each.hit.text)
                    line = f"[{each.source.number}] {' '.join(each.hit.text.split())}"[
                        :_MOST_PASSAGE
                    ]
                    fits = len(stems & _stems(seed)) >= _LEAST_SHARED and stems & asked
                    if fits and line not in lines and sum(map(len, lines)) + len(line) <= room:
                        lines.append(line)
                        break
    except TimeoutError:
        ctx.emit(Notice(text="The documents were not searched for the template: no time."))
    return ctx.fence.wrap("\n".join(lines), "passages on what is known") if lines else ""


def _stems(text: str) -> set[str]:
    stop = function_words("en")
    words = (word for word in folded_words(text) if word not in stop and not word.isdigit())
    return {stem(word, "en") for word in words if len(word) > 2}


# --- Prompts for the nodes
#
# The opening is identical for all nodes in a run, so a local server can cache it.

_RULES = """\
You work on one problem in steps. Today is {today}. The end of the message says which step is yours \
now: do this step, and nothing else.
- {fence}
- Base facts on the results, not on memory, and keep their citations like [1]. Cite only numbers that \
stand in the results. Invent no fact and no source.
- Where something is missing, say so in a few words and go on.
- Write in the language of the problem. No introduction, no filler."""
_OPENING = "The problem:\n{problem}"
_FACTS = "What is known for such problems:\n{facts}"
_RESULTS = "Results of the earlier steps:\n{block}"
_MISSING = "There is no result of: {names}. Go on without it."
_STEP = "Your step now, as {role}: {instruction}"
_FINAL = "This is the last step: what you write is the answer. {form}"
_AGAIN = """\
You did this step before. Your earlier result:
{earlier}
A check found this fault in it:
{fault}
Do the step again and mend that fault. Give the whole result anew, without a word about the check."""
_STATE = "The value below was computed exactly: state it as the answer, first, and contradict it nowhere.\n{value}"
_QUERY = """\
For this step the web and the user's documents are searched. Write one short search query of key \
words for it, between <search> and </search>. No other word."""
_VERDICT = """\
Judge only this, from what stands above. Reply with one JSON object: "reason" says in one sentence \
what is wrong, and is "" where nothing is; "ok" is true or false. Trifles, style and wording are no \
fault."""
_TASK = """\
{problem}

What has to be computed now: {instruction}"""
_TASK_FACTS = "{task}\n\nWhat is known for such problems:\n{facts}"
_EARLIER = "An earlier try gave: {value}\nA check of it found: {fault}"
_NOWHERE = "Nothing could be looked up: the network is switched off, and there are no documents."

VERDICT_SCHEMA = object_schema(reason={"type": "string", "maxLength": 300}, ok={"type": "boolean"})
_RESULTS_SHARE, _RESULTS_MOST = 0.35, 12_000
_MOST_FAULT = 600
_STEP_TOKENS, _VERDICT_TOKENS, _QUERY_TOKENS = 700, 200, 48

# --- The run of a template

AGENT = "template"
_AGENTS = {"calculation": "researcher", "verification": "verifier", "retrieval": "searcher"}
"""The agent names of nodes that are not the main agent's."""
_KINDS: dict[NodeType, SubtaskKind] = {"retrieval": "look_up", "calculation": "compute"}

_LEAST_FOR_AGAIN = 0.25
"""Minimum share of the template's time that must be left before a step is repeated."""
_NOT_NEEDED = "not needed: a solver computed the value"
_OTHER = "This was worked out by code; an earlier working had given {earlier}."


@dataclass(frozen=True, slots=True)
class TemplateAnswer:
    """A template's answer; ``value`` is the bare computed value, or "" if there is none.

    ``solved`` is True if a solver computed the value.
    """

    text: str
    value: str
    solved: bool = False


async def run_template(
    ctx: RunContext, chosen: TemplateMatch, pack: EvidencePack | None
) -> TemplateAnswer | None:
    """Run a template; return its answer, or None if neither a solver nor the last node gave one.

    A node that fails or times out has no result, and the nodes after it run without one. If a
    verification finds an error, the checked step is repeated once with a description of the error;
    all other steps that depend on it wait for the verification. If a solver finds the value, no
    calculation is run, and the model only writes the answer.
    """
    template, problem = chosen.template, ctx.reading.text
    solved: Solved | None = None
    if template.archetype:
        solved = await asyncio.to_thread(
            lambda: solve(problem, template.archetype) or solve(problem)
        )
    if solved is not None:
        ctx = replace(ctx, cuts=[], losses=[])  # the value is known, so failures do no harm

    async def work(own: RunContext) -> TemplateAnswer | None:
        own.emit(PlanMade(plan=_plan_of(template), step_id=own.parent_id, title=template.title))
        seeds = _FACTS.format(facts=template.facts) if template.seeds else ""
        known = await _enriched(own, template), await evidence_block(own, pack)
        parts = filter(None, (_OPENING.format(problem=problem), seeds, *known))
        opening = own.conversation(_RULES, "\n\n".join(parts))
        room = await characters(own, _RESULTS_SHARE, _RESULTS_MOST)
        return await _TemplateRun(own, template, opening, room, solved).answer()

    seconds = min(for_parts(ctx.budget.remaining_s), ctx.settings.template_s)
    stage = Stage(AGENT, f"Template: {template.title}", seconds)
    answer = await run_stage(ctx, stage, work, summarize=lambda given: _summary(chosen, given))
    return _solved_answer(solved) if answer is None and solved is not None else answer


def _summary(chosen: TemplateMatch, answer: TemplateAnswer | None) -> str:
    return "gave no answer" if answer is None else answer.value or chosen.why


def _plan_of(template: Template) -> Plan:
    """Convert a template to a plan, for display while the template runs."""
    parts = (
        Subtask(node.id, node.instruction, _KINDS.get(node.type, "reason"), template.needs[node.id])
        for node in template.nodes
    )
    return Plan(tuple(parts), origin="template", note=f"By the template “{template.title}”.")


def _solved_answer(solved: Solved) -> TemplateAnswer:
    text = f"**{solved.value}**\n\n{solved.explanation}".strip()
    return TemplateAnswer(text, solved.value, solved=True)


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


def _before(needs: Mapping[str, set[str]], name: str) -> set[str]:
    """Return the names that ``name`` depends on, directly or indirectly."""
    found = set(needs[name])
    while more := set[str]().union(*(needs[each] for each in found)) - found:
        found |= more
    return found


@dataclass(slots=True)
class _TemplateRun:
    """A run of a template on one problem.

    ``opening`` are the messages that all nodes share, and ``room`` is the space for results in
    characters. ``outputs`` maps node ids to results, or to None for nodes without a result.
    ``faults`` maps the nodes that are done again to the errors found in them.
    """

    ctx: RunContext
    template: Template
    opening: tuple[Message, ...]
    room: int
    solved: Solved | None
    outputs: dict[str, Result | None] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    async def answer(self) -> TemplateAnswer | None:
        """Run all nodes, and build the answer from the last one and the computed values.

        If the text omits the solver's value, the solver's own answer replaces it. If a single value
        is asked for and the text omits the one that a second computation verified, that value
        replaces the text.
        """
        at_once = self.ctx.settings.parallel_subtasks
        await dispatch(self._waits(), self._node, at_once=at_once)
        final = self.template.final
        last = self.outputs.get(final.id)
        if self.solved is not None:
            given = _solved_answer(self.solved)
            if last is not None and states(last.text, given.value):
                return replace(given, text=last.text)
            return given
        if last is None:
            return None
        value, support = self._computed()
        kinds = (QuestionType.NUMERIC, QuestionType.FACTUAL)
        bare = final.type in ("calculation", "verification")
        one_value = bare or self.ctx.reading.question_type in kinds
        if support and one_value and not states(last.text, value):
            return TemplateAnswer(f"**{value}**\n\n{support}", value)
        return TemplateAnswer(last.text, value or last.value)

    def _computed(self) -> tuple[str, str]:
        """Return the last computed value, as corrected by its verification, and a note on that.

        The value is "" if nothing was computed, and the note is "" if nothing was verified.
        """
        last: dict[str, Result] = {}
        for name in order(self.template.needs):
            output = self.outputs.get(name)
            if output is not None and output.value and output.computed:
                last[self.template.node(name).type] = output
        worked, checked = last.get("calculation"), last.get("verification")
        if checked is None:
            return ("", "") if worked is None else (worked.value, "")
        if worked is None:
            return checked.value, checked.text
        if worked.value == checked.value or same_value(worked.value, checked.value):
            return checked.value, worked.text
        return checked.value, _OTHER.format(earlier=worked.value)

    def _waits(self) -> Mapping[str, set[str]]:
        """Return what each node waits for: the nodes that it needs, and the checks of these."""
        needs = {name: set(before) for name, before in self.template.needs.items()}
        for check in self.template.nodes:
            if check.type == "verification":
                target, before = self._target(check).id, _before(needs, check.id)
                for name, own in needs.items():
                    if target in own and name not in (check.id, *before):
                        own.add(check.id)
        return needs

    def _target(self, check: TemplateNode) -> TemplateNode:
        """Return the node that a verification checks.

        It is a calculation that the verification needs or, if there is none, the first node that it
        needs, preferably one that is neither a retrieval nor a definition.
        """
        before = [self.template.node(name) for name in self.template.needs[check.id]]
        made = [each for each in before if each.type not in ("retrieval", "definition")]
        return next((each for each in made if each.type == "calculation"), (made or before)[0])

    async def _node(self, name: str, rounds: int) -> None:
        """Run a node; if it finds a fault, repeat the checked step, what is between, and it."""
        node = self.template.node(name)
        needed = node.type == "calculation" or node is self.template.final
        if self.solved is not None and not needed:
            with step(self.ctx, _AGENTS.get(node.type, "main"), _title(node), name) as skipped:
                skipped.end(_NOT_NEEDED, "skipped")
            return
        result = await self._staged(node, rounds)
        if result is None or not result.fault:
            return
        target, budget = self._target(node).id, self.ctx.budget
        if budget.remaining_s >= budget.limits.seconds * _LEAST_FOR_AGAIN:
            told = f"{name}: {result.fault} The step {target} is done again."
            self.ctx.emit(Notice(text=told))
            self.faults[target] = result.fault
            needs = {each: set(before) for each, before in self.template.needs.items()}
            for each in order(needs):
                between = each in _before(needs, name) and target in _before(needs, each)
                if between or each in (target, name):
                    result = await self._staged(self.template.node(each), rounds)
        if result is not None and result.fault:
            told = f"A check in the template found a fault that stands: {result.fault}"
            self.ctx.cuts.append(told)
            self.ctx.emit(Notice(text=told, level="warning"))

    async def _staged(self, node: TemplateNode, rounds: int) -> Result | None:
        """Run a node within its time, and keep its result; an earlier one is better than none.

        Its time is more than an equal share, but leaves time for the nodes that follow.
        """
        seconds = min(self.ctx.budget.remaining_s * 2 / (rounds + 1), self.ctx.settings.node_s)
        title = f"{_title(node)} (again)" if node.id in self.faults else _title(node)
        result = await run_stage(
            self.ctx,
            Stage(_AGENTS.get(node.type, "main"), title, seconds, node.id),
            lambda own: self._carried_out(own, node),
            summarize=lambda result: result.fault or result.note or result.summary,
        )
        if result is not None or node.id not in self.outputs:
            self.outputs[node.id] = result
        return result

    async def _carried_out(self, ctx: RunContext, node: TemplateNode) -> Result:
        """Run a node and return its output. Raises the same errors as `turn`."""
        match node.type:
            case "retrieval":
                return await self._looked_up(ctx, node)
            case "calculation":
                return await self._calculated(ctx, node)
            case "verification":
                return await self._verified(ctx, node)
        return await self._written(ctx, node)

    def _results(self, node: TemplateNode) -> dict[str, Result | None]:
        results = {name: self.outputs.get(name) for name in self.template.needs[node.id]}
        if self.solved is not None:  # the steps that were not needed are not missing
            return {name: each for name, each in results.items() if each is not None}
        return results

    def _step_text(self, ctx: RunContext, node: TemplateNode, room: int) -> str:
        """Return a node's prompt: the earlier results, its task, and any error to correct."""
        results, parts = self._results(node), []
        if block := results_block(ctx, results, room):
            parts.append(_RESULTS.format(block=block))
        if missing := [name for name, output in results.items() if output is None]:
            parts.append(_MISSING.format(names=", ".join(missing)))
        parts.append(_STEP.format(role=node.role, instruction=node.instruction))
        earlier = self.outputs.get(node.id)
        if node.id in self.faults and earlier is not None:
            told = ctx.fence.wrap(earlier.text[:room], "the earlier result")
            fault = ctx.fence.wrap(self.faults[node.id][:_MOST_FAULT], "a check")
            parts.append(_AGAIN.format(earlier=told, fault=fault))
        return "\n\n".join(parts)

    async def _written(self, ctx: RunContext, node: TemplateNode) -> Result:
        kind = ctx.reading.question_type
        if node is not self.template.final:
            return written(await self._said(ctx, node))
        end = f"\n\n{_FINAL.format(form=policy(kind, bare=False))}"
        if self.solved is not None:
            end += f"\n{_STATE.format(value=self.solved.value)}"
        return written(await self._said(ctx, node, end, "final", answer_tokens(kind)))

    async def _said(
        self,
        ctx: RunContext,
        node: TemplateNode,
        end: str = "",
        channel: Channel = "work",
        most: int = _STEP_TOKENS,
    ) -> str:
        messages = appended(self.opening, self._step_text(ctx, node, self.room) + end)
        ask = Ask("main", _title(node), channel, messages, most_tokens=most)
        return (await turn(ctx, ask)).text

    async def _looked_up(self, ctx: RunContext, node: TemplateNode) -> Result:
        if is_offline() and ctx.knowledge is None:
            return Result(_NOWHERE, note=_NOWHERE)
        text = self._step_text(ctx, node, self.room // 2)
        again = _STEP.format(role=node.role, instruction=node.instruction)
        messages = appended(self.opening, f"{text}\n\n{again}\n{_QUERY}")
        ask = Ask("searcher", "What to search for", "work", messages, most_tokens=_QUERY_TOKENS)
        said = (await turn(ctx, ask)).text
        query = parse_query(said) or keywords(ctx.reading.text) or ctx.reading.text[:200]
        found = await search_for(ctx, query, self.room)
        return written("\n\n".join(found.values()), note=f"searched for: {query}")

    async def _calculated(self, ctx: RunContext, node: TemplateNode) -> Result:
        """Compute a value by the solver, by running code or, if no code ran, by asking a model."""
        if self.solved is not None:
            text = self.solved.explanation or self.solved.value
            return Result(text, self.solved.value, note="computed by a solver", computed=True)
        known = results_text(self._results(node), self.room)
        earlier = self.outputs.get(node.id)
        if node.id in self.faults and earlier is not None:
            value = earlier.value or earlier.text
            told = _EARLIER.format(value=value, fault=self.faults[node.id])
            known = f"{known}\n\n{told}".strip()
        note = "computed without code: none can be run here"
        if ctx.code is not None:
            task = _TASK.format(problem=ctx.reading.text, instruction=node.instruction)
            if self.template.seeds:
                task = _TASK_FACTS.format(task=task, facts=self.template.facts)
            work = await research_by_code(ctx, task, known)
            if work.ran and (work.value or work.text):
                return written(work.text or work.value, work.value, work.note, computed=True)
            note = f"computed without code: {work.note or 'the code never ran'}"
        text = await self._said(ctx, node)
        return written(text, final_number(text.strip()), note=note)

    async def _verified(self, ctx: RunContext, node: TemplateNode) -> Result:
        """Verify a number by recomputing it, and any other result by asking a model for a verdict."""
        target = self._target(node)
        result = self.outputs.get(target.id)
        if result is None:
            return Result("Not checked: there is nothing to check.", note="nothing to check")
        if target.type == "calculation" and final_number(result.value):
            return await self._recomputed(ctx, node, target, result)
        asked = f"{self._step_text(ctx, node, self.room)}\n\n{_VERDICT}"
        messages, schema = appended(self.opening, asked), VERDICT_SCHEMA
        ask = Ask(
            "verifier", _title(node), "work", messages, schema=schema, most_tokens=_VERDICT_TOKENS
        )
        data = json_object((await turn(ctx, ask)).text) or {}
        right, reason = data.get("ok"), str(data.get("reason") or "").strip()
        if not isinstance(right, bool):
            return Result("Not checked.", result.value, note="The check gave no verdict.")
        if right or not reason:  # a fault without a reason cannot be repaired
            return Result(f"The check of {target.id} found no fault.", result.value)
        text = f"The check of {target.id} found a fault: {reason}"
        return Result(text, result.value, fault=reason)

    async def _recomputed(
        self, ctx: RunContext, node: TemplateNode, target: TemplateNode, result: Result
    ) -> Result:
        question = _TASK.format(problem=ctx.reading.text, instruction=target.instruction)
        others = {name: each for name, each in self._results(node).items() if name != target.id}
        known = results_text(others, self.room)
        check = await verify_number(ctx, question, result.value, known, working=result.text)
        value = check.value or result.value
        if check.agreed is None:
            text = f"{target.id} could not be checked: {check.note}"
            return Result(text, result.value, note=text)
        if check.agreed:
            text = f"A second computation agrees: {value}"
            return Result(text, value, text, computed=check.code_ran or result.computed)
        if same_value(value, result.value) is not False:
            # the value differs, but the verifier kept this one
            text = f"A second computation differs, but {value} stands. {check.note}".strip()
            return Result(text, value, note=text)
        text = f"A second computation gave {value}, not {result.value}."
        return Result(text, value, check.note, computed=check.code_ran, fault=text)


def _title(node: TemplateNode) -> str:
    return node.id.replace("-", " ").capitalize()
