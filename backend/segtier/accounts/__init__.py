"""Accounts without any storage: what a role may do, what a token may do, what a password must be."""

from segtier.accounts.names import is_user_name, plain_user_name, user_key
from segtier.accounts.passwords import checked_password, hashed, is_right, new_password
from segtier.accounts.roles import TOKEN_SCOPES, actor_of, first_role_of, scopes_of
from segtier.accounts.session import IDLE, LONGEST, LONGEST_BY_OPENID, digest_of, new_secret
from segtier.accounts.tokens import LONGEST_DAYS, PREFIX, is_token, new_token

__all__ = [
    "IDLE",
    "LONGEST",
    "LONGEST_BY_OPENID",
    "LONGEST_DAYS",
    "PREFIX",
    "TOKEN_SCOPES",
    "actor_of",
    "checked_password",
    "digest_of",
    "first_role_of",
    "hashed",
    "is_right",
    "is_token",
    "is_user_name",
    "new_password",
    "new_secret",
    "new_token",
    "plain_user_name",
    "scopes_of",
    "user_key",
]
