"""Reasoning templates, each a procedure for one kind of problem, and their JSON format."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from desktop_agent.core.codec import json_place
from desktop_agent.core.plan import order
from desktop_agent.core.text import display_name

NodeType = Literal[
    "definition", "enumeration", "calculation", "aggregation", "verification", "retrieval"
]
NODE_TYPES: tuple[NodeType, ...] = (
    "definition", "enumeration", "calculation", "aggregation", "verification", "retrieval",
)  # fmt: skip


MOST_CHARACTERS = 64_000
"""Maximum length of a text that is parsed as a template."""
MOST_NODES = 24
MOST_ID = 40

_SLUG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
"""Device names that Windows reserves, so that no file can use them."""
_UNSEEN = ("Cc", "Cs", "Zl", "Zp")
_TURNS_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_id(text: str) -> bool:
    """Return whether a string is a valid node or template ID.

    Template IDs also serve as file names.
    """
    fits = len(text) <= MOST_ID and _SLUG.fullmatch(text) is not None
    return fits and _DEVICES.fullmatch(text) is None


def _line(value: object) -> object:
    """Collapse a string into one line and reject invisible characters; return other types as is."""
    if not isinstance(value, str):
        return value
    line = " ".join(value.split())
    if any(unicodedata.category(each) in _UNSEEN or each in _TURNS_AROUND for each in line):
        raise ValueError("there is a character that cannot be seen")
    return line


def _slug(value: object) -> object:
    if isinstance(value, str) and not is_id(value):
        raise ValueError(
            f"{value[:MOST_ID]!r} is no id; write at most {MOST_ID} small letters and digits, "
            "with hyphens between words"
        )
    return value


def _phrase(value: object) -> object:
    line = _line(value)
    if isinstance(line, str) and not any(each.isalnum() for each in line):
        raise ValueError(f"{line[:MOST_ID]!r} holds no word")
    return line


_Id = Annotated[str, BeforeValidator(_slug)]
_Phrase = Annotated[str, Field(min_length=2, max_length=60), BeforeValidator(_phrase)]
_Sentence = Annotated[str, Field(min_length=1, max_length=400), BeforeValidator(_line)]
_Title = Annotated[str, Field(min_length=1, max_length=80), BeforeValidator(_line)]
_DISTINCT = AfterValidator(lambda items: tuple(dict.fromkeys(items)))


@dataclass(frozen=True, slots=True)
class TemplateNode:
    """A step of a template, with the model's ``role`` and the ``instruction`` to carry out."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    id: _Id
    type: NodeType
    role: _Title
    instruction: Annotated[str, Field(min_length=1, max_length=800), BeforeValidator(_line)]


