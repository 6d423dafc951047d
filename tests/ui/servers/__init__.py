"""The page of MCP servers, the card that asks about their tools, and the choice below a question."""
