"""The last answer to a question, shown as from before an upload until the present one is there.

It is shown only where its documents all still count as they did, and files were uploaded since: an answer from what was taken
away or corrected would be another one, not an older one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from segtier.answers.read import Answer
from segtier.dataclass import dataclass
from segtier.errors import NotFound, SegtierError
from segtier.model.account import ITSELF
from segtier.model.before_upload import MOST_FILES, BeforeUpload
from segtier.question import Question
from segtier.services.context import Context
from segtier.services.give_advice import advice_from, advice_key, is_kept, last_newest
from segtier.services.read_documents import Inputs
from segtier.store import brought, databases, events
from segtier.store.engine import one_at_a_time

T = TypeVar("T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Earlier:
    key: str
    """Of the answer, as `advice_key`."""
    before: BeforeUpload


def find_earlier(ctx: Context, inputs: Inputs, question: Question) -> Earlier | None:
    """For whom the present answer is not kept; None where none of before is kept that may be shown."""
    newest = last_newest(ctx, inputs, question)
    if newest is None:
        return None
    of_then = replace(inputs, used=tuple(one for one in inputs.used if one.id <= newest))
    key = advice_key(of_then, question)
    if not is_kept(ctx, key):
        return None
    with ctx.store.read() as tx:
        files = brought.since(tx, inputs.database.id, newest)
    if not files:
        return None
    named = tuple(one.file for one in files[:MOST_FILES])
    return Earlier(key, BeforeUpload(files[0].at, named, len(files)))


def look_earlier(ctx: Context, earlier: Earlier, look: Callable[[Answer], T]) -> T | None:
    """What `look` finds in it; None where it was dropped meanwhile. Raises what it was refused with."""
    if (refusal := ctx.refused.get(earlier.key)) is not None:
        raise refusal.with_traceback(None)
    return ctx.answers.find(earlier.key, look)


def make_anew(ctx: Context, inputs: Inputs, question: Question) -> None:
    """Have the present answer made once, however many ask for it, and told of by an event."""
    ctx.anew.ask(advice_key(inputs, question), lambda: _made(ctx, inputs, question))


def _made(ctx: Context, inputs: Inputs, question: Question) -> None:
    """Where a fault of the moment is in the way, whoever looks again has it made again."""
    database_id = inputs.database.id
    try:
        with suppress(SegtierError):  # a refusal is an answer too
            advice_from(ctx, inputs, question, lambda _: None)
        with suppress(NotFound), ctx.store.write(ITSELF) as tx:
            one_at_a_time(tx)
            databases.known(tx, database_id)
            events.add(tx, "advice.ready", database_id, database_id)
    except Exception:
        _log.warning("the answer after an upload could not be made", exc_info=True)
