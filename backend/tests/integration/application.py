"""The application over a context, with the routes of the first one of this process: FastAPI takes a second to make them."""

from __future__ import annotations

from copy import copy
from functools import cache

from fastapi import FastAPI
from starlette.datastructures import State

from segtier.api.app import create_app
from segtier.api.event_streams import EventStreams
from segtier.services.context import Context
from segtier.settings import Settings


def application(settings: Settings, context: Context) -> FastAPI:
    """As `create_app` makes it of these, but for its pages and its metrics."""
    app = copy(_first())
    app.middleware_stack = None
    app.state = State(
        {
            **_first().state._state,
            "context": context,
            "settings": settings,
            "event_streams": EventStreams(context.store, settings.event_streams_max),
        }
    )
    return app


@cache
def _first() -> FastAPI:
    return create_app(Settings(), None)
