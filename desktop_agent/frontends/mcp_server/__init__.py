"""The MCP server, which gives other programs access to the session."""
