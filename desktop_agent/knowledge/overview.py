"""Collections with what is indexed of them."""

from collections.abc import Mapping, Sequence

from desktop_agent.core.errors import Offline
from desktop_agent.core.knowledge import CollectionInfo, SourceInfo
from desktop_agent.knowledge.catalogue_rows import Collection, Source
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.index.base import Counts
from desktop_agent.knowledge.index.remote import RemoteIndex


def describe_collections(
    collections: Sequence[Collection], counts: Sequence[Counts], problems: Mapping[int, int]
) -> tuple[CollectionInfo, ...]:
    """Gives collections with the counts of their sources; ``problems`` are by source."""
    by_source = {each.source: each for each in counts}
    return tuple(_describe(each, by_source, problems) for each in collections)


def describe_source(source: Source, documents: int = 0, problems: int = 0) -> SourceInfo:
    """Gives a source as it is shown."""
    return SourceInfo(
        id=source.id,
        collection=source.collection,
        kind=source.kind,
        path=readable(source.path),
        documents=documents,
        problems=problems,
        missing=source.missing,
    )


async def describe_remote(index: RemoteIndex) -> CollectionInfo:
    """Gives a table that was made elsewhere as one collection, whatever it holds.

    While the network is switched off nobody can say what it holds, and its counts are 0.
    """
    try:
        counts = await index.counts()
    except Offline:
        counts = ()
    return CollectionInfo(
        id=index.id,
        name=index.name,
        kind="remote",
        documents=sum(each.documents for each in counts),
        chunks=sum(each.chunks for each in counts),
        embedded=sum(each.embedded for each in counts),
        size=sum(each.size for each in counts),
    )


def _describe(
    collection: Collection, counts: Mapping[int, Counts], problems: Mapping[int, int]
) -> CollectionInfo:
    there = [counts[source.id] for source in collection.sources if source.id in counts]
    sources = tuple(
        describe_source(
            source,
            counts[source.id].documents if source.id in counts else 0,
            problems.get(source.id, 0),
        )
        for source in collection.sources
    )
    return CollectionInfo(
        id=collection.id,
        name=collection.name,
        kind=collection.kind,
        sources=sources,
        documents=sum(each.documents for each in there),
        chunks=sum(each.chunks for each in there),
        embedded=sum(each.embedded for each in there),
        size=sum(each.size for each in there),
        problems=sum(each.problems for each in sources),
    )
