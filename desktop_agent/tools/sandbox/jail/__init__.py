"""The part of the sandbox that runs inside the jail, next to the code."""
