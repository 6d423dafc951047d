"""Reasoning templates and the graph that carries them out."""
