"""How long a test waits for what must come: on any machine under any load nothing takes so long unless it is broken."""

PATIENCE_S = 900.0
