select spill(:rows);
