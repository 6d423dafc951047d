"""Pages beside the chat."""
