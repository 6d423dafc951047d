"""A server of the Model Context Protocol that says of its tools whether they change anything."""

from typing import Any

from mcp.server import MCPServer
from mcp_types import ToolAnnotations


class Notes:
    """``done`` holds what its tools were called with, and in which order."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []

    def build(self) -> MCPServer[Any]:
        server: MCPServer[Any] = MCPServer("notes", log_level="CRITICAL")

        async def write_note(text: str) -> str:
            """Writes a note."""
            self.done.append(("write_note", text))
            return "written"

        async def remove_all(text: str) -> str:
            """Removes all notes."""
            self.done.append(("remove_all", text))
            return "removed"

        async def look_up(text: str) -> str:
            """Looks for a note."""
            self.done.append(("look_up", text))
            return "The note says: 15 metres."

        server.add_tool(write_note)  # says nothing of itself
        server.add_tool(remove_all, annotations=ToolAnnotations(destructive_hint=True))
        server.add_tool(look_up, annotations=ToolAnnotations(read_only_hint=True))
        return server
