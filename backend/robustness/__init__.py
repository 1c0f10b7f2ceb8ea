"""Commands that look for files the readers cannot stand. Not installed; see "Robustness" in docs/testing.md."""
