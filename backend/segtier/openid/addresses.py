"""Addresses at which a provider may be asked."""

from __future__ import annotations

from urllib.parse import urlsplit


def is_safe(url: str) -> bool:
    """By TLS, or on this machine."""
    parts = urlsplit(url)
    on_this_machine = parts.hostname in ("127.0.0.1", "localhost", "::1")
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and on_this_machine))
