"""Measures strategies over public data sets of questions."""
