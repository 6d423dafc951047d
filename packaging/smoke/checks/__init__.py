"""What is tried of a build; each function gives what it saw, or raises."""
