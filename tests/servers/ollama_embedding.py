"""What a scripted Ollama answers to /api/embed, with the errors of a real 0.33 server.

The vectors are those of `word_vectors`: texts that share words are near.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from tests.servers.exchange import Exchange
from tests.servers.model_reply import Reply
from tests.servers.word_vectors import word_vector

if TYPE_CHECKING:
    from tests.servers.ollama import Model


class FakeEmbeddings:
    """``requests`` holds what was asked; what ``replies`` holds is answered first.

    ``delay_s`` is how long each answer takes; ``most_at_once`` how many were under way together.
    """

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.replies: deque[Reply] = deque()
        self.delay_s = 0.0
        self.most_at_once = 0
        self._now = 0

    @property
    def texts(self) -> list[str]:
        return [text for request in self.requests for text in request["input"]]

    async def answer(self, exchange: Exchange, model: "Model | None") -> None:
        self.requests.append(exchange.json)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            await asyncio.sleep(self.delay_s)
            if self.replies:
                await _answer_as_told(exchange, self.replies.popleft())
            else:
                await _answer(exchange, model)
        finally:
            self._now -= 1


async def _answer_as_told(exchange: Exchange, reply: Reply) -> None:
    await asyncio.sleep(reply.delay_s)
    if reply.raw is not None:
        await exchange.answer(200, reply.raw)
    else:
        await exchange.answer_json(reply.status, {"error": reply.error}, reply.headers)


async def _answer(exchange: Exchange, model: "Model | None") -> None:
    request = exchange.json
    if model is None:
        error = f'model "{request["model"]}" not found, try pulling it first'
        await exchange.answer_json(404, {"error": error})
    elif "embedding" not in model.capabilities:
        error = "This server does not support embeddings. Start it with `--embeddings`"
        await exchange.answer_json(501, {"error": error})
    elif _too_long(request, model):
        await exchange.answer_json(400, {"error": "the input length exceeds the context length"})
    else:
        found = [
            word_vector(" ".join(text.split()[: model.context_length]), model.dimensions)
            for text in request["input"]
        ]
        timing = {"total_duration": 174375, "load_duration": 3008579, "prompt_eval_count": 3}
        body = {"model": request["model"], "embeddings": found, **timing}
        await exchange.answer_json(200, body)


def _too_long(request: dict[str, Any], model: "Model") -> bool:
    longest = max((len(text.split()) for text in request["input"]), default=0)
    cuts = model.cuts and request.get("truncate", True)
    return longest > model.context_length and not cuts
