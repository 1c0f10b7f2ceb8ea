"""Many users of one machine: what they ask, what it is asked about, and what it costs."""
