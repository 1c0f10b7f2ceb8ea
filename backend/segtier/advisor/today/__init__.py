"""What is there before anything moves: a flash cache, segments on flash, a managed service, facts of inventories."""
