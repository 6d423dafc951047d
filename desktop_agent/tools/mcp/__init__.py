"""The MCP client: connections to servers and their tools."""
