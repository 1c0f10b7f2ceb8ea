"""What a plan looks like: each file prints operations and steps, none decides anything."""
