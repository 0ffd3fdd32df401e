"""The browser client's files: read once at the start, packed, and served from memory."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request, Response

from branchline.server.errors import Refused
from branchline.server.settings import Settings
from branchline.server.web.files import ASK_AGAIN, FOR_EVER, ServedFile

BUILT_IN = Path(__file__).parent.parent / "pages"
FIRST_PAGE = "index.html"


class Pages:
    """All files of the client. Without a client, only the interface for programs is served."""

    def __init__(self, folder: Path) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): _read(path, path.relative_to(folder))
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def answer(self, name: str, request: Request) -> Response:
        """The file of this name."""
        file = self.files.get(name)
        if file is None:
            raise Refused("not_found", what="page")
        return file.answer(request)


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


def _read(path: Path, name: Path) -> ServedFile:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    # Built files carry a hash of their contents in their names; pages do not.
    return ServedFile.of(path.read_bytes(), kind, FOR_EVER if name.parts[0] == "assets" else ASK_AGAIN)
