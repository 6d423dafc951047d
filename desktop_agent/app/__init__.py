"""What every frontend may do: the session and its parts."""
