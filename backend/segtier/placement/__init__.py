"""Which units go where: receives benefits as numbers, so it needs no report."""
