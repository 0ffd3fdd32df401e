"""The browser client's files: read once at the start, packed, and served from memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request, Response

from branchline.server.errors import Refused
from branchline.server.settings import Settings

BUILT_IN = Path(__file__).parent.parent / "pages"
FIRST_PAGE = "index.html"

# Built files carry a hash of their contents in their names; pages do not.
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

WORTH_PACKING = ("text/", "application/json", "image/svg", "application/javascript")


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    cache: str


class Pages:
    """All files of the client. Without a client, only the interface for programs is served."""

    def __init__(self, folder: Path) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): _read(path, path.relative_to(folder))
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def answer(self, name: str, request: Request) -> Response:
        """A file, packed where the browser can unpack it; or nothing, where it has it already."""
        file = self.files.get(name)
        if file is None:
            raise Refused("not_found", what="page")
        headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        packed = file.packed if "gzip" in request.headers.get("accept-encoding", "") else None
        if packed is not None:
            headers["content-encoding"] = "gzip"
        return Response(packed or file.body, media_type=file.kind, headers=headers)


def client_folder(settings: Settings) -> Path:
    """Where the built client is: as set, or inside the package."""
    return Path(settings.client) if settings.client else BUILT_IN


def pages_router(pages: Pages) -> APIRouter:
    """The addresses of pages and files; what a page shows is the client's business."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    @router.get("/t/{table_id}")
    @router.get("/t/{table_id}/replay")
    @router.get("/confirm")
    async def page(request: Request) -> Response:
        return pages.answer(FIRST_PAGE, request)

    @router.get("/assets/{name}")
    async def asset(name: str, request: Request) -> Response:
        return pages.answer(f"assets/{name}", request)

    return router


def _read(path: Path, name: Path) -> PageFile:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(WORTH_PACKING) else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return PageFile(body, packed, kind, tag, FOR_EVER if name.parts[0] == "assets" else ASK_AGAIN)
