"""An OpenID provider as a browser is sent to it, and what it says of whoever comes back."""
