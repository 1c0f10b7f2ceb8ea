"""A PostgreSQL cluster in memory whose files lie on the modelled devices."""
