"""Which way in there is: the secret of the installation until there is an admin, then accounts and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope

from segtier.api.browser import FORM_MOST_BYTES
from segtier.api.by_account import ByAccount, is_sign_in
from segtier.api.errors import fault_problem
from segtier.api.paths import PROBES
from segtier.api.peer import Network, peer_of
from segtier.api.sign_in import Door
from segtier.model.account import SINGLE_USER, Actor
from segtier.services.accounts import accounts_exist
from segtier.store.engine import Store

if TYPE_CHECKING:
    from segtier.api.by_openid import ByOpenId

DOCUMENT_MOST_BYTES = 32 * 1024**2
"""Four million characters of typed sizes, however JSON writes them, and room beside."""


class Entrance:
    """Says who asks (`actor` of the request's state) and from where (`peer`), or answers instead of the application."""

    def __init__(
        self, door: Door, store: Store | None, openid: ByOpenId | None = None, proxies: Sequence[Network] = ()
    ) -> None:
        self._door, self._store, self._proxies = door, store, proxies
        self._by_account = ByAccount(store, openid) if store else None
        self._has_accounts = False

    async def answer(self, scope: Scope, receive: Receive, headers: Headers, request_id: str) -> Response | None:
        """The way in of a browser, or the refusal of a stranger; None for those who may go on."""
        if scope["path"] in PROBES:
            return None
        scope["state"] |= {"entrance": self, "peer": peer_of(scope, headers, self._proxies)}
        try:
            if self._by_account is not None and await self._is_by_account():
                return await self._by_account.answer(scope, receive, headers, request_id)
        except (SQLAlchemyError, OSError) as error:
            return fault_problem(request_id, scope["path"], error)
        answer = await self._door.answer(scope, receive, headers, request_id)
        if answer is None:
            scope["state"]["actor"] = SINGLE_USER
        return answer

    async def actor(self, headers: Headers) -> Actor | None:
        """Whoever was let in by these headers, as they are now: for an answer that lasts. It does not count as a request."""
        if self._by_account is not None and await self._is_by_account():
            return await self._by_account.actor(headers, note=False)
        return SINGLE_USER

    async def _is_by_account(self) -> bool:
        """Looked up for each request until it is so, and then for ever: the last admin cannot be removed."""
        if not self._has_accounts and self._store is not None:
            self._has_accounts = await run_in_threadpool(accounts_exist, self._store)
        return self._has_accounts


def most_bytes_of(scope: Scope, most_bytes: int) -> int:
    """Strangers get no room for more than a name and a password; what is no file is held in memory as a whole."""
    if is_sign_in(scope):
        return FORM_MOST_BYTES
    has_files = Headers(scope=scope).get("content-type", "").lower().startswith("multipart/form-data")
    return most_bytes if has_files else min(most_bytes, DOCUMENT_MOST_BYTES)
