"""Oracle and SQL*Plus stood in for: DuckDB with tables of the dictionary's shapes, and a small SQL*Plus."""
