"""Pictures of a page on both screens, kept as artefacts to look at."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}

# The page has been laid out and drawn at its new size, and its pictures and letters are there.
SETTLED = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
}"""


class Album:
    """The pictures of one title."""

    def __init__(self, page: Page, folder: Path, title: str) -> None:
        self.page = page
        self.folder = folder
        self.title = title

    def take(self, moment: str) -> None:
        """A picture at the size of a desktop's screen and of a phone's; then the page has its own size again."""
        own = self.page.viewport_size
        assert own is not None
        for name, size in SIZES.items():
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            self.page.wait_for_selector(".board-picture")
            self.page.evaluate(SETTLED)
            self.page.screenshot(path=self.folder / f"{self.title}-{moment}-{name}.png")
        self.page.set_viewport_size(own)
        self.page.evaluate(SETTLED)
