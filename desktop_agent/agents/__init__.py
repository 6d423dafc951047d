"""Agents: model calls, the roles with their prompts and parsers, and the strategies."""
