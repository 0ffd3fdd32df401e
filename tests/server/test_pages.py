"""The browser client's files as the server sends them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server.kit import Server
from server.launching import branchline

PAGE = "<!doctype html><title>Branchline</title>" + "<p>board</p>" * 50
SCRIPT = "console.log('all aboard');" * 20


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a small client."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "assets/main-abc123.js").write_text(SCRIPT)
    (folder / "assets/font-abc123.woff2").write_bytes(b"letters")
    running = Server(tmp_path_factory.mktemp("server"), CLIENT=str(folder)).start()
    yield running
    running.stop()


def test_every_page_is_the_client(site: Server) -> None:
    for path in ("/", "/t/abc", "/t/abc/replay", "/confirm"):
        answer = httpx.get(site.url + path)
        assert answer.status_code == 200
        assert answer.text == PAGE
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_built_files_are_kept_by_browsers_for_ever_and_travel_packed(site: Server) -> None:
    with httpx.stream("GET", f"{site.url}/assets/main-abc123.js", headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed).decode() == SCRIPT
    assert "immutable" in answer.headers["cache-control"]
    plain = httpx.get(f"{site.url}/assets/main-abc123.js", headers={"accept-encoding": "identity"})
    assert plain.text == SCRIPT
    assert "content-encoding" not in plain.headers
    letters = httpx.get(f"{site.url}/assets/font-abc123.woff2")
    assert letters.content == b"letters"


def test_what_a_browser_has_is_not_sent_again(site: Server) -> None:
    tag = httpx.get(site.url).headers["etag"]
    again = httpx.get(site.url, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/..%2findex.html", "/assets/%2e%2e/secret", "/elsewhere"])
def test_nothing_else_is_there(site: Server, path: str) -> None:
    answer = httpx.get(site.url + path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_folder_without_a_client_is_said_in_a_sentence(tmp_path: Path) -> None:
    done = branchline("serve", "--port", "0", BRANCHLINE_CLIENT=str(tmp_path))
    assert done.returncode == 2
    assert "no index.html" in done.stderr
    assert "Traceback" not in done.stderr
