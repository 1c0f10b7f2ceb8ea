"""The web application: routers, errors, guard and pages put together."""

from __future__ import annotations

import secrets
from ipaddress import ip_network
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from segtier import __version__
from segtier.accounts.claims import Reading
from segtier.api import errors, ui
from segtier.api.earlier import RefusedBefore, refused_before
from segtier.api.entrance import Entrance
from segtier.api.etags import NotModified, not_modified
from segtier.api.event_streams import EventStreams
from segtier.api.idempotency import KeepAnswers, Replayed, replayed
from segtier.api.middleware import Guard
from segtier.api.openapi import describe
from segtier.api.routers import (
    accounts,
    advice,
    batches,
    catalogue,
    databases,
    events,
    fleet,
    health,
    measurements,
    plans,
    reports,
    scenarios,
    scoreboard,
    tools,
    uploads,
    webhooks,
)
from segtier.api.schemas.problem import Problem
from segtier.api.sign_in import Door
from segtier.services.context import Context
from segtier.services.silence import Silence
from segtier.settings import Settings
from segtier.store.engine import Store

if TYPE_CHECKING:
    from segtier.api.by_openid import ByOpenId
    from segtier.api.metrics import Metrics

_PARTS = (
    health,
    accounts,
    uploads,
    batches,
    databases,
    fleet,
    reports,
    advice,
    scenarios,
    catalogue,
    measurements,
    scoreboard,
    plans,
    events,
    webhooks,
    tools,
)
_LEAST_COMPRESSED = 1_000
"""Bytes; below it compression costs more than it saves."""


class _Guarded(FastAPI):
    """An application with the guard around all of it, its own handling of crashes included."""

    def build_middleware_stack(self) -> ASGIApp:
        settings: Settings = self.state.settings
        secret = settings.secret.get_secret_value() if settings.secret else secrets.token_urlsafe()
        context: Context | None = self.state.context
        store = context.store if context else None
        openid = _by_openid(settings, store) if store else None
        proxies = [ip_network(one) for one in settings.trusted_proxies]
        entrance = Entrance(Door(secret), store, openid, proxies)
        inside = GZipMiddleware(
            KeepAnswers(super().build_middleware_stack(), store), minimum_size=_LEAST_COMPRESSED, compresslevel=4
        )
        metrics: Metrics | None = self.state.metrics
        answered = metrics.answered if metrics else None
        return Guard(inside, entrance, settings.allowed_hosts, settings.upload_max_bytes, answered)


def _by_openid(settings: Settings, store: Store) -> ByOpenId | None:
    """None where no provider is set."""
    if settings.oidc_issuer is None:
        return None
    from segtier.api.by_openid import ByOpenId  # noqa: PLC0415 - takes half a second, for who has a provider
    from segtier.openid.provider import Provider, Registration  # noqa: PLC0415

    secret = settings.oidc_client_secret.get_secret_value() if settings.oidc_client_secret else None
    known = Registration(settings.oidc_issuer, settings.oidc_client_id, secret, settings.oidc_scopes)
    reading = Reading(settings.oidc_name_claim, settings.oidc_role_claim, settings.oidc_roles)
    return ByOpenId(store, Provider(known), reading, settings.oidc_label)


def create_app(
    settings: Settings, context: Context | None, newest_revision: str = "", workers: Silence[str] | None = None
) -> FastAPI:
    """The application over a context; without one (None) it only describes itself. `workers` knows which are alive.

    Without a secret in the settings it opens to nobody.
    """
    app = _Guarded(
        title="Segtier",
        version=__version__,
        summary="Which Oracle segments belong on SSD, what it will gain, and what to run tonight",
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.state.context = context
    app.state.settings = settings
    app.state.newest_revision = newest_revision
    app.state.workers = workers
    app.state.event_streams = EventStreams(context.store, settings.event_streams_max) if context else None
    for part in _PARTS:
        app.router.routes.extend(part.router.routes)
    errors.install(app)
    app.add_exception_handler(Replayed, replayed)
    app.add_exception_handler(NotModified, not_modified)
    app.add_exception_handler(RefusedBefore, refused_before)
    describe(app, Problem)
    ui.mount(app, settings.ui_dir)
    app.state.metrics = _metrics(app) if context and settings.metrics_port is not None else None
    return app


def _metrics(app: FastAPI) -> Metrics:
    from segtier.api.metrics import Metrics  # noqa: PLC0415 - for who watches it

    workers: Silence[str] | None = app.state.workers
    return Metrics(app.state.context, app.state.event_streams, lambda: workers is not None and workers.is_alive())
