"""Commands that look for files the readers cannot stand. Not installed; see docs/internals/robustness.md."""
