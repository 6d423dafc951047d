"""The agents: model calls, strategies, and roles with their prompts and parsers."""
