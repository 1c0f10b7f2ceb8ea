"""The built user interface at `/`: hashed assets are kept by the browser, the page itself is not."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_SERVER_PATHS = ("api/", "openapi.json", "healthz", "readyz")


class _Pages(StaticFiles):
    """Static files; a path that is no file is a page of the single-page application."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(_SERVER_PATHS) or "." in Path(path).name:
                raise
            response = await super().get_response("index.html", scope)
        if path.startswith("assets/") and isinstance(response, FileResponse):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
        return response


def mount(app: FastAPI, folder: Path) -> None:
    """Serve the built pages where they exist; the API works without them."""
    if (folder / "index.html").is_file():
        app.mount("/", _Pages(directory=folder, html=True), name="ui")
