"""The services that runs need (models, search and page reader), built from the settings."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError, AuthenticationFailed, KeyStoreError, KeyWithheld
from desktop_agent.core.messages import Attachment
from desktop_agent.core.models import Diagnosis
from desktop_agent.core.research import Outcome
from desktop_agent.core.settings import (
    KEY_VARIABLES,
    KeyDestination,
    SearchSettings,
    Settings,
    destination,
)
from desktop_agent.llm.pool import ModelPool
from desktop_agent.storage.files import read_small_json, write_atomic
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.secrets import Secrets
from desktop_agent.storage.snapshots import SnapshotStore
from desktop_agent.web.fetch.worker import ExtractionWorker
from desktop_agent.web.ledger import LedgerTransport, is_offline, note_refusal
from desktop_agent.web.search.cooldown import Cooldowns

if TYPE_CHECKING:
    from desktop_agent.knowledge.document_reader import DocumentReader
    from desktop_agent.llm.providers.onnx_embedding import OnnxEmbedder
    from desktop_agent.tools.sandbox.layers import LayeredSandbox
    from desktop_agent.web.fetch.service import FetchService
    from desktop_agent.web.search.service import SearchService


class Services:
    """Services that are created on demand and closed together.

    A ``worker`` that is passed in must be closed by the caller. `read_keys` reads the keys in a
    thread, because a keyring may block; lookups use the copy in memory.
    """

    def __init__(
        self,
        settings: Settings,
        paths: Paths,
        secrets: Secrets,
        worker: ExtractionWorker | None = None,
    ) -> None:
        self.settings = settings
        self._paths = paths
        self._secrets = secrets
        self._keys: dict[str, str] = {}
        self._withheld: frozenset[str] = frozenset()
        self._own_worker = worker is None
        self._worker = worker or ExtractionWorker()
        self._users = 0
        self._when_unused: Callable[[], object] | None = None

    @contextmanager
    def hold(self) -> Iterator["Services"]:
        """Keep the services open within the ``with`` block, even if the settings change."""
        self.take()
        try:
            yield self
        finally:
            self.let_go()

    def take(self) -> None:
        """Keep the services open until `let_go` is called; for callers that cannot use `hold`."""
        self._users += 1

    def let_go(self) -> None:
        """Release the services; call this once per `take`."""
        self._users -= 1
        self._tell_unused()

    def retire(self, when_unused: Callable[[], object]) -> None:
        """Call ``when_unused`` once the services are no longer in use, possibly immediately."""
        self._when_unused = when_unused
        self._tell_unused()

    def _tell_unused(self) -> None:
        tell = self._when_unused
        if tell is not None and self._users == 0:
            self._when_unused = None
            tell()

    async def read_keys(self) -> KeyStoreError | None:
        """Reload the stored keys; new keys take effect in the next run.

        Return the error if the keyring denied access; keys from other sources are still loaded.
        """
        self._keys, fault = await asyncio.to_thread(self._stored_keys)
        self._withheld = frozenset(await asyncio.to_thread(self._secrets.withheld))
        return fault

    def _stored_keys(self) -> tuple[dict[str, str], KeyStoreError | None]:
        found: dict[str, str] = {}
        fault: KeyStoreError | None = None
        for name in KEY_VARIABLES:
            try:
                key = self._secrets.get(name)
            except KeyStoreError as error:
                fault = error
            else:
                if key is not None:
                    found[name] = key.get_secret_value()
        return found, fault

    def key(self, name: str) -> str | None:
        """Return a key, as last read by `read_keys`, or None.

        Raise `KeyWithheld` if the key has never been sent to the configured server and the user has
        not allowed it.
        """
        if name in self._keys and name in self._withheld:
            raise withheld(destination(self.settings, name))
        return self._keys.get(name)

    def secrets(self) -> tuple[str, ...]:
        """Return all keys last read by `read_keys`, including those withheld from servers."""
        return tuple(self._keys.values())

    @cached_property
    def models(self) -> ModelPool:
        return ModelPool(
            self.settings.llm,
            self.key,
            lambda: LedgerTransport("model"),
            is_offline,
            partial(note_refusal, "model"),
        )

    @property
    def embedder(self) -> "OnnxEmbedder | None":
        """The built-in search model, or None if not installed; imports numpy on first access."""
        return self._own_embedder if self._paths.search_model_file.is_file() else None

    @cached_property
    def _own_embedder(self) -> "OnnxEmbedder":
        from desktop_agent.llm.providers.onnx_embedding import OnnxEmbedder

        return OnnxEmbedder(self._paths.search_model_file)

    @cached_property
    def search(self) -> "SearchService":
        from desktop_agent.web.search.service import SearchService, build_engines

        engines = build_engines(self.settings.search, self.key, LedgerTransport)
        return SearchService(
            engines,
            self.settings.search,
            cooldowns=self._cooldowns,
            redact=self._secrets.redact,
        )

    @cached_property
    def _cooldowns(self) -> Cooldowns:
        file = self._paths.engine_rests_file
        return Cooldowns(
            self.settings.search,
            load=lambda: read_small_json(file, 64 * 1024) or {},
            save=lambda rests: write_atomic(file, json.dumps(rests, indent=1).encode()),
        )

    @cached_property
    def fetch(self) -> "FetchService":
        from desktop_agent.web.fetch.guard import Guard
        from desktop_agent.web.fetch.service import FetchService

        settings = self.settings.fetch
        guard = Guard(settings.allow_hosts)
        return FetchService(settings, guard, self._worker, self.snapshots.save)

    @cached_property
    def snapshots(self) -> SnapshotStore:
        return SnapshotStore(self._paths.snapshots, self._secrets.redact)

    async def read_file(self, path: Path) -> Attachment:
        """Read a file as an attachment; raise `Unreadable` or `FetchError` if that fails."""
        from desktop_agent.knowledge.document_reader import read_file

        return await read_file(path, self._worker, self._documents)

    @cached_property
    def _documents(self) -> "DocumentReader":
        from desktop_agent.knowledge.document_reader import (
            MAX_BYTES,
            DocumentReader,
            ReadingOptions,
        )

        return DocumentReader(lambda: ReadingOptions(MAX_BYTES))

    @cached_property
    def sandbox(self) -> "LayeredSandbox":
        from desktop_agent.tools.sandbox.layers import LayeredSandbox

        return LayeredSandbox(self.settings.sandbox)

    async def diagnose(self, provider: str) -> Diagnosis:
        from desktop_agent.llm.diagnosis import diagnose

        key = self.key(provider)
        return await diagnose(self.settings.llm, provider, key, lambda: LedgerTransport("model"))

    async def check_key(self, name: str) -> str:
        """Test a key against its service and describe the result; raise `AgentError` on failure."""
        from desktop_agent.web.search.service import build_engines

        fault = await self.read_keys()
        if self.key(name) is None:
            if fault is not None:
                raise fault
            raise AuthenticationFailed(f"No key is stored for {name}.", "Store one first.")
        if name in ("openai", "anthropic"):
            models = await self.models.list_models(name)
            return f"{name} accepts the key and offers {len(models)} models."
        alone = SearchSettings.model_validate(
            {**self.settings.search.model_dump(), "engines": (name,), "searxng_url": ""}
        )
        (engine,) = build_engines(alone, self.key, LedgerTransport)
        try:
            reply = await engine.search("test", 1)
        finally:
            await engine.aclose()
        said = self._secrets.redact(reply.detail)
        if reply.outcome is Outcome.AUTH_ERROR:
            raise AuthenticationFailed(f"{name} refuses the key. {said}".rstrip(), "Store another.")
        if reply.outcome not in (Outcome.OK, Outcome.NO_RESULTS):
            outcome = reply.outcome.value.replace("_", " ")
            raise AgentError(f"{name} could not be asked: {outcome}. {said}".rstrip())
        return f"{name} accepts the key."

    async def warm_up(self) -> None:
        await asyncio.to_thread(lambda: (self.search, self.fetch))
        await self._worker.start()
        embedder = await asyncio.to_thread(lambda: self.embedder)
        if embedder is not None:
            await embedder.start()

    async def aclose(self) -> None:
        built = self.__dict__
        for part in ("search", "models", "_own_embedder", "_documents", "sandbox"):
            if part in built:
                await built[part].aclose()
        if self._own_worker:
            await self._worker.aclose()


def withheld(there: KeyDestination) -> KeyWithheld:
    """Return the error for a key withheld from a server, with an explanation."""
    return KeyWithheld(
        f"The key for {there.name} was not sent to {there.origin}: it has never been used there before.",
        f"If you trust that server: desktop-agent keys allow {there.name}. If not, correct "
        f"{there.setting}.",
    )
