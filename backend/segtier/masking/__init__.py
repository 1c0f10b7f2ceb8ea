"""Names out of documents and back: keep, hash or drop, before anything leaves the customer."""
