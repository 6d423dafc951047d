"""Benchmarks of the strategies on public question sets."""
