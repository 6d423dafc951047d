"""Select the template that fits a problem, and draft new ones. A wrong template is worse than none.

A template scores +3 for each domain tag that the problem contains as a phrase, +2 for each word of
its tags, +2 for each cue, and +1 for each document found that contains a tag (at most +2).

Since single words such as "cause" or "date" match too often, a template fits only if the problem
contains a whole tag or a cue, or if it contains all words of a tag and two documents contain a tag
verbatim. Writing and programming tasks never get a template.

Phrases are matched by whole words within a sentence, ignoring number (singular or plural). In a
phrase, ``#`` stands for a number, and ``…`` (or ``...``) for at most eight words: ``how many days …
until`` fits "How many days are there until Easter?".
"""

import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import TEXT, TEXTS, json_object, object_schema, one_of
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import Plan, SubtaskKind
from desktop_agent.core.template import (
    MOST_ID,
    MOST_NODES,
    NODE_TYPES,
    NodeType,
    Template,
    TemplateNode,
    check_template,
    is_id,
    template_from_json,
)
from desktop_agent.core.text import short_line
from desktop_agent.evidence.question.entity import focus_of
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.text.fold import folded_word, folded_words, function_words
from desktop_agent.system.resources import toml_resource

# --- Selection

_GAP, _NUMBER = "…", "#"
_MOST_GAPS = 3
"""A phrase with more gaps fits nothing, because the time to search for it grows with each gap."""
_READ_CHARACTERS = 6_000
_LONG = 1_500
"""Number of characters above which a problem is assumed to include a text to work on."""
_MOST_DOCUMENTS, _READ_DOCUMENTS = 2, 12
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_WITHIN_NUMBER = re.compile(r"(?<=\d)[.,](?=\d)")


@dataclass(frozen=True, slots=True)
class Wording:
    """Text normalized for matching, with one line of words per sentence."""

    lines: str
    words: frozenset[str]

    def says(self, phrase: str) -> bool:
        """Return whether the text contains a phrase. A single function word never matches."""
        words = _words(phrase)
        if not self.words.issuperset(words) or not (len(words) > 1 or _content(phrase)):
            return False
        return _pattern(phrase).search(self.lines) is not None


def wording(text: str) -> Wording:
    """Normalize the beginning of the text for matching."""
    sentences = _SENTENCE_END.split(_WITHIN_NUMBER.sub("", text[:_READ_CHARACTERS]))
    lines = [" ".join(map(_singular, folded_words(each))) for each in sentences]
    return Wording("".join(f"{line} \n" for line in lines), frozenset(" ".join(lines).split()))


@lru_cache(maxsize=5_000)
def _parts(phrase: str) -> tuple[str, ...]:
    parts: list[str] = []
    for piece in re.split(f"([{_GAP}{_NUMBER}])", phrase.replace("...", _GAP)):
        parts += [piece] if piece in (_GAP, _NUMBER) else map(_singular, folded_words(piece))
    return tuple(parts)


@lru_cache(maxsize=5_000)
def _words(phrase: str) -> tuple[str, ...]:
    return tuple(part for part in _parts(phrase) if part not in (_GAP, _NUMBER))


@lru_cache(maxsize=5_000)
def _content(phrase: str) -> tuple[str, ...]:
    stop = function_words("en")
    return tuple(word for word in _words(phrase) if word not in stop and len(word) > 2)


@lru_cache(maxsize=5_000)
def _pattern(phrase: str) -> re.Pattern[str]:
    parts = _parts(phrase)
    if parts.count(_GAP) > _MOST_GAPS:
        return re.compile(r"(?!)")
    numbers = "|".join(_table()["numbers"].split())
    forms = {_GAP: r"(?:\S+ ){0,8}", _NUMBER: rf"(?:\d\S*|{numbers}) "}
    return re.compile(r"(?<!\S)" + "".join(forms.get(part, f"{part} ") for part in parts))


def _singular(word: str) -> str:
    """Strip English plural endings only (the S stemmer of Harman, 1991)."""
    if len(word) < 4 or not word.isascii():
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word[:-1] if word.endswith("s") and not word.endswith(("us", "ss")) else word


def _table() -> dict[str, Any]:
    return toml_resource("reasoning", "template_selection.toml")


@dataclass(frozen=True, slots=True)
class TemplateMatch:
    """A template that fits a problem; ``why`` explains the match.

    ``longest`` is the length of the longest matching phrase, in words.
    """

    template: Template
    score: int
    longest: int
    why: str


