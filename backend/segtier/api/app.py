"""The web application: routers, errors, guard and pages put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, FastAPI

from segtier import __version__
from segtier.api import errors, ui
from segtier.api.dependencies import known_parameters_only
from segtier.api.middleware import Guard
from segtier.api.openapi import describe
from segtier.api.routers import advice, catalogue, databases, health, reports, uploads
from segtier.api.schemas.problem import Problem
from segtier.services.context import Context
from segtier.settings import Settings

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {errors.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for status, text in (
        (400, "Bad parameter, or a host name this server does not have"),
        (403, "Asked by a page of another site"),
        (404, "No such thing"),
        (409, "Understood and refused; the detail is the reason"),
        (413, "Too large"),
        (422, "Not valid or not readable"),
        (500, "Fault of Segtier"),
        (503, "The database does not answer"),
        (507, "No room left in the data folder"),
    )
}


def create_app(settings: Settings, context: Context | None, newest_revision: str = "") -> FastAPI:
    """The application over a context; without one (None) it only describes itself."""
    app = FastAPI(
        title="Segtier",
        version=__version__,
        summary="Which Oracle segments belong on SSD, what it will gain, and what to run tonight",
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(known_parameters_only)],
        separate_input_output_schemas=False,
        responses=_PROBLEMS,
    )
    app.state.context = context
    app.state.settings = settings
    app.state.newest_revision = newest_revision
    app.include_router(health.router)
    app.include_router(_v1())
    errors.install(app)
    describe(app, Problem)
    app.add_middleware(Guard, allowed_hosts=settings.allowed_hosts, upload_max_bytes=settings.upload_max_bytes)
    _pages(app, settings.ui_dir)
    return app


def _v1() -> APIRouter:
    v1 = APIRouter(prefix="/api/v1")
    for part in (uploads, databases, reports, advice, catalogue):
        v1.include_router(part.router)
    return v1


def _pages(app: FastAPI, folder: Path) -> None:
    ui.mount(app, folder)
