"""The roles of the agents, one per module, each with its prompts, parsers and steps."""
