"""Use cases, one file each. A service call is one transaction; values in, values out; errors are typed."""
