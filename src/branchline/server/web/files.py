"""Files as they are sent: packed once, and not sent again to who has them."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from fastapi import Request, Response

# What carries a hash of its contents in its name never changes; all else is asked for again.
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

WORTH_PACKING = ("text/", "application/json", "image/svg", "application/javascript")


@dataclass(frozen=True)
class ServedFile:
    """A file in memory."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    cache: str

    @classmethod
    def of(cls, body: bytes, kind: str, cache: str) -> ServedFile:
        """A file of a kind, packed if that is worth while."""
        packed = gzip.compress(body, 9, mtime=0) if kind.startswith(WORTH_PACKING) else None
        return cls(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', cache)

    def answer(self, request: Request) -> Response:
        """The file, packed where the browser can unpack it; or nothing, where it has it already."""
        headers = {"cache-control": self.cache, "etag": self.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        packed = self.packed if "gzip" in request.headers.get("accept-encoding", "") else None
        if packed is not None:
            headers["content-encoding"] = "gzip"
        return Response(packed or self.body, media_type=self.kind, headers=headers)
