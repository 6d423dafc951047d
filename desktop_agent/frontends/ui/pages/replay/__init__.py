"""The page that replays a recorded run."""
