"""The settings of MCP servers."""
