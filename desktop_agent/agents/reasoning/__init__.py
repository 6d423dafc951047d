"""Reasoning templates: selecting, drafting and running them."""
