"""The options side by side: what each takes for granted and costs, and whether its gain counts."""
