"""The MCP server: gives other programs access to the session."""
