"""Run model-written code isolated from files, API keys and the network."""
