"""The built user interface at `/`: hashed assets are kept by the browser, the page itself is not."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from segtier.api.paths import is_server_path, wants_page


class _Pages(StaticFiles):
    """Static files; a browser that asks for a page by another path gets the single-page application."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if is_server_path(scope["path"]):
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in Path(path).name or not wants_page(scope, Headers(scope=scope)):
                raise
            response = await super().get_response("index.html", scope)
        if path.startswith("assets/") and isinstance(response, FileResponse):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
        return response


def mount(app: FastAPI, folder: Path) -> None:
    """Serve the built pages where they exist and no route takes the path; the API works without them."""
    if (folder / "index.html").is_file():
        app.router.default = _Pages(directory=folder, html=True)
