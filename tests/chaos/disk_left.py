"""What can still be read after a file was damaged: each kind by itself, and what is said of the rest."""

import asyncio

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError
from tests.chaos.saved import READERS, Saved, read_documents, read_file, saved_files


async def read_left(session: Session) -> tuple[Saved, list[AgentError]]:
    """Gives all that can be read, named as in `saved`, and what was told of what cannot."""
    found: Saved = {}
    told: list[AgentError] = []
    for read in READERS:
        try:
            found |= await (_mended_documents if read is read_documents else read)(session)
        except AgentError as error:
            told.append(error)
    for file in saved_files(session):
        try:
            found |= read_file(session, file)
        except AgentError as error:
            told.append(error)
    return found, told


async def _mended_documents(session: Session) -> Saved:
    if not session.paths.knowledge.exists():
        return {}
    await asyncio.to_thread(__import__, "desktop_agent.app.documents")
    await session.knowledge.collections()
    await session.knowledge.search("nothing")
    await session.keep_documents()  # as the window does a few seconds after its start
    await session.knowledge.wait()
    found: Saved = {}
    problems = -1
    while problems < len(session.file_problems.all):  # what was damaged is filled again
        problems = len(session.file_problems.all)
        found = await read_documents(session)
        await asyncio.sleep(0.05)
        await session.knowledge.wait()
    return found
