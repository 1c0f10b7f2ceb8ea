"""What a process holds in its memory, whoever put it there."""

from __future__ import annotations

from pathlib import Path


def holds(pid: int, text: bytes) -> bool:
    """Does it stand in any memory of that process that can be read, or in the environment it was started with?"""
    if text in Path(f"/proc/{pid}/environ").read_bytes():
        return True
    with Path(f"/proc/{pid}/maps").open() as maps, Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in maps:
            place, rights, *_ = line.split()
            if rights.startswith("r") and "[v" not in line:
                first, last = (int(end, 16) for end in place.split("-"))
                memory.seek(first)
                if text in memory.read(last - first):
                    return True
    return False
