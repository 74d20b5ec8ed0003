"""Commands on whole studies, and on learning."""
