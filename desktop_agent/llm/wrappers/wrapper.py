"""What every wrapper of a model leaves as it is."""

from desktop_agent.llm.base import ChatModel


class Wrapper:
    """A model around a model: it answers as the one inside but for what it is there to change."""

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner

    @property
    def provider(self) -> str:
        """As the wrapped model's."""
        return self._inner.provider

    @property
    def name(self) -> str:
        """As the wrapped model's."""
        return self._inner.name

    async def context_tokens(self) -> int:
        """As the wrapped model's."""
        return await self._inner.context_tokens()

    async def aclose(self) -> None:
        """Closes the wrapped model."""
        await self._inner.aclose()
