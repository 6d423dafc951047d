"""The MCP server: the session for other programs."""
