"""What speaks against the inputs or the question, in words: on stderr, so that it is seen beside any format."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.analysis.input_warnings import BROKEN_OFF
from segtier.cli.support.terminal import say
from segtier.model.evidence import Warn


def say_warnings(warnings: Iterable[Warn]) -> None:
    for text in warnings_told(warnings):
        say(text, err=True)


def warnings_told(warnings: Iterable[Warn]) -> list[str]:
    """One each, but for files that break off: reading them has said so as a problem."""
    return [f"Warning: {warn.message}" for warn in warnings if warn.code != BROKEN_OFF]
