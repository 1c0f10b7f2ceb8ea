"""The flash that an answer is for, where the command line did not say it: on stderr, so that it is seen beside any format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from segtier.cli.support.terminal import say
from segtier.model.device import Tier

_OF_FLASH = {"ssd": "--ssd", "device": "--device", "measured": "--measured", "figures": "--figure"}


def say_assumed_flash(tier: Tier, options: Mapping[str, Any]) -> None:
    for text in assumed_flash(tier, options):
        say(text, err=True)


def assumed_flash(tier: Tier, options: Mapping[str, Any]) -> list[str]:
    """What is taken where nobody gave a size or a device."""
    if options.get("ssd") is None and options.get("device") is None and not options.get("tiers"):
        return [f"Neither --ssd nor --device: {tier.usable_bytes / 1e9:,.0f} GB are assumed ({tier.model})."]
    return []


def say_unused_flash(options: Mapping[str, Any]) -> None:
    """Of a command that has flash of its own."""
    unused = [word for name, word in _OF_FLASH.items() if options.get(name)]
    if unused:
        say(f"Not used here: {', '.join(unused)}. Each volume has the size and the figures of its catalogue.", err=True)
