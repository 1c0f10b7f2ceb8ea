"""Where migrations, pages and data are: in a checkout of the sources, or in a Segtier that was installed from its wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE / "shipped"
"""A wheel has it (`backend/setup.py`), a checkout never."""
_CHECKOUT = _PACKAGE.parents[1]


def migrations() -> Path:
    return _SHIPPED / "migrations" if _SHIPPED.is_dir() else _CHECKOUT / "migrations"


def pages() -> Path:
    return _SHIPPED / "pages" if _SHIPPED.is_dir() else _CHECKOUT / "frontend" / "dist"


def data() -> Path:
    """`.segtier` of the checkout. Installed: this user's data folder as the platform has it, never within the library."""
    if (_CHECKOUT / "migrations").is_dir() and not _SHIPPED.is_dir():
        return _CHECKOUT / ".segtier"
    from platformdirs import user_data_path  # noqa: PLC0415 - for who has no checkout

    return user_data_path("segtier", appauthor=False)