def select(
    problem: str, templates: Iterable[Template], documents: Sequence[str] = ()
) -> TemplateMatch | None:
    """Return the best match, or None if no template fits. Takes up to 30 ms.

    ``documents`` holds the text of each document found for the problem. Ties go to the longest
    matching phrase, then to the first id.
    """
    if request_kind(problem) != "question":
        return None
    worded = wording(problem if len(problem) <= _LONG else focus_of(problem))
    found = list(map(wording, documents[:_READ_DOCUMENTS]))
    ordered = sorted(templates, key=lambda each: each.id)
    matches = filter(None, (_match(each, worded, found) for each in ordered))
    return max(matches, key=lambda each: (each.score, each.longest), default=None)


def _match(
    template: Template, problem: Wording, documents: Sequence[Wording]
) -> TemplateMatch | None:
    tags = list(filter(problem.says, template.domains))
    phrases = [*tags, *filter(problem.says, template.cues)]
    content = [_content(tag) for tag in template.domains]
    words = dict.fromkeys(word for each in content for word in each if word in problem.words)
    speaking = sum(any(map(each.says, template.domains)) for each in documents)
    speaking = min(speaking, _MOST_DOCUMENTS)
    scattered = any(len(each) > 1 and problem.words.issuperset(each) for each in content)
    if not phrases and not (scattered and speaking == _MOST_DOCUMENTS):
        return None
    reasons = [f"the problem says “{each}”" for each in phrases[:3]]
    reasons = reasons or [f"the problem speaks of {', '.join(words)}"]
    if speaking:
        count = "one document" if speaking == 1 else f"{speaking} documents"
        reasons.append(f"{count} found for it speak{'s' * (speaking == 1)} of that too")
    return TemplateMatch(
        template,
        score=3 * len(tags) + 2 * (len(phrases) - len(tags) + len(words)) + speaking,
        longest=max((len(_parts(each)) for each in phrases), default=0),
        why="; ".join(reasons),
    )


# --- Template and node ids

_LONGEST_SLUG = MOST_ID - 4
"""Maximum length of an id made from a text, because a number may be appended."""


def _slug(text: str) -> str:
    """Convert text to an id: lower-case ASCII letters and digits, with hyphens between words."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    name = "-".join(re.findall(r"[a-z0-9]+", plain)).lstrip("0123456789-")
    if len(name) > _LONGEST_SLUG:
        name = name[: _LONGEST_SLUG + 1].rpartition("-")[0] or name[:_LONGEST_SLUG]
    name = name or "own"
    return name if is_id(name) else f"{name}-own"


def _free_id(name: str, taken: Collection[str]) -> str:
    """Return ``name``, with a number appended if it is taken."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


# --- Templates drafted by a model

AGENT = "template"
_TRIES = 2

_RULES = """\
You design reasoning templates. A template is a small graph of steps that solves one kind of problem. \
Today is {today}.
- {fence}
- Reply with one JSON object and nothing else."""
_PROMPT = """\
Here is a problem:
{problem}

Write a template for problems of this kind, not for this one alone: name no number, person or thing of \
this problem in it.
Keys:
- id: two or three small words with hyphens, such as "market-sizing"
- title: at most eight words; description: one sentence
- domains: two to five phrases of two or more words that only such problems use
- cues: up to six phrases in which people ask for it; "#" stands for a number, "…" for a few words
- seeds: up to five facts or formulas that help, each with its condition; only what you are sure of
- nodes: three to seven steps, each with id (a small word), type, role (who does it) and instruction \
(one or two exact sentences)
- edges: pairs [from, to] of node ids: the result of "from" is needed by "to"
Types: definition (state terms or what is given), enumeration (list things), retrieval (search the web \
and documents), calculation (compute by code), verification (check the step before it), aggregation \
(put results together).
There is no circle. Exactly one node is followed by none: it is an aggregation and writes the answer."""
_AGAIN = (
    "This template cannot be used: {fault}. Write the whole JSON object again, with that mended."
)

_NODE_SCHEMA = object_schema(id=TEXT, type=one_of(*NODE_TYPES), role=TEXT, instruction=TEXT)
SCHEMA = object_schema(
    optional=("cues", "seeds"),
    **dict.fromkeys(("id", "title", "description"), TEXT),
    **dict.fromkeys(("domains", "cues", "seeds"), TEXTS),
    nodes={"type": "array", "items": _NODE_SCHEMA},
    edges={"type": "array", "items": TEXTS},
)


