"""The frontends (window, terminal and MCP server), which all read the same event stream."""
