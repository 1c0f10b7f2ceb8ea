"""The files of a plan with their pages, settings, sums and review."""
