"""The roles of the agents, one per file, each with its prompts, parsers and steps."""
