"""The tools: what each is called, what it is for, and who carries it out."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from mcp_types import Tool, ToolAnnotations
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from desktop_agent.mcp_server import arguments, results
from desktop_agent.mcp_server.own_data import knowledge_search, list_discoveries
from desktop_agent.mcp_server.reply import Call, Reply
from desktop_agent.mcp_server.research import Research
from desktop_agent.mcp_server.web import web_fetch, web_search


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool as clients see it, and what carries it out; that takes a value of ``arguments``."""

    tool: Tool
    arguments: type[arguments.Arguments]
    carry_out: Callable[[Call, Any], Coroutine[Any, Any, Reply]]


def offers(research: Research) -> dict[str, Offer]:
    """Gives the tools by name."""
    made = (
        _offer(
            "research",
            "Research a question",
            "Answers a question by research: searches the web and the person's documents, reads "
            "pages, drafts, checks, and gives the answer with numbered sources and a mark for each "
            "citation (supported, partly, contradicted, unconfirmed). It takes from seconds to some "
            "minutes; its steps are told by progress notifications, and cancelling stops it at "
            "once. Several may be asked at once. For a list of pages alone web_search is quicker.",
            arguments.ResearchArguments,
            results.ResearchResult,
            research.carry_out,
            open_world=True,
            read_only=False,  # it may keep discoveries, and its run is recorded
        ),
        _offer(
            "web_search",
            "Search the web",
            "Gives results of web search engines: title, address, snippet. If no engine answers, "
            "the error says of each why.",
            arguments.SearchArguments,
            results.SearchResult,
            web_search,
            open_world=True,
        ),
        _offer(
            "web_fetch",
            "Read a web page",
            "Reads a page or a PDF by http or https and gives its readable text without menus and "
            "advertising. Addresses inside private networks are refused.",
            arguments.FetchArguments,
            results.FetchResult,
            web_fetch,
            open_world=True,
        ),
        _offer(
            "knowledge_search",
            "Search the person's documents",
            "Gives the passages of the documents indexed on this machine that fit best, by words "
            "and by meaning, with file, page and heading.",
            arguments.KnowledgeArguments,
            results.KnowledgeSearchResult,
            knowledge_search,
        ),
        _offer(
            "list_discoveries",
            "List kept discoveries",
            "Gives the findings that earlier research has kept on this machine, the newest first.",
            arguments.DiscoveryArguments,
            results.DiscoveriesResult,
            list_discoveries,
        ),
    )
    return {offer.tool.name: offer for offer in made}


class _Untitled(GenerateJsonSchema):
    """Gives no titles: they are the names of the fields, said twice."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - no field is asked
        return False


def _schema(model: type[BaseModel], mode: JsonSchemaMode) -> dict[str, Any]:
    schema = model.model_json_schema(mode=mode, schema_generator=_Untitled)
    return {name: each for name, each in schema.items() if name not in ("title", "description")}


def _offer(
    name: str,
    title: str,
    description: str,
    takes: type[arguments.Arguments],
    gives: type[results.Result],
    carry_out: Callable[[Call, Any], Coroutine[Any, Any, Reply]],
    *,
    open_world: bool = False,
    read_only: bool = True,
) -> Offer:
    tool = Tool(
        name=name,
        title=title,
        description=description,
        input_schema=_schema(takes, "validation"),
        output_schema=_schema(gives, "serialization"),
        annotations=ToolAnnotations(
            title=title,
            read_only_hint=read_only,
            destructive_hint=False,
            idempotent_hint=read_only,
            open_world_hint=open_world,
        ),
    )
    return Offer(tool, takes, carry_out)
