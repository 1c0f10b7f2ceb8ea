"""Where uploaded files are, by the settings. Apart from the broker of files, whose folders are made when it is imported."""

from __future__ import annotations

from segtier.settings import Settings
from segtier.store.blob_folder import BlobFolder
from segtier.store.blobs import Blobs


def open_blobs(settings: Settings) -> Blobs:
    """The configured place for files. A bucket need not be there yet; raises OSError where a folder cannot be made."""
    if settings.files is None:
        return BlobFolder(settings.data_dir / "files")
    from segtier.store.blob_bucket import BlobBucket  # noqa: PLC0415 - takes part of a second, for who sets it
    from segtier.store.s3 import Bucket, Place  # noqa: PLC0415

    name, _, prefix = settings.files.removeprefix("s3://").partition("/")
    secret = settings.files_secret_key
    place = Place(
        bucket=name,
        endpoint=settings.files_endpoint,
        region=settings.files_region,
        key_id=settings.files_key_id,
        secret_key=secret.get_secret_value() if secret else None,
    )
    return BlobBucket(Bucket(place), prefix.rstrip("/"), settings.data_dir / "copies")
