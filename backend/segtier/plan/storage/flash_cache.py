"""Smart Flash Cache as figures: its files, how large each may be, and the memory its list of blocks takes.

Metadata is about 100 bytes a block (200 on RAC). Source: Administrator's Guide 11.2, Configuring Database Smart Flash Cache.
Several files, 16 at most, came with 12.1. Source: Reference 11.2 and 12.1, DB_FLASH_CACHE_FILE and DB_FLASH_CACHE_SIZE.
"""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.errors import Infeasible, Refused
from segtier.oracle import flash_cache
from segtier.oracle.releases import release_of
from segtier.plan.contract import TargetedRequest
from segtier.units import GIB, MIB, format_bytes

LOCAL_DEVICE = "/dev/segtier/flash_cache"
"""The name 10_os_setup.sh gives the device on every node, because a cluster needs the same path everywhere."""
LOCAL_DEVICES = "/dev/segtier/fc"
"""The same for several, numbered from 0."""
FIRST_RELEASE_WITH_LISTS = (12, 1)
MOST_FILES = 16


@dataclass(frozen=True, slots=True)
class CacheFile:
    """One entry of DB_FLASH_CACHE_FILE with its entry of DB_FLASH_CACHE_SIZE."""

    path: str
    size_bytes: int

    @property
    def is_device(self) -> bool:
        return self.path.startswith("/dev/")


def cache_files(request: TargetedRequest) -> tuple[CacheFile, ...]:
    """Each card by itself where Oracle takes a list, else one file. Raises Refused without a size, Infeasible.

    A cache is never mirrored: it holds copies of what is on disk.
    """
    first, cards = flash_location(request), request.tier.count
    each_holds = request.tier.raw_bytes // max(1, cards)
    total = cache_size_bytes(request)
    if first != LOCAL_DEVICE:
        return (CacheFile(first, total),)
    count = min(cards, MOST_FILES) if (release_of(request.database) or (0,)) >= FIRST_RELEASE_WITH_LISTS else 1
    paths = [LOCAL_DEVICE] if count < 2 else [f"{LOCAL_DEVICES}{number}" for number in range(count)]
    share = -(-total // MIB // len(paths)) * MIB
    if share > each_holds:
        raise Infeasible(
            f"a flash cache of {format_bytes(total)} takes {format_bytes(share)} of each of {len(paths)} device(s),"
            f" and one holds {format_bytes(each_holds)}",
            code="does-not-fit",
            advice="Before 12.1 the cache is one file: name a disk group or a directory that spans the devices.",
        )
    return tuple(CacheFile(path, share) for path in paths)


def flash_location(request: TargetedRequest) -> str:
    """A disk group; a file in a directory; the device itself without ASM, or inside the servers of a cluster."""
    place = request.place
    if place.directory is not None:
        return place.directory if place.directory.startswith("/dev/") else f"{place.directory}/segtier_flash_cache.dat"
    if place.group is None or (request.database.rac is True and not request.tier.shared):
        return LOCAL_DEVICE
    return f"+{place.group}"


def cache_size_bytes(request: TargetedRequest) -> int:
    """Size for one instance in whole MiB. Raises Refused without one, Infeasible where it cannot be."""
    if not request.flash_cache_bytes:
        raise Refused(
            "no size for the flash cache",
            code="no-size",
            advice="Give a report with a Buffer Pool Advisory, or the size of the SSD.",
        )
    size = request.flash_cache_bytes // MIB * MIB
    most = _block_size(request) * flash_cache.MOST_BLOCKS
    if size > request.tier.usable_bytes:
        room = request.tier.usable_bytes
        raise Infeasible(f"a flash cache of {format_bytes(size)} does not fit on {format_bytes(room)} of SSD")
    if size > most:
        raise Infeasible(f"DB_FLASH_CACHE_SIZE is at most {most // GIB} GiB with this block size")
    return size


def metadata_bytes(request: TargetedRequest) -> int:
    """Buffer cache the cache's own list takes: 100 bytes a block, 200 on RAC."""
    if request.flash_cache_metadata_bytes is not None:
        return request.flash_cache_metadata_bytes
    return flash_cache.metadata_bytes(cache_size_bytes(request), _block_size(request), request.database.rac is True)


def size_word(size_bytes: int) -> str:
    """`140G` or `1500M`, as DB_FLASH_CACHE_SIZE takes it."""
    return f"{size_bytes // GIB}G" if size_bytes % GIB == 0 else f"{size_bytes // MIB}M"


def _block_size(request: TargetedRequest) -> int:
    return request.database.block_size_bytes or 8192
