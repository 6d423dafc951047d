"""The agents' roles, one per module, with their prompts, parsers and steps."""