@dataclass(frozen=True, slots=True)
class Template:
    """A graph of steps whose final node produces the answer.

    ``domains`` are tags for matching problems, ``cues`` are words and phrases specific to this kind
    of problem, and ``seeds`` are facts needed to solve it. ``edges`` are (from, to) pairs.
    ``listed`` is False for templates too specialised to show to users. ``own`` is True for
    templates saved by the user.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    id: _Id
    title: _Title
    description: _Sentence
    domains: Annotated[tuple[_Phrase, ...], Field(min_length=1, max_length=16), _DISTINCT]
    cues: Annotated[tuple[_Phrase, ...], Field(max_length=80), _DISTINCT] = field(
        default=(), kw_only=True
    )
    seeds: Annotated[tuple[_Sentence, ...], Field(max_length=12), _DISTINCT] = field(
        default=(), kw_only=True
    )
    listed: bool = field(default=True, kw_only=True)
    nodes: Annotated[tuple[TemplateNode, ...], Field(min_length=1, max_length=MOST_NODES)]
    edges: Annotated[tuple[tuple[_Id, _Id], ...], Field(max_length=100)] = ()
    own: bool = False

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """The IDs of the nodes whose output each node uses, keyed by node ID."""
        return {
            node.id: tuple(start for start, end in self.edges if end == node.id)
            for node in self.nodes
        }

    @property
    def final(self) -> TemplateNode:
        followed = {start for start, _end in self.edges}
        return next(node for node in self.nodes if node.id not in followed)

    @property
    def facts(self) -> str:
        """The seeds as a Markdown list."""
        return "\n".join(f"- {seed}" for seed in self.seeds)

    def node(self, name: str) -> TemplateNode:
        return next(node for node in self.nodes if node.id == name)


# --- JSON format and its faults


def template_from_json(text: str, *, own: bool = False) -> Template:
    """Parse a template from JSON; raise `ValueError` with a readable message if it is invalid."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it is longer than {MOST_CHARACTERS:,} characters")
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {json_place(error)}") from None
    if not isinstance(data, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004 - a fault of the text
    if "own" in data:
        raise ValueError("own is not known")
    return _checked(data | {"own": own})


def template_to_json(template: Template) -> str:
    """Format a template as indented JSON; raise `ValueError` if it violates the schema."""
    data = _schema().dump_python(
        _checked(asdict(template)), mode="json", exclude={"own"}, exclude_defaults=True
    )
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def check_template(template: Template) -> None:
    """Raise `ValueError` with a readable message if a template violates the schema."""
    _checked(asdict(template))


@cache
def _schema() -> TypeAdapter[Template]:
    return TypeAdapter(Template)


def _checked(data: Mapping[str, Any]) -> Template:
    try:
        template = _schema().validate_python(data)
    except ValidationError as error:
        raise ValueError(_fault(error, data)) from None
    _check_graph(template)
    return template


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Build a dict from a JSON object's pairs; raise `ValueError` on a duplicate key."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice, _times = Counter(name for name, _value in pairs).most_common(1)[0]
        raise ValueError(f"{twice[:MOST_ID]!r} is there twice")
    return data


def _check_graph(template: Template) -> None:
    names = [node.id for node in template.nodes]
    if twice := _first_double(names):
        raise ValueError(f"two nodes are called {twice}")
    _check_edges(template, names)
    order(template.needs)
    followed = {start for start, _end in template.edges}
    last = [name for name in names if name not in followed]
    if len(last) > 1:
        names_of_last = f"{', '.join(last[:-1])} and {last[-1]}"
        raise ValueError(
            f"nothing follows {names_of_last}; only one node may be the last, which gives the answer"
        )
    for node in template.nodes:
        if node.type == "verification" and not template.needs[node.id]:
            raise ValueError(f"the verification {node.id} has nothing before it to verify")
        if node.type == "retrieval" and node.id == last[0]:
            raise ValueError(f"the last node {node.id} only looks things up; it has to answer")


def _check_edges(template: Template, names: Sequence[str]) -> None:
    for start, end in template.edges:
        told = f"the edge from {start} to {end}"
        if unknown := next((each for each in (start, end) if each not in names), None):
            raise ValueError(f"{told} names {unknown}, which is no node")
        if start == end:
            raise ValueError(f"{told} leads a node to itself")
    if twice := _first_double(list(template.edges)):
        raise ValueError(f"the edge from {twice[0]} to {twice[1]} is there twice")


def _first_double(items: Sequence[Any]) -> Any:
    return next((each for place, each in enumerate(items) if each in items[:place]), None)


_WORDS = {
    "missing": "is missing",
    "unexpected_keyword_argument": "is not known",
    "string_type": "is not a text",
    "tuple_type": "is not a list",
    "dataclass_type": "is not an object",
}


def _fault(error: ValidationError, data: object) -> str:
    """Describe the first validation error and where it occurred."""
    first = error.errors(include_url=False)[0]
    where = _where(first["loc"], data)
    if first["type"] == "value_error":
        return f"{where}: {first['ctx']['error']}"
    if said := _WORDS.get(first["type"]):
        return f"{where} {said}"
    said = first["msg"].replace("Tuple", "List")
    return f"{where}: {said[:1].lower()}{said[1:]}"


def _where(path: Sequence[int | str], value: object) -> str:
    """Describe a location in the file with 1-based indices, as in ``nodes 2 (compute), role``."""
    told = ""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, Sequence) and step < len(value) else None
            told += f" {step + 1}"
            name = value.get("id") if isinstance(value, Mapping) else None
            told += f" ({display_name(name[:MOST_ID])})" if isinstance(name, str) else ""
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
            name = display_name(step[:MOST_ID])
            told += f", {name}" if told else name
    return told
