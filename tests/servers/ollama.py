"""A scripted Ollama: the wire format as captured from a real 0.33 server.

    fake = FakeOllama(models=["m"], replies=[
        Reply(thinking="hm", tool_calls=[("web_search", {"query": "x"})]),
        "The answer.",
    ])
    with serve(fake.app) as url: ...

``fake.requests`` holds the JSON of every chat, ``fake.paths`` every "METHOD /path". A model whose
capabilities hold ``embedding`` makes embeddings: see `ollama_embedding`.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tests.servers.exchange import Exchange
from tests.servers.model_reply import Reply, ReplyLike, Scripted
from tests.servers.ollama_embedding import FakeEmbeddings

_EMBEDS = re.compile(r"embed|minilm|\bbge-")
_CREATED = "2026-11-21T21:07:50.358840292Z"


@dataclass(frozen=True, kw_only=True)
class Model:
    """A model that the fake server has."""

    name: str
    size: int = 2_500_000_000
    parameters: str = "4.0B"
    quantisation: str = "Q4_K_M"
    context_length: int = 32768
    capabilities: tuple[str, ...] = ("completion", "tools", "thinking")
    loaded: bool = True
    dimensions: int = 64
    cuts: bool = True
    """Whether texts that are too long to embed are cut when that is asked for: not all versions do."""


def tagged(name: str) -> str:
    return name if ":" in name.rsplit("/", 1)[-1] else f"{name}:latest"


class FakeOllama(Scripted):
    """See the module. ``pull_steps`` of ``pull_step_bytes`` make a layer; a pull that was broken
    off goes on where it stopped. ``unknown`` are names that the registry does not have."""

    def __init__(
        self,
        *,
        models: Iterable[str | Model] = ("m",),
        replies: Iterable[ReplyLike] | Callable[[dict[str, Any]], Reply | str] = (),
        pull_steps: int = 10,
        pull_step_bytes: int = 1_000,
        pull_pause_s: float = 0.0,
        unknown: Iterable[str] = (),
    ) -> None:
        each = [Model(name=m) if isinstance(m, str) else m for m in models]
        self.models = {tagged(m.name): m for m in each}
        super().__init__(replies)
        self.embeddings = FakeEmbeddings()
        self.pulled_bytes: dict[str, int] = {}
        self._pull = (pull_steps, pull_step_bytes, pull_pause_s)
        self._unknown = {tagged(name) for name in unknown}

    async def _handle(self, exchange: Exchange) -> None:
        handlers = {
            "/api/tags": self._tags,
            "/api/show": self._show,
            "/api/ps": self._ps,
            "/api/chat": self._chat,
            "/api/embed": self._embed,
            "/api/pull": self._pull_model,
            "/api/delete": self._delete,
        }
        if exchange.path in handlers:
            await handlers[exchange.path](exchange)
        elif exchange.path == "/api/version":
            await exchange.answer_json(200, {"version": "0.33.0"})
        elif exchange.path == "/":
            await exchange.answer(200, b"Ollama is running", "text/plain; charset=utf-8")
        else:
            await exchange.answer(404, b"404 page not found", "text/plain")

    async def _tags(self, exchange: Exchange) -> None:
        await exchange.answer_json(200, {"models": [_tag(m) for m in self.models.values()]})

    async def _ps(self, exchange: Exchange) -> None:
        loaded = [_tag(m) for m in self.models.values() if m.loaded]
        for entry in loaded:
            entry["expires_at"] = _CREATED
        await exchange.answer_json(200, {"models": loaded})

    async def _show(self, exchange: Exchange) -> None:
        name = tagged(exchange.json.get("model", ""))
        model = self.models.get(name)
        if model is None:
            await exchange.answer_json(404, {"error": f"model '{name}' not found"})
            return
        body = {
            "modelfile": "",
            "details": _tag(model)["details"],
            "model_info": {
                "general.architecture": "qwen3",
                "qwen3.context_length": model.context_length,
            },
            "capabilities": list(model.capabilities),
            "modified_at": _CREATED,
        }
        await exchange.answer_json(200, body)

    async def _delete(self, exchange: Exchange) -> None:
        name = exchange.json["model"]
        if self.models.pop(tagged(name), None) is None:
            await exchange.answer_json(404, {"error": f"model '{name}' not found"})
        else:
            await exchange.answer(200)

    async def _pull_model(self, exchange: Exchange) -> None:
        name = exchange.json["model"]
        await exchange.stream(self._pull_lines(name), "application/x-ndjson")
        self._note_leaving(exchange)

    async def _pull_lines(self, name: str) -> AsyncIterator[bytes]:
        yield _line({"status": "pulling manifest"})
        if tagged(name) in self._unknown:
            yield _line({"error": "pull model manifest: file does not exist"})
            return
        steps, size, pause = self._pull
        total = steps * size
        done = self.pulled_bytes.get(name, 0)
        layer = {"status": "pulling dde5aa3fc5ff", "digest": "sha256:dde5aa3fc5ff", "total": total}
        while done < total:
            yield _line({**layer, "completed": done})
            await asyncio.sleep(pause)
            done += size
            self.pulled_bytes[name] = done
        yield _line({**layer, "completed": total})
        for status in ("verifying sha256 digest", "writing manifest", "success"):
            yield _line({"status": status})
        able = ("embedding",) if _EMBEDS.search(name) else Model(name=name).capabilities
        self.models[tagged(name)] = Model(name=name, capabilities=able)

    def _refusal(self, request: dict[str, Any]) -> tuple[int, str] | None:
        name = request.get("model", "")
        model = self.models.get(tagged(name))
        if model is None:
            return 404, f"model '{name}' not found"
        if "completion" not in model.capabilities:
            return 400, f'"{name}" does not support chat'
        if request.get("tools") and "tools" not in model.capabilities:
            return 400, f"registry.ollama.ai/library/{tagged(name)} does not support tools"
        if request.get("think") and "thinking" not in model.capabilities:
            return 400, f'"{name}" does not support thinking'
        for message in request.get("messages", ()):
            for call in message.get("tool_calls", ()):
                if not isinstance(call["function"]["arguments"], dict):
                    return 400, "Value looks like object, but can't find closing '}' symbol"
        return None

    async def _chat(self, exchange: Exchange) -> None:
        request = exchange.json
        self.requests.append(request)
        refusal = self._refusal(request)
        if refusal is not None:
            await exchange.answer_json(refusal[0], {"error": refusal[1]})
            return
        reply = self._next(request, request.get("format"))
        if reply.status != 200:
            await asyncio.sleep(reply.delay_s)
            await exchange.answer_json(reply.status, {"error": reply.error}, reply.headers)
            return
        chunks = ((_line(line), True) for line in self._lines(reply, request))
        await self._stream(exchange, reply, chunks, "application/x-ndjson")

    async def _embed(self, exchange: Exchange) -> None:
        await self.embeddings.answer(exchange, self.models.get(tagged(exchange.json["model"])))

    def _lines(self, reply: Reply, request: dict[str, Any]) -> Iterable[dict[str, Any]]:
        model = request["model"]

        def message(done: bool = False, **fields: Any) -> dict[str, Any]:
            said = {"role": "assistant", "content": "", **fields}
            return {"model": model, "created_at": _CREATED, "message": said, "done": done}

        if request.get("think") is not False:  # left out, a thinking model thinks
            for piece in reply.thinking_chunks:
                yield message(thinking=piece)
        for piece in reply.text_chunks:
            yield message(content=piece)
        if reply.error:
            yield {"error": reply.error}
        elif reply.ends:
            calls = [self._call(i, *call) for i, call in enumerate(reply.tool_calls)]
            last = message(True, tool_calls=calls) if calls else message(True)
            last |= {
                "done_reason": reply.stop or "stop",
                "total_duration": 622169885,
                "load_duration": 1204310,
                "prompt_eval_count": reply.prompt_tokens,
                "eval_count": reply.completion_tokens,
            }
            if reply.prompt_speed:
                last["prompt_eval_duration"] = int(reply.prompt_tokens / reply.prompt_speed * 1e9)
            if reply.speed:
                last["eval_duration"] = int(reply.completion_tokens / reply.speed * 1e9)
            yield last

    def _call(self, index: int, name: str, arguments: Any) -> dict[str, Any]:
        function = {"index": index, "name": name, "arguments": dict(arguments)}
        return {"id": f"fakecall{next(self._ids):024d}", "function": function}


def _tag(model: Model) -> dict[str, Any]:
    return {
        "name": tagged(model.name),
        "model": tagged(model.name),
        "modified_at": _CREATED,
        "size": model.size,
        "digest": "3754090fa6ca323aaac244d4af8e9fa6e0ced17612f07acc51c948da8b98a22c",
        "details": {
            "parent_model": "",
            "format": "gguf",
            "family": "qwen3",
            "families": ["qwen3"],
            "parameter_size": model.parameters,
            "quantization_level": model.quantisation,
        },
        # as the real server: may be wrong here, /api/show is right
        "capabilities": ["completion"],
    }


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode() + b"\n"
