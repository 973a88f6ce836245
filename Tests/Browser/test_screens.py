"""Screenshots of the page for review, written to the folder CHATPRINT_SCREENSHOTS."""

import os
import pathlib

import pytest

from conftest import until

FOLDER = os.environ.get("CHATPRINT_SCREENSHOTS")


@pytest.mark.skipif(not FOLDER, reason="CHATPRINT_SCREENSHOTS names no folder")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_screenshots(open_page, device, scheme):
    size = (1280, 800) if device == "desktop" else (390, 844)
    screen = open_page(*size, scheme, device_scale_factor=2, has_touch=device == "phone")
    until(lambda: screen.page.locator(".look img[hidden]").count() == 0, "the thumbnails")
    folder = pathlib.Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    screen.page.screenshot(path=folder / f"page-{device}-{scheme}.png")
    if device == "phone":
        for tab in ("write", "style"):
            screen.page.tap(f"#switch [data-tab={tab}]")
            screen.page.screenshot(path=folder / f"page-{device}-{scheme}-{tab}.png")
