"""The official `openai` client, made when it is first needed, with its errors translated."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx

from desktop_agent.llm.providers.closing import closing_whole
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.llm.providers.optional_parameters import refused_parameter

if TYPE_CHECKING:
    import openai
    from openai.types import Model
    from openai.types.chat import ChatCompletionChunk

OFFICIAL_HOST = "api.openai.com"
_ANSWER_WITHIN_S = 30.0
_CONTEXT_FIELDS = ("context_length", "context_window", "max_model_len", "max_context_length")
_STATUS_OF_TYPE = {
    "authentication_error": 401,
    "not_found_error": 404,
    "rate_limit_exceeded": 429,
    "server_error": 500,
}


class OpenAIConnection:
    """Sends requests; every error is one of ours."""

    def __init__(
        self,
        endpoint: Endpoint,
        connect_timeout_s: float,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._endpoint = endpoint
        self._timeout = httpx.Timeout(None, connect=connect_timeout_s)
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._headers: dict[str, str | openai.Omit] = {}
        self._made: openai.AsyncOpenAI | None = None

    async def _client(self) -> "openai.AsyncOpenAI":
        """Gives the client; importing it takes over a second, so that is done in a thread."""
        if self._made is None:
            endpoint = self._endpoint
            official = urlsplit(endpoint.checked_url()).hostname == OFFICIAL_HOST
            if endpoint.key is None and official:
                raise endpoint.unauthorised("none is stored")
            await asyncio.to_thread(__import__, "openai.resources.chat")
            import openai

            # what the environment holds for OpenAI is not for other people's servers
            if not official:
                names = ("OpenAI-Organization", "OpenAI-Project")
                self._headers = dict.fromkeys(names, openai.Omit())
            if endpoint.key is None:
                self._headers["Authorization"] = openai.Omit()
            http = httpx.AsyncClient(transport=self._transport, timeout=self._timeout)
            self._made = openai.AsyncOpenAI(
                api_key=endpoint.key or "none",
                base_url=endpoint.url,
                max_retries=0,
                http_client=cast("Any", http),  # it takes httpx clients, its annotation does not
            )
        return self._made

    async def models(self) -> "Sequence[Model]":
        """Asks for the list of models; raises `ModelError`."""
        try:
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                client = await self._client()
                page = await client.models.list(extra_headers=self._headers)
        except TimeoutError as error:
            raise self._endpoint.silent(f"no list within {_ANSWER_WITHIN_S:g} s") from error
        except _wire_errors() as error:
            raise self._translated(error, began=False) from error
        if not isinstance(page.data, list):
            raise self._endpoint.garbled("its list of models is not a list")
        return page.data

    async def chat(self, body: Mapping[str, Any]) -> "AsyncGenerator[ChatCompletionChunk, None]":
        """Yields the chunks of a reply.

        Raises:
            ParameterRefusedError: the request as such was refused.
            ModelError: anything else went wrong.
        """
        began = False
        try:
            client = await self._client()
            known = {k: v for k, v in body.items() if k != "chat_template_kwargs"}
            extra = {k: v for k, v in body.items() if k not in known}
            stream = cast(
                "openai.AsyncStream[ChatCompletionChunk]",
                await client.chat.completions.create(
                    **known, extra_body=extra, extra_headers=self._headers
                ),
            )
            async with closing_whole(stream.close):
                async for chunk in stream:
                    if not hasattr(chunk, "choices"):
                        raise self._endpoint.garbled(f"an event that is no chunk: {chunk}")
                    began = True
                    yield chunk
        except _wire_errors() as error:
            raise self._translated(error, began=began) from error
        if not began:
            raise self._endpoint.empty(stream.response.headers.get("content-type", ""))

    def _translated(self, error: Exception, *, began: bool) -> Exception:
        import openai

        endpoint = self._endpoint
        if isinstance(error, openai.APIStatusError):
            said = _said(error)
            refusal = endpoint.refusal(
                error.status_code, said, error.response.headers.get("retry-after")
            )
            return refused_parameter(error.status_code, said, refusal) or refusal
        if isinstance(error, openai.APIConnectionError):
            cause = error.__cause__
            return endpoint.transport_error(cause if isinstance(cause, Exception) else error)
        if isinstance(error, openai.APIError):
            return endpoint.in_stream(_said(error), _status(error), began=began)
        return endpoint.garbled("an event is no JSON of the right shape")

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()


def _wire_errors() -> tuple[type[Exception], ...]:
    """Gives what the client raises: its own, and the parser's for what is not JSON or UTF-8."""
    import openai

    return (openai.OpenAIError, ValueError)


def _said(error: "openai.APIError") -> str:
    body = error.body
    if not isinstance(body, dict):
        return str(body or error.message)
    # one server writes {"error": "…"}, another nests, FastAPI servers write {"detail": "…"}
    message = body.get("message") or body.get("error") or body.get("detail") or body
    marks = [str(body[key]) for key in ("type", "code", "param") if body.get(key)]
    return f"{message} ({', '.join(marks)})" if marks else str(message)


def _status(error: "openai.APIError") -> int | None:
    if error.code is not None and error.code.isdigit():
        return int(error.code)
    return _STATUS_OF_TYPE.get(error.type or "") or _STATUS_OF_TYPE.get(error.code or "")


def context_of(model: "Model") -> int:
    """Gives the context length that a server tells of a model in its list, or 0.

    ``meta.n_ctx`` is llama.cpp's, the others are OpenRouter's, Groq's, vLLM's and Mistral's.
    """
    extra = model.model_extra or {}
    meta = extra.get("meta")
    found = [extra.get(name) for name in _CONTEXT_FIELDS]
    found.append(meta.get("n_ctx") if isinstance(meta, dict) else None)
    return next((value for value in found if isinstance(value, int)), 0)
