"""The session shared by all frontends, and its parts."""
