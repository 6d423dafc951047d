"""Run model-written code in isolation from files, API keys and the network."""
