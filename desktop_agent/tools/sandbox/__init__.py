"""Run a model's code isolated from files, keys and the network."""
