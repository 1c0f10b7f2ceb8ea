"""The audit trail: each entry holds the digest of the one before, so none can be changed or taken out unnoticed.

Whoever can rewrite all entries can make a new chain; that shows only against a head that was noted elsewhere.
"""

from segtier.audit.chain import BEGIN, chained, verify
from segtier.audit.inventory import ADDED, INVENTORY, RECORDED, Inventory

__all__ = ["ADDED", "BEGIN", "INVENTORY", "RECORDED", "Inventory", "chained", "verify"]
