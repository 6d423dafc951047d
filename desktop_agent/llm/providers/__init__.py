"""Model providers: Ollama, OpenAI-compatible servers, Anthropic, and a scripted one for tests."""
