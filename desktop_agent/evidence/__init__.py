"""Evidence without a model: what a question asks, what pages say to it, and whether a text holds to it."""
