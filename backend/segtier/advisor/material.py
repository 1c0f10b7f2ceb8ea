"""What counts as a gain."""

MATERIAL = 0.03
"""An option is worth its trouble where even its low end takes this share off DB time."""
