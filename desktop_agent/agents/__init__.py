"""Agents: model calls, roles with their prompts and parsers, and strategies."""
