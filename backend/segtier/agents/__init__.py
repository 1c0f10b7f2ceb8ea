"""Questions of programs over the Model Context Protocol: thin, read-only tools that print what the advisor decided."""
