"""A report opened in a browser that has no network, and everything it complained of or asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]
Media = Literal["null", "print"]
"""Null is whatever the page is used for: the screen, and paper while it is printed."""
NARROW, WIDE = 360, 1440
# Charts are drawn anew for another width, a moment later.
FITTED = """() => [...document.querySelectorAll(".vega")].every(
    one => Math.abs(one.clientWidth - one.querySelector("svg").width.baseVal.value) < 3)"""
LOOKS = Path(__file__).with_name("looks")
TIMEOUT = 20_000  # milliseconds; waited for in full only by what fails


@dataclass(frozen=True)
class Visit:
    """An open page."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)
    """Errors and warnings of the console, uncaught exceptions and dialogs."""
    requests: list[str] = field(default_factory=list)
    """Addresses asked for, apart from the page's own."""
    listeners: dict[str, Callable[[Any], None]] = field(default_factory=dict)
    """What writes them down, by the events of the page."""

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression gives in the page."""
        return self.page.evaluate(expression)

    def look(self, name: str) -> Any:
        """What a script of the folder looks/ finds in the page."""
        return self.page.evaluate((LOOKS / f"{name}.js").read_text(encoding="utf-8"))

    @contextmanager
    def seen(self, *, width: int = WIDE, scheme: Scheme = "light", media: Media = "null") -> Iterator[None]:
        """The same page for a while on another screen, or on paper."""
        self._turn(width, scheme, media)
        yield
        self._turn(WIDE, "light", "null")

    def _turn(self, width: int, scheme: Scheme, media: Media) -> None:
        self.page.emulate_media(color_scheme=scheme, media=media)
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.wait_for_function(FITTED)

    def check(self) -> None:
        """Nothing was complained of, and nothing asked for."""
        assert self.complaints == []
        assert self.requests == []

    def leave(self) -> None:
        """Check what happened until now, and leave the page to the next visit."""
        self.page.mouse.move(-1, -1)  # over nothing
        self.page.evaluate("null")  # whatever the page told before it answers has been written down
        for event, listener in self.listeners.items():
            self.page.remove_listener(event, listener)
        self.check()


def empty_page(browser: Browser) -> Page:
    """Without the network, in a context of its own; one visit after the other is made in it.

    A visit in a page of its own would take twice the time: it would compile the library of the charts anew.
    """
    context = browser.new_context(offline=True, reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT)
    return context.new_page()


def visit(page: Page, path: Path, *, width: int = WIDE, scheme: Scheme = "light") -> Visit:
    """Open the file and wait until it says that its charts are drawn."""
    page.emulate_media(color_scheme=scheme, media="null")
    page.set_viewport_size({"width": width, "height": 900})
    opened = Visit(page, path.resolve().as_uri())
    _listen(opened)
    page.goto(opened.address)
    page.wait_for_selector("html[data-ready]", state="attached")
    ready = page.locator("html").get_attribute("data-ready")
    assert ready == "true", (ready, opened.complaints)
    return opened


def _listen(opened: Visit) -> None:
    page, complaints = opened.page, opened.complaints

    def asked(request: Any) -> None:
        if request.url.partition("#")[0] != opened.address:
            opened.requests.append(request.url)

    def refuse(dialog: Any) -> None:
        complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    opened.listeners.update(
        console=lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
        pageerror=lambda error: complaints.append(f"uncaught: {error}"),
        dialog=refuse,
        request=asked,
        popup=lambda popup: complaints.append(f"popup: {popup.url}"),
    )
    for event, listener in opened.listeners.items():
        page.on(event, listener)  # type: ignore[call-overload]  # there is one for each name of an event
