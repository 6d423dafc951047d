"""The agents' roles, one per module, each with its prompts, parsers and steps."""
