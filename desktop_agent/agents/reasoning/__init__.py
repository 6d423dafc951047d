"""Reasoning templates: selection, drafting and execution."""
