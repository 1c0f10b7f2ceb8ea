"""A directory on a file system of the flash: is it there, really on flash, large enough; or made on one empty disk."""

from __future__ import annotations

from segtier.plan.template import template


def env_lines(*, or_asm: bool) -> str:
    """The question for segtier.env."""
    return template("os/directory.env", OR=" (or leave it empty for ASM)" if or_asm else "")


def directory_functions(needed_bytes: int, other_nodes: str) -> str:
    """`use_directory` and what it needs; `needed_bytes`: 0 = not known."""
    check = template("os/directory.sh", NEEDED=str(needed_bytes), OTHER_NODES=other_nodes)
    return template("os/file_system.sh") + check


def directory_only() -> str:
    """Stops where segtier.env names none."""
    return template("os/use_directory.sh")


def directory_first() -> str:
    """Where none is named, the script goes on to the disks of ASM."""
    return template("os/directory_or_disks.sh")
