"""The MCP client, which connects to servers and offers their tools."""
