"""The agents' roles, one per file: prompts, parsers and steps."""
