"""Run a template: a graph of steps in which a step that fails its check is repeated once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_agent.agents.answers.answer_form import policy, same_answer, within
from desktop_agent.agents.answers.quantities import final_number, same_value
from desktop_agent.agents.evidence_gathering import (
    characters,
    parse_query,
    search_documents,
    search_for,
)
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reasoning.templates import TemplateMatch
from desktop_agent.agents.reply_parsing import json_object, object_schema
from desktop_agent.agents.roles.numeric_verifier import verify_number
from desktop_agent.agents.roles.supervisor import (
    answer_tokens,
    computed,
    opening,
    results_text,
    with_results,
    written,
)
from desktop_agent.agents.roles.swarm import appended
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import deadline, dispatch, for_parts, run_stage
from desktop_agent.core.events import Channel, Notice, PlanMade
from desktop_agent.core.messages import JsonObject, Message
from desktop_agent.core.plan import Plan, Result, Subtask, SubtaskKind, order
from desktop_agent.core.research import QuestionType
from desktop_agent.core.template import NodeType, Template, TemplateNode
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.evidence.text.fold import folded_words, function_words, stem
from desktop_agent.web.ledger import is_web_off
from desktop_agent.web.search.query import keywords

# --- Passages for a template's seed facts

_MOST_SEEDS, _HITS, _MOST_PASSAGE, _LEAST_SHARED = 6, 3, 400, 2
_SEEDS_SHARE, _MOST_CHARACTERS = 0.1, 2_500
_TIME_SHARE, _MOST_S = 0.1, 10.0


async def _enriched(ctx: RunContext, template: Template) -> str:
    """Search the user's documents for a template's seed facts; return fenced passages, or ""."""
    lines: list[str] = []
    if ctx.knowledge is None or not ctx.settings.enrich_seeds:
        return ""
    asked = _stems(ctx.reading.text)
    room = await characters(ctx, _SEEDS_SHARE, _MOST_CHARACTERS)
    try:
        async with deadline(ctx.budget, min(ctx.budget.remaining_s * _TIME_SHARE, _MOST_S)):
            for seed in template.seeds[:_MOST_SEEDS]:
                hits = await search_documents(ctx, keywords(seed) or seed, _HITS)
                for each in hits[0] if hits is not None else ():
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

_PROBLEM = "The problem:\n{problem}"
_FACTS = "What is known for such problems:\n{facts}"
_STEP = "Your step now, as {role}: {instruction}"
_FINAL = "This is the last step: what you write is the answer. {form}"
_AGAIN = """\
You did this step before. Your earlier result:
{earlier}
A check found this fault in it:
{fault}
Do the step again and mend that fault. Give the whole result anew, without a word about the check."""
_QUERY = """\
For this step the web and the user's documents are searched. Write one short search query of key \
words for it, between <search> and </search>. No other word."""
_VERDICT = """\
Judge only this, from what stands above. Reply with one JSON object: "reason" says in one sentence \
what is wrong, and is "" where nothing is; "ok" is true or false. Trifles, style and wording are no \
fault."""
_TASK = "{problem}\n\nWhat has to be computed now: {instruction}"
_EARLIER = "An earlier try gave: {value}\nA check of it found: {fault}"
_NOWHERE = "Nothing could be looked up: the web is switched off, and there are no documents."

VERDICT_SCHEMA = object_schema(reason={"type": "string", "maxLength": 300}, ok={"type": "boolean"})
_MOST_FOUND, _MOST_FAULT = 4_000, 600
_STEP_TOKENS, _VERDICT_TOKENS, _QUERY_TOKENS = 700, 200, 48

# --- The run of a template

AGENT = "template"
_AGENTS = {"calculation": "researcher", "verification": "verifier", "retrieval": "searcher"}
"""The agent names of nodes that are not the main agent's."""
_KINDS: dict[NodeType, SubtaskKind] = {"retrieval": "look_up", "calculation": "compute"}

_LEAST_FOR_AGAIN = 0.25
"""Minimum share of the template's time that must be left before a step is repeated."""


async def run_template(ctx: RunContext, chosen: TemplateMatch, pack: EvidencePack) -> Result | None:
    """Run a template; return its answer, or None if the last node gave none.

    A node that fails or times out has no result, and later nodes run without it. If a verification
    finds an error, the step that was verified is repeated once with a description of the error.
    Other steps that depend on that step wait for the verification.
    """
    template, problem = chosen.template, ctx.reading.text

    async def work(own: RunContext) -> Result | None:
        own.emit(PlanMade(plan=_plan_of(template), step_id=own.parent_id, title=template.title))
        facts = _FACTS.format(facts=template.facts) if template.seeds else ""
        passages = await _enriched(own, template)
        begun = await opening(own, pack, _PROBLEM.format(problem=problem), facts, passages)
        return await _TemplateRun(own, template, begun).answer()

    return await run_stage(
        ctx,
        AGENT,
        f"Template: {template.title}",
        min(for_parts(ctx.budget.remaining_s), ctx.settings.template_s),
        work,
        summarize=lambda given: _summary(chosen, given),
    )


