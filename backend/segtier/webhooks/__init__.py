"""Webhooks without any storage or network: what is sent, how it is signed, where it may go, when it is tried again."""

from segtier.webhooks.addresses import checked_address, checked_network, may_go_to, origin_of
from segtier.webhooks.message import OLD_SECRET_LASTS, body_of, headers_of, new_secret
from segtier.webhooks.schedule import WAITS, wait_after

__all__ = [
    "OLD_SECRET_LASTS",
    "WAITS",
    "body_of",
    "checked_address",
    "checked_network",
    "headers_of",
    "may_go_to",
    "new_secret",
    "origin_of",
    "wait_after",
]
