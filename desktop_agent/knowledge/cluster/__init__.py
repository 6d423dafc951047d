"""Builds of large indexes with many processes, on one machine or several."""
