"""The session shared by all frontends, and the operations it offers."""
