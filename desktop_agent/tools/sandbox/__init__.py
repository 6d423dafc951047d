"""Run model-written code isolated from files, keys and the network."""
