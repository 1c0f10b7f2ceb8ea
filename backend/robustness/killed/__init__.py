"""Operations that are killed with -9 half-way, and what must be there afterwards."""
