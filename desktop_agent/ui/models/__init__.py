"""The models on this machine: what is there, what can be had, and downloads under way."""
