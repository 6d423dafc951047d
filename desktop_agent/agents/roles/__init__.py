"""The agents' roles, one module each, with their prompts, parsers and steps."""
