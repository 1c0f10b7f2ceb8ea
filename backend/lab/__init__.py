"""Laboratories that hold the product against the world. They may import the product, never the reverse."""
