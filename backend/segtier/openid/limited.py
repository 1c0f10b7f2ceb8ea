"""What is fetched from a provider: soon, not much, and from no other address than the one that was named."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2

MOST_BYTES = 1_000_000
"""Of one answer, unpacked or not: a provider's keys take a few thousand."""
WITHIN_S = 10.0


class TooMuch(httpx2.TransportError):
    """The answer is longer than any that is meant."""


class Limited(httpx2.BaseTransport):
    """Raises TooMuch while an answer is read. It asks for no packed answers, and takes none."""

    def __init__(self) -> None:
        self._inner = httpx2.HTTPTransport()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["Accept-Encoding"] = "identity"
        response = self._inner.handle_request(request)
        assert isinstance(response.stream, httpx2.SyncByteStream)
        if response.headers.get("content-encoding", "identity") != "identity":
            response.close()
            raise TooMuch("the answer is compressed, which Segtier did not request")
        response.stream = _Counted(response.stream)
        return response

    def close(self) -> None:
        self._inner.close()


class _Counted(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        seen = 0
        for piece in self._stream:
            seen += len(piece)
            if seen > MOST_BYTES:
                raise TooMuch(f"the answer is longer than {MOST_BYTES:,} bytes")
            yield piece

    def close(self) -> None:
        self._stream.close()
