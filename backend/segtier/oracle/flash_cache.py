"""Database Smart Flash Cache in figures: how large it may be and the buffer cache that its list of blocks takes.

Sources: Administrator's Guide 11.2, "Configuring Database Smart Flash Cache"; Reference, DB_FLASH_CACHE_SIZE.
"""

from __future__ import annotations

from segtier.units import MIB

SMALLEST_FACTOR = 2
LARGEST_FACTOR = 10
"""Times the buffer cache; below 2 there is no benefit."""
MOST_BLOCKS = 256 * MIB
"""DB_FLASH_CACHE_SIZE takes no more."""
_PART_OF_SGA_TARGET = 0.8
_BYTES_PER_BLOCK = {False: 100, True: 200}
"""By RAC no / yes."""


def by_sga_target(sga_target_bytes: int) -> int:
    """What stands for the buffer cache where SGA_TARGET is set."""
    return round(_PART_OF_SGA_TARGET * sga_target_bytes)


def metadata_bytes(flash_bytes: int, block_bytes: int, rac: bool) -> int:
    """Buffer cache taken by the list of the blocks in the flash cache: 100 bytes a block, 200 in RAC."""
    return flash_bytes // block_bytes * _BYTES_PER_BLOCK[rac]
