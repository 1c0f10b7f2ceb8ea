"""The web edge: routes parse, call one service and shape the answer. Only `errors` knows status codes."""
