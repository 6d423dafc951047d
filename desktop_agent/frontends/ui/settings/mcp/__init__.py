"""The settings pages for MCP servers."""
