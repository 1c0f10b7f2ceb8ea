"""An OpenID provider as a browser is sent to it, and what it says of whoever comes back."""

from segtier.openid.attempt import Attempt
from segtier.openid.provider import Provider, Registration

__all__ = ["Attempt", "Provider", "Registration"]
