"""Smart Flash Cache as figures: where it lies, how large it may be, and the memory its list of blocks takes.

Metadata is about 100 bytes a block (200 on RAC). Source: Administrator's Guide 11.2, Configuring Database Smart Flash Cache.
"""

from __future__ import annotations

from segtier.errors import Infeasible, Refused
from segtier.model.plan import PlanRequest
from segtier.oracle import flash_cache
from segtier.plan.place import place_of
from segtier.units import GIB, MIB

LOCAL_DEVICE = "/dev/segtier/flash_cache"
"""The name 10_os_setup.sh gives the device on every node, because a cluster needs the same path everywhere."""


def flash_location(request: PlanRequest) -> str:
    """A disk group; a file in a directory; the device itself without ASM, or inside the servers of a cluster."""
    place = place_of(request)
    if place.directory is not None:
        return place.directory if place.directory.startswith("/dev/") else f"{place.directory}/segtier_flash_cache.dat"
    if place.group is None or (request.database.rac is True and not request.tier.shared):
        return LOCAL_DEVICE
    return f"+{place.group}"


def cache_size_bytes(request: PlanRequest) -> int:
    """Size for one instance in whole MiB. Raises Refused without one, Infeasible where it cannot be."""
    if not request.flash_cache_bytes:
        raise Refused(
            "no size for the flash cache",
            code="no-size",
            advice="Give a report with a Buffer Pool Advisory, or the size of the flash.",
        )
    size = request.flash_cache_bytes // MIB * MIB
    most = _block_size(request) * flash_cache.MOST_BLOCKS
    if size > request.tier.usable_bytes:
        raise Infeasible(f"a flash cache of {size} bytes does not fit on {request.tier.usable_bytes} bytes of flash")
    if size > most:
        raise Infeasible(f"DB_FLASH_CACHE_SIZE is at most {most // GIB} GiB with this block size")
    return size


def metadata_bytes(request: PlanRequest) -> int:
    """Buffer cache the cache's own list takes: 100 bytes a block, 200 on RAC."""
    if request.flash_cache_metadata_bytes is not None:
        return request.flash_cache_metadata_bytes
    return flash_cache.metadata_bytes(cache_size_bytes(request), _block_size(request), request.database.rac is True)


def size_word(size_bytes: int) -> str:
    """`140G` or `1500M`, as DB_FLASH_CACHE_SIZE takes it."""
    return f"{size_bytes // GIB}G" if size_bytes % GIB == 0 else f"{size_bytes // MIB}M"


def _block_size(request: PlanRequest) -> int:
    return request.database.block_size_bytes or 8192
