"""Two periods side by side: are they alike enough, what was measured, what was forecast."""
