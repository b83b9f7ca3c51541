"""What does a real browser make of a page?"""

from __future__ import annotations

import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
needs_browser = pytest.mark.skipif(
    not BROWSER, reason="no chromium is installed to look at it with"
)

_VOID = {"meta", "input", "br", "img", "link"}


class Dom(HTMLParser):
    """A page as the browser has it once its scripts have run.

    Attributes:
        tags: the name of every element.
        marks: the class and text of each `mark`, in order.
        texts: the text of each element with a class or an id, by that name.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.marks: list[tuple[str, str]] = []
        self.texts: dict[str, str] = {}
        self._open: list[tuple[str, list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        self.tags.append(tag)
        held = dict(attrs)
        names = [*(held.get("class") or "").split(), *(held.get("id") or "").split(), tag]
        if tag == "mark":
            self.marks.append((held.get("class") or "", ""))
        if tag not in _VOID:
            self._open.append((tag, names))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Add text to every element that is open."""
        for tag, names in self._open:
            for name in names:
                self.texts[name] = self.texts.get(name, "") + data
            if tag == "mark":
                kind, text = self.marks[-1]
                self.marks[-1] = kind, text + data


def seen(html: str, folder: Path) -> Dom:
    """Open a page in a browser, let its scripts run, and return what is there then."""
    page = folder / "page.html"
    page.write_text(html, encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [BROWSER, *options, profile, "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, timeout=120, check=True)
    return Dom(done.stdout.decode("utf-8"))
