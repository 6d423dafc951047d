"""Code that a model wrote, run apart from files, keys and the network."""