def _summary(chosen: TemplateMatch, answer: Result | None) -> str:
    return "gave no answer" if answer is None else answer.value or chosen.why


def _plan_of(template: Template) -> Plan:
    """Convert a template to a plan for display."""
    parts = (
        Subtask(node.id, node.instruction, _KINDS.get(node.type, "reason"), template.needs[node.id])
        for node in template.nodes
    )
    return Plan(tuple(parts), origin="template", note=f"From the template “{template.title}”.")


def states(text: str, value: str) -> bool:
    """Return whether the text states ``value`` as its answer.

    Numbers are compared by value. Other values must occur verbatim or in an equivalent notation,
    such as another date format.
    """
    same = same_value(final_number(text), value)
    if same is not None:
        return same
    # a shorter text, which the value may contain, does not state all of it
    may_state = len(text) >= len(value)
    return within(value, text) or (may_state and same_answer(text, value, QuestionType.FACTUAL))


def _before(needs: Mapping[str, set[str]], name: str) -> set[str]:
    """Return the direct and indirect dependencies of ``name``."""
    found = set(needs[name])
    while more := set[str]().union(*(needs[each] for each in found)) - found:
        found |= more
    return found


@dataclass(slots=True)
class _TemplateRun:
    """A run of a template; ``faults`` maps nodes being repeated to the errors found in them."""

    ctx: RunContext
    template: Template
    opening: tuple[Message, ...]
    outputs: dict[str, Result] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    async def answer(self) -> Result | None:
        """Run all nodes and return the last result.

        If that result leaves out a verified value, return the value instead.
        """
        await dispatch(self.ctx, self._waits(), self._node, most_s=self.ctx.settings.node_s)
        final = self.template.final
        last = self.outputs.get(final.id)
        kinds = (QuestionType.NUMERIC, QuestionType.FACTUAL)
        bare = final.type in ("calculation", "verification")
        if last is None or not (bare or self.ctx.reading.question_type in kinds):
            return last
        for name in reversed(order(self.template.needs)):
            checked = self.outputs.get(name)
            if self.template.node(name).type == "verification" and checked and checked.computed:
                if states(last.text, checked.value):
                    break
                text = f"**{checked.value}**\n\n{checked.text}"
                return Result(text, checked.value, computed=True)
        return last

    def _waits(self) -> Mapping[str, set[str]]:
        """Return the nodes that each node waits for.

        These are its dependencies and the nodes that check them.
        """
        needs = {name: set(before) for name, before in self.template.needs.items()}
        for check in self.template.nodes:
            if check.type == "verification":
                target, before = self._target(check).id, _before(needs, check.id)
                for name, own in needs.items():
                    if target in own and name not in (check.id, *before):
                        own.add(check.id)
        return needs

    def _target(self, check: TemplateNode) -> TemplateNode:
        """Return the node that a verification checks, preferably a calculation."""
        before = [self.template.node(name) for name in self.template.needs[check.id]]
        made = [each for each in before if each.type not in ("retrieval", "definition")]
        return next((each for each in made if each.type == "calculation"), (made or before)[0])

    async def _node(self, name: str, seconds: float) -> None:
        """Run a node; if it finds a fault, repeat all steps from the faulty one up to this node."""
        node = self.template.node(name)
        result = await self._staged(node, seconds)
        if result is None or not result.fault:
            return
        target, budget = self._target(node).id, self.ctx.budget
        if budget.remaining_s >= budget.seconds * _LEAST_FOR_AGAIN:
            told = f"{name}: {result.fault} Repeating step {target}."
            self.ctx.emit(Notice(text=told))
            self.faults[target] = result.fault
            needs = {each: set(before) for each, before in self.template.needs.items()}
            for each in order(needs):
                between = each in _before(needs, name) and target in _before(needs, each)
                if between or each in (target, name):
                    result = await self._staged(self.template.node(each), seconds)
        if result is not None and result.fault:
            told = (
                f"A check in the template found a problem that could not be fixed: {result.fault}"
            )
            self.ctx.cuts.append(told)
            self.ctx.emit(Notice(text=told, level="warning"))

    async def _staged(self, node: TemplateNode, seconds: float) -> Result | None:
        """Run a node within a time limit and store its result.

        If the node fails, its earlier result is kept.
        """
        title = f"{_title(node)} (again)" if node.id in self.faults else _title(node)
        work = {
            "retrieval": self._looked_up,
            "calculation": self._calculated,
            "verification": self._verified,
        }.get(node.type, self._written)
        result = await run_stage(
            self.ctx,
            _AGENTS.get(node.type, "main"),
            title,
            min(seconds, self.ctx.budget.remaining_s),
            lambda own: work(own, node),
            part=node.id,
            summarize=lambda result: result.fault or result.note or result.summary,
        )
        if result is not None:
            self.outputs[node.id] = result
        return result

    def _results(self, node: TemplateNode) -> dict[str, Result]:
        needs = self.template.needs[node.id]
        return {name: self.outputs[name] for name in needs if name in self.outputs}

    async def _said(
        self,
        ctx: RunContext,
        node: TemplateNode,
        most: int,
        end: str = "",
        agent: str = "main",
        channel: Channel = "work",
        schema: JsonObject | None = None,
    ) -> str:
        results = self._results(node)
        missing = [name for name in self.template.needs[node.id] if name not in results]
        messages = await with_results(ctx, self.opening, results, missing)
        asked = [_STEP.format(role=node.role, instruction=node.instruction)]
        if node.id in self.faults and node.id in self.outputs:
            told = ctx.fence.wrap(self.outputs[node.id].text[:_MOST_FOUND], "the earlier result")
            fault = ctx.fence.wrap(self.faults[node.id][:_MOST_FAULT], "a check")
            asked.append(_AGAIN.format(earlier=told, fault=fault))
        messages = appended(messages, "\n\n".join(filter(None, (*asked, end))))
        ask = Ask(agent, _title(node), channel, messages, schema=schema, most_tokens=most)
        return (await turn(ctx, ask)).text

    async def _written(self, ctx: RunContext, node: TemplateNode) -> Result:
        if node is not self.template.final:
            return written(await self._said(ctx, node, _STEP_TOKENS))
        kind = ctx.reading.question_type
        end = _FINAL.format(form=policy(kind, bare=False))
        return written(await self._said(ctx, node, answer_tokens(kind), end, channel="final"))

    async def _looked_up(self, ctx: RunContext, node: TemplateNode) -> Result:
        if is_web_off() and ctx.knowledge is None:
            return Result(_NOWHERE, note=_NOWHERE)
        said = await self._said(ctx, node, _QUERY_TOKENS, _QUERY, "searcher")
        query = parse_query(said) or keywords(ctx.reading.text) or ctx.reading.text[:200]
        found = await search_for(ctx, query, await characters(ctx, 0.2, _MOST_FOUND))
        return written("\n\n".join(found.values()), note=f"searched for: {query}")

    async def _calculated(self, ctx: RunContext, node: TemplateNode) -> Result:
        """Compute a value with code or, if no code ran, with a model."""
        known = await results_text(ctx, self._results(node))
        if node.id in self.faults and (earlier := self.outputs.get(node.id)) is not None:
            value = earlier.value or earlier.text
            told = _EARLIER.format(value=value, fault=self.faults[node.id])
            known = f"{known}\n\n{told}".strip()
        if ctx.code is not None:
            task = _TASK.format(problem=ctx.reading.text, instruction=node.instruction)
            if self.template.seeds:
                task += f"\n\n{_FACTS.format(facts=self.template.facts)}"
            if (result := await computed(ctx, task, known)) is not None:
                return result
        text = await self._said(ctx, node, _STEP_TOKENS)
        return written(text, final_number(text.strip()), note="computed without code")

    async def _verified(self, ctx: RunContext, node: TemplateNode) -> Result:
        """Verify a number by recomputing it, and any other result by asking a model."""
        target = self._target(node)
        result = self.outputs.get(target.id)
        if result is None:
            return Result("Not checked: there is nothing to check.", note="nothing to check")
        if target.type == "calculation" and final_number(result.value):
            return await self._recomputed(ctx, node, target, result)
        said = await self._said(
            ctx, node, _VERDICT_TOKENS, _VERDICT, "verifier", schema=VERDICT_SCHEMA
        )
        data = json_object(said) or {}
        right, reason = data.get("ok"), str(data.get("reason") or "").strip()
        if not isinstance(right, bool):
            return Result("Not checked.", result.value, note="The check gave no verdict.")
        if right or not reason:  # a fault without a reason cannot be repaired
            return Result(f"The check of {target.id} found no problem.", result.value)
        text = f"The check of {target.id} found a problem: {reason}"
        return Result(text, result.value, fault=reason)

    async def _recomputed(
        self, ctx: RunContext, node: TemplateNode, target: TemplateNode, result: Result
    ) -> Result:
        question = _TASK.format(problem=ctx.reading.text, instruction=target.instruction)
        others = {name: each for name, each in self._results(node).items() if name != target.id}
        check = await verify_number(
            ctx,
            question,
            result.value,
            await results_text(ctx, others),
            working=result.text,
            computed=result.computed,
        )
        if check.agreed is None:
            text = f"{target.id} could not be checked: {check.note}"
            return Result(text, result.value, note=text)
        has_code = check.code_ran or result.computed
        if check.agreed:
            text = f"A second computation agrees: {check.value}"
            return Result(text, check.value, text, computed=has_code)
        won = same_value(check.value, result.value) is False
        fault = check.note if check.code_ran else ""
        return Result(check.note, check.value, check.note, computed=won, fault=fault)


def _title(node: TemplateNode) -> str:
    return node.id.replace("-", " ").capitalize()
