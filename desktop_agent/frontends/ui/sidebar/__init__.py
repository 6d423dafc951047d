"""The sidebar: the list of conversations."""
