"""The session shared by all frontends, and the operations that it offers."""
