"""Whether the segments of an applied plan still earn their place."""
