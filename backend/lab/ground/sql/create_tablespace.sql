create tablespace {} location {}
