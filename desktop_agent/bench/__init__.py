"""Benchmarks of the strategies on public data sets of questions."""
