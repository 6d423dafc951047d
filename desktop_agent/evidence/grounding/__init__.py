"""Whether a text holds to the evidence, and the answer that needs no model to be written."""
