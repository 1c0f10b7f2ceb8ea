"""Routes that know at once where they stand, and how they answer when they are first asked."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import compile_path


class LateRoute(APIRoute):
    """What FastAPI works out of an endpoint's types takes ten milliseconds for each route, and memory that most installations
    never use. The address and the methods are all that it takes to find a route.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], *, methods: list[str], **declared: Any) -> None:
        self._declared: dict[str, Any] | None = {"methods": methods, **declared}
        self._making = RLock()
        self.path, self.endpoint = path, endpoint
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)
        self.methods = set(methods)
        self.operation_id = declared["operation_id"]

    def __getattr__(self, name: str) -> Any:
        """Build the rest of the route on first use, from any thread."""
        with self._making:
            declared, self._declared = self._declared, None
            if declared is not None:
                try:
                    super().__init__(self.path, self.endpoint, **declared)
                except BaseException:
                    self._declared = declared  # the next request fails in the same words
                    raise
        return self.__getattribute__(name)
