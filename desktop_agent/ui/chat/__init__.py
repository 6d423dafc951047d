"""The conversation: welcome page, messages and the composer."""
