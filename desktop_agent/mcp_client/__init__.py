"""Servers of the Model Context Protocol: started, spoken to, restarted, ended."""
