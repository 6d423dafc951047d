"""The part of the sandbox that runs inside the jail, in the same process as the code."""