async def draft_template(ctx: RunContext, problem: str) -> Template:
    """Have the model draft a template for problems like this one, with one chance to correct it.

    The user must confirm the draft before it is stored or used. Raises the same errors as `turn`,
    and `BadResponse` after two invalid drafts.
    """
    asked = _PROMPT.format(problem=ctx.fence.wrap(problem, "the problem"))
    messages = ctx.conversation(_RULES, asked, history=False)
    fault = ""
    for _try in range(_TRIES):
        reply = await turn(ctx, Ask(AGENT, "Draft a template", "work", messages, schema=SCHEMA))
        try:
            template = parse_draft(reply.text)
        except ValueError as error:
            fault = str(error)
            messages += (reply.message, Message("user", _AGAIN.format(fault=fault)))
        else:
            return replace(template, id=_free_id(template.id, [each.id for each in ctx.templates]))
    raise BadResponse(f"The model didn't draft a usable template: {fault}.")


def parse_draft(text: str) -> Template:
    """Parse a draft, repairing its JSON and ids; raise `ValueError` if it is still invalid.

    Ids become slugs, because small models tend to use capitals and underscores.
    """
    data = json_object(text)
    if data is None:
        raise ValueError("it is not a JSON object")
    nodes, edges = data.get("nodes"), data.get("edges")
    for each in (data, *(nodes if isinstance(nodes, list) else ())):
        if isinstance(each, dict) and isinstance(each.get("id"), str):
            each["id"] = _slug(each["id"])
    if isinstance(edges, list):
        data["edges"] = [
            [_slug(str(end)) for end in edge] if isinstance(edge, list) else edge for edge in edges
        ]
    return template_from_json(json.dumps(data), own=True)


# --- Templates from successful runs

_TYPES: dict[SubtaskKind, NodeType] = {
    "look_up": "retrieval",
    "compute": "calculation",
    "simulate": "calculation",
}
_ROLES = {"calculation": "mathematician", "retrieval": "researcher"}
_ANSWER = (
    "Write the answer to the problem from the results, with their citations. Begin with what is asked "
    "for."
)
_CHECK = "Is the result right, and does it have the unit that is asked for?"
_MOST_TAGS, _LONGEST_TAG = 6, 60
_WORD = re.compile(r"[^\W\d_][\w'-]*")


def template_of_run(question: str, plan: Plan, *, taken: Collection[str]) -> Template:
    """Build a template from the plan of a successful run, for the user to review.

    Each part becomes a node with the part's question as its instruction. A check of the last
    calculation, if any, and a node for the answer are appended. ``taken`` holds the ids of existing
    templates. Raise `ValueError` if the plan is invalid or too large.
    """
    plan.check()
    if len(plan.subtasks) > MOST_NODES - 2:
        raise ValueError(f"the plan has more than {MOST_NODES - 2} parts")
    names: dict[str, str] = {}
    nodes: list[TemplateNode] = []
    for part in plan.subtasks:
        names[part.id] = name = _free_id(_slug(part.id), names.values())
        kind = _TYPES.get(part.kind) or ("aggregation" if part.needs else "definition")
        role = _ROLES.get(kind, "analyst")
        nodes.append(TemplateNode(name, kind, role, short_line(part.question, 800)))
    edges = [(names[need], names[part.id]) for part in plan.subtasks for need in part.needs]
    followed = {start for start, _end in edges}
    ends = [node.id for node in nodes if node.id not in followed]
    if worked := [node.id for node in nodes if node.type == "calculation"]:
        check = _free_id("check", names.values())
        nodes.append(TemplateNode(check, "verification", "reviewer", _CHECK))
        edges.append((worked[-1], check))
        ends.append(check)
    answer = _free_id("answer", names.values())
    nodes.append(TemplateNode(answer, "aggregation", "analyst", _ANSWER))
    line = " ".join(question.split())
    template = Template(
        id=_free_id(_slug(line), taken),
        title=short_line(line, 80),
        description=short_line(f"Kept from a run on: {line}", 400),
        domains=_tags(line),
        nodes=tuple(nodes),
        edges=tuple(dict.fromkeys((*edges, *((end, answer) for end in ends)))),
        own=True,
    )
    check_template(template)
    return template


def _tags(question: str) -> tuple[str, ...]:
    """Return pairs of adjacent content words or, if there are none, the longest word.

    Single words are avoided because they match too often.
    """
    stop = function_words("en").union(_table()["asking"].split())
    words = [folded_word(word) for word in _WORD.findall(question)]
    telling = [word if word not in stop and len(word) > 2 else "" for word in words]
    pairs = dict.fromkeys(f"{one} {two}" for one, two in pairwise(telling) if one and two)
    tags = [pair for pair in pairs if len(pair) <= _LONGEST_TAG][:_MOST_TAGS]
    longest = max(telling, key=len, default="")[:_LONGEST_TAG]
    return tuple(tags) or (longest or "own problem",)
