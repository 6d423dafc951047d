"""Benchmark the strategies on public question sets."""
