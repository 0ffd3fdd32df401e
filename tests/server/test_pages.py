"""The browser client's files, as the server sends them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server.kit import Server

PAGE = "<!doctype html><title>Branchline</title>"
SCRIPT = "console.log('a line');\n" * 50


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a small client."""
    folder = tmp_path_factory.mktemp("site")
    pages = folder / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text(PAGE)
    (pages / "assets/index-abc.js").write_text(SCRIPT)
    (folder / "secret.txt").write_text("not for you")
    server = Server(folder, CLIENT=str(pages)).start()
    yield server.url
    server.stop()


@pytest.mark.parametrize("path", ["/", "/t/abcdef", "/t/abcdef/replay"])
def test_every_address_of_the_client_is_its_page(site: str, path: str) -> None:
    answer = httpx.get(site + path)
    assert answer.text == PAGE
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_files_are_packed_and_kept_for_ever(site: str) -> None:
    with httpx.stream("GET", f"{site}/assets/index-abc.js", headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        assert gzip.decompress(b"".join(answer.iter_raw())).decode() == SCRIPT
    plain = httpx.get(f"{site}/assets/index-abc.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT


def test_a_file_that_the_browser_has_is_not_sent_again(site: str) -> None:
    tag = httpx.get(site).headers["etag"]
    again = httpx.get(site, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/else", "/assets/none.js", "/assets/..%2f..%2fsecret.txt", "/assets/%2e%2e/index.html"]
)
def test_there_is_nothing_else(site: str, path: str) -> None:
    answer = httpx.get(site + path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_a_folder_without_a_client_is_refused(tmp_path: Path) -> None:
    server = Server(tmp_path, CLIENT=str(tmp_path / "nowhere"))
    server.start(wait=False)
    assert server.process is not None
    assert server.process.wait(30) == 2
    assert "BRANCHLINE_CLIENT" in server.log.read_text()
