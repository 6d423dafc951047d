"""Reasoning templates: what there are, and keeping a run as one."""
