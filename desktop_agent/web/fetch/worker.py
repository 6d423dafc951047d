"""Extract text in a separate process that can be killed, as protection against hostile pages."""

from dataclasses import asdict, fields

from desktop_agent.core.research import PageFact
from desktop_agent.system.workers import WorkerPool, WorkerProgram
from desktop_agent.web.extract.worker_messages import Document, ExtractedDocument

_PROGRAM = WorkerProgram(
    module="desktop_agent.web.extract.worker_main",
    argument="--extraction-worker",
    name="page reader",
    remedy="Look for another page that says the same thing.",
)


class ExtractionWorker(WorkerPool):
    """A pool of processes that extract the readable content of documents."""

    def __init__(self, *, processes: int = 1, timeout_s: float = 5.0, memory_mb: int = 512) -> None:
        super().__init__(_PROGRAM, processes=processes, timeout_s=timeout_s, memory_mb=memory_mb)

    async def extract(self, document: Document) -> ExtractedDocument:
        """Return the readable content of a document.

        Raises:
            Unreadable: `pipeline.extract` raised it, or the document exceeded the time or memory
                limit or crashed the worker.
            FetchError: the worker is closed or cannot be started.
        """
        request = asdict(document)
        body = request.pop("body")
        reply, _parts = await self.ask(request, body, document.url)
        facts = tuple(PageFact(*fact) for fact in reply["facts"])
        values = {field.name: reply[field.name] for field in fields(ExtractedDocument)}
        return ExtractedDocument(**values | {"links": tuple(reply["links"]), "facts": facts})
