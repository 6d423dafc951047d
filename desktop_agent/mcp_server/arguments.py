"""What the tools are called with; their JSON Schemas are made from these."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.json_schema import SkipJsonSchema

from desktop_agent.core.research import PageFormat

PAGE_CHARS = 20_000
"""Characters of a page that are given where nobody asks for more."""

_MOST_PAGE_CHARS = 1_000_000

_Query = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]
_Question = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000)
]
_Url = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4_000)]


_Count = Annotated[int, Field(ge=1, le=30)]
_Passages = Annotated[int, Field(ge=1, le=50)]
_Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]


def _without_default(schema: dict[str, Any]) -> None:
    """Null is understood, yet not what a client is told to send."""
    schema.pop("default", None)


class Arguments(BaseModel):
    """The arguments of a tool; those that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ResearchArguments(Arguments):
    """Of ``research``."""

    question: _Question = Field(description="The question, in any language, as a person asks it")
    strategy: Literal["auto", "evidence", "quick", "verified", "team", "deep"] = Field(
        "auto",
        description="How to answer: evidence quotes pages and calls no model; quick is one agent; "
        "verified has a second one criticise the draft; team searches in several rounds; deep parts "
        "the question and works on the parts side by side; auto chooses by the question",
    )
    budget_s: _Seconds | SkipJsonSchema[None] = Field(
        None,
        description="Seconds that the run may take once it has begun; left out: as this machine is set",
        json_schema_extra=_without_default,
    )
    offline: bool = Field(
        False, description="Use nothing beyond this machine: its documents and its local model"
    )


class SearchArguments(Arguments):
    """Of ``web_search``."""

    query: _Query = Field(description="What to search for, in a few words")
    count: _Count | SkipJsonSchema[None] = Field(
        None,
        description="Most results; left out: as this machine is set",
        json_schema_extra=_without_default,
    )


class FetchArguments(Arguments):
    """Of ``web_fetch``."""

    url: _Url = Field(description="Address of the page, http or https")
    format: PageFormat = Field("markdown", description="Form of the text")
    max_length: int = Field(
        PAGE_CHARS, ge=1, le=_MOST_PAGE_CHARS, description="Characters after which the text is cut"
    )


class KnowledgeArguments(Arguments):
    """Of ``knowledge_search``."""

    query: _Query = Field(description="What to look for; words and meaning both count")
    count: _Passages | SkipJsonSchema[None] = Field(
        None,
        description="Most passages; left out: as this machine is set",
        json_schema_extra=_without_default,
    )
    collection: str = Field(
        "", max_length=200, description="Name or id of the one collection to search in; empty: all"
    )


class DiscoveryArguments(Arguments):
    """Of ``list_discoveries``."""

    query: str = Field(
        "", max_length=2_000, description="Words that all have to occur in it; empty: all"
    )
    count: int = Field(20, ge=1, le=200, description="Most discoveries, the newest first")
