"""The providers: Ollama, OpenAI-compatible servers, Anthropic, and a scripted model for tests."""
