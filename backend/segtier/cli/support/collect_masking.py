"""`segtier collect --mask`: the options of `segtier mask`, for a bundle that is written without names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from segtier.collect.live.masked import Masked
    from segtier.masking.choice import Choice

F = TypeVar("F", bound=Callable[..., Any])

_FILE = click.Path(dir_okay=False, path_type=Path)
_DEFAULT_MAP = "segtier-map.json"
_TREATMENTS = click.Choice(["keep", "hash", "drop"])


def masking_options(command: F) -> F:
    for option in (
        click.option("--mask", is_flag=True, help="Write no names: each becomes a token before it touches the disk."),
        click.option("--map", "map_path", type=_FILE,
                     help=f"With --mask: what stands for what; it stays with you.  [default: {_DEFAULT_MAP}]"),
        click.option("--key-file", type=_FILE, help="With --mask: your own key, 16 bytes or more."),
        click.option("--names", type=_TREATMENTS, default="hash", show_default=True,
                     help="With --mask: owners, segments, partitions, columns, PDBs."),
        click.option("--tablespaces", type=_TREATMENTS, help="With --mask: tablespaces.  [default: as --names]"),
        click.option("--hosts", type=_TREATMENTS, default="hash", show_default=True,
                     help="With --mask: hosts, instances, the database, disk groups."),
    )[::-1]:  # fmt: skip
        command = option(command)
    return command


def open_masked(
    out: Path | None,
    mask: bool,
    map_path: Path | None,
    key_file: Path | None,
    names: str,
    tablespaces: str | None,
    hosts: str,
) -> Masked | None:
    """None where nothing is masked. Raises Refused where the map would lie in what is sent."""
    if not mask and (map_path or key_file):
        raise click.UsageError("--map and --key-file mean something with --mask only.")
    if not mask or out is None:
        return None
    from segtier.masking.choice import Choice, Treatment

    choice = Choice(Treatment(names), Treatment(hosts), Treatment(tablespaces) if tablespaces else None)
    return _open(out, map_path or Path(_DEFAULT_MAP), key_file, choice)


def _open(out: Path, map_path: Path, key_file: Path | None, choice: Choice) -> Masked:
    from segtier.cli.support.map_file import open_map, save_map
    from segtier.collect.live.masked import Masked
    from segtier.masking.mask import Masker

    masks = Masker(open_map(map_path, key_file, out), choice)
    save_map(map_path, masks.map)  # a key that is lost would leave tokens nobody can read
    return Masked(masks, lambda: save_map(map_path, masks.map))
