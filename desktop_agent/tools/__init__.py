"""Tools that models can call. Every reply is JSON text, and errors are reported in the reply."""
