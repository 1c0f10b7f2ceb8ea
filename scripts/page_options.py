"""Print the options as `GET /api/v1/options` lists them: the pages are built with that list (`make openapi`)."""

from __future__ import annotations

from segtier.api.routers.catalogue import get_options

if __name__ == "__main__":
    print(get_options().model_dump_json(indent=2))
