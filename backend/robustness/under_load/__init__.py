"""What the kill harness is made of: an installation whose parts can be killed, a load, its journal, and the judge."""
