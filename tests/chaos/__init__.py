"""Faults of the world around the whole program: it says so in a sentence, and nothing saved is lost."""
