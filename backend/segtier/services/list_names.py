"""Every name in the documents of a database."""

from __future__ import annotations

from segtier.documents import decode
from segtier.reading.orders import ListNames
from segtier.services.context import Context
from segtier.services.read_documents import Inputs, fetching, stored_documents


def list_names(ctx: Context, inputs: Inputs) -> frozenset[str]:
    """Of the documents that count; a process of its own reads them."""
    with ctx.advisers.ask(ListNames(stored_documents(ctx, inputs)), fetch=fetching(ctx)) as answers:
        (given,) = answers
    return frozenset(decode(given.data, list[str]))
