"""The frontends: window, terminal and MCP server; readers of one event stream."""
