"""Settings of MCP servers."""
