"""The official `anthropic` client, made when it is first needed, with its errors translated."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx

from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.providers.closing import closing_whole
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.llm.providers.optional_parameters import refused_parameter

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import RawMessageStreamEvent

_OFFICIAL_HOST = "api.anthropic.com"
_ANSWER_WITHIN_S = 30.0
_STATUS_OF_TYPE = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "rate_limit_error": 429,
    "api_error": 500,
    "overloaded_error": 529,
}


class AnthropicConnection:
    """Sends requests; every error is one of ours."""

    def __init__(
        self,
        endpoint: Endpoint,
        connect_timeout_s: float,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._endpoint = endpoint
        self._connect_timeout_s = connect_timeout_s
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._made: anthropic.AsyncAnthropic | None = None

    async def _client(self) -> "anthropic.AsyncAnthropic":
        """Gives the client; importing it takes seconds, so that is done in a thread."""
        if self._made is None:
            endpoint = self._endpoint
            official = urlsplit(endpoint.checked_url()).hostname == _OFFICIAL_HOST
            if endpoint.key is None and official:
                raise endpoint.unauthorised("none is stored")
            await asyncio.to_thread(__import__, "anthropic.resources.messages")
            await asyncio.to_thread(__import__, "desktop_agent.llm.providers.httpx2_bridge")
            import anthropic
            import httpx2

            from desktop_agent.llm.providers.httpx2_bridge import Httpx2Bridge

            self._made = anthropic.AsyncAnthropic(
                # given explicitly, so that no key, profile or token file of this machine is used
                api_key=endpoint.key or "none",
                base_url=endpoint.url,
                max_retries=0,
                default_headers=cast(
                    "Any", {} if endpoint.key else {"Authorization": anthropic.Omit()}
                ),
                http_client=httpx2.AsyncClient(
                    transport=Httpx2Bridge(self._transport),
                    timeout=httpx2.Timeout(None, connect=self._connect_timeout_s),
                ),
            )
        return self._made

    async def models(self) -> tuple[ModelInfo, ...]:
        """Asks for the list of models; raises `ModelError`."""
        try:
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                page = await (await self._client()).models.list(limit=1000)
        except TimeoutError as error:
            raise self._endpoint.silent(f"no list within {_ANSWER_WITHIN_S:g} s") from error
        except _wire_errors() as error:
            raise self._translated(error, began=False) from error
        told = cast("Any", page.data)  # the client does not validate
        if not isinstance(told, list):
            raise self._endpoint.garbled("its list of models is not a list")
        return tuple(
            ModelInfo(m.id, context_length=getattr(m, "max_input_tokens", None) or 0) for m in told
        )

    async def events(
        self, body: Mapping[str, Any]
    ) -> "AsyncGenerator[RawMessageStreamEvent, None]":
        """Yields the events of a reply.

        Raises:
            ParameterRefusedError: the request as such was refused.
            ModelError: anything else went wrong.
        """
        came = began = False
        try:
            client = await self._client()
            known = {k: v for k, v in body.items() if k != "temperature"}
            extra = {k: v for k, v in body.items() if k not in known}
            stream = cast(
                "anthropic.AsyncStream[RawMessageStreamEvent]",
                await client.messages.create(**known, extra_body=extra),
            )
            async with closing_whole(stream.close):
                async for event in stream:
                    if not hasattr(event, "type"):
                        raise self._endpoint.garbled(f"an event without a type: {event}")
                    came = True
                    began = began or event.type == "content_block_delta"
                    yield event
        except _wire_errors() as error:
            raise self._translated(error, began=began) from error
        if not came:
            raise self._endpoint.empty(stream.response.headers.get("content-type", ""))

    def _translated(self, error: Exception, *, began: bool) -> Exception:
        import anthropic
        import httpx2

        endpoint = self._endpoint
        if isinstance(error, httpx2.HTTPError):  # while the body is read
            return endpoint.transport_error(error)
        if isinstance(error, anthropic.APIStatusError):
            said, kind = _said(error), error.type or ""
            if error.status_code == 200:  # told inside the stream
                return endpoint.in_stream(said, _STATUS_OF_TYPE.get(kind), began=began)
            refusal = endpoint.refusal(
                error.status_code, said, error.response.headers.get("retry-after")
            )
            return refused_parameter(error.status_code, said, refusal) or refusal
        if isinstance(error, anthropic.APIConnectionError):
            cause = error.__cause__
            return endpoint.transport_error(cause if isinstance(cause, Exception) else error)
        return endpoint.garbled("an event is no JSON of the right shape")

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()


def _wire_errors() -> tuple[type[Exception], ...]:
    """Gives what the client raises: its own, httpx2's, and the parser's for what is no JSON."""
    import anthropic
    import httpx2

    return (anthropic.AnthropicError, httpx2.HTTPError, ValueError)


def _said(error: "anthropic.APIStatusError") -> str:
    body = error.body
    detail = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(detail, dict):
        return f"{detail.get('message', detail)} ({detail.get('type', 'error')})"
    return str(detail or error.message)
