"""Fixtures: a real service, a real browser, and checks that every page sends no request elsewhere and logs no error."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import time

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
TIMEOUT_SECONDS = 20


def until(condition, what="the condition"):
    """Polls a condition: the page's policy forbids eval, which Playwright's own waiting needs."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"timed out waiting for {what}")


@contextlib.contextmanager
def started(binary, *flags):
    """Starts a separate service and yields its address."""
    process = subprocess.Popen(
        [binary, "serve", "--config", str(ROOT / "config"), "--port", "0", *flags],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in process.stdout:
        found = re.search(r"listening .*port=(\d+)", line)
        if found:
            break
    else:
        raise RuntimeError("the service did not start")
    # Keep reading, so that the log never fills its pipe.
    drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{found.group(1)}"
    finally:
        process.terminate()
        process.wait(30)
        drain.wait(5)


@pytest.fixture(scope="session")
def binary():
    return os.environ.get("CHATPRINT", str(ROOT / ".build/debug/chatprint"))


@pytest.fixture(scope="session")
def service(binary):
    with started(binary, "--job-bytes", "64MiB") as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--force-color-profile=srgb"])
        yield chromium
        chromium.close()


class Screen:
    """The page in a browser window, with the actions of a user."""

    def __init__(self, page):
        self.page = page

    def until_drawn(self):
        until(lambda: self.page.locator("#picture").is_visible() and not self.is_working(), "a picture")

    def is_working(self):
        return self.page.evaluate("document.body.classList.contains('working')")

    def redrawn(self, action):
        """Performs an action and waits for the new picture."""
        before = self.page.get_attribute("#picture", "src")
        action()
        until(lambda: self.page.get_attribute("#picture", "src") != before, "another picture")
        self.until_drawn()

    def json(self):
        return json.loads(self.page.input_value("#json"))

    def write_json(self, text):
        self.page.click("#tab-code")
        self.page.fill("#json", text)

    def pixel(self, x, y):
        """The pixel of the preview at a fraction of its width and height."""
        return self.page.evaluate(
            """([x, y]) => {
              const picture = document.getElementById('picture');
              const canvas = document.createElement('canvas');
              canvas.width = picture.naturalWidth; canvas.height = picture.naturalHeight;
              const context = canvas.getContext('2d');
              context.drawImage(picture, 0, 0);
              return [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data];
            }""", [x, y])

    def drop(self, *files, on="body"):
        """Drops files, each given by name, type and bytes, onto an element."""
        self.page.evaluate(
            """([files, selector]) => {
              const transfer = new DataTransfer();
              for (const [name, type, bytes] of files) {
                transfer.items.add(new File([Uint8Array.from(bytes)], name, { type }));
              }
              const box = document.querySelector(selector).getBoundingClientRect();
              const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
              for (const kind of ['dragenter', 'dragover', 'drop']) {
                document.querySelector(selector).dispatchEvent(
                  new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer, ...at }));
              }
            }""", [[[name, type, list(data)] for name, type, data in files], on])


@pytest.fixture
def open_page(service, browser):
    """Opens the page; after the test, checks that it sent no request elsewhere and logged no error."""
    contexts, faults = [], []

    def open_page(width=1440, height=900, scheme="light", path="/", **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            accept_downloads=True, **options)
        contexts.append(context)
        page = context.new_page()

        def request(request):
            if not request.url.startswith((service, "data:", "blob:" + service)):
                faults.append("request to another host: " + request.url)

        def console(message):
            # Browsers log a rejected conversation as a failed request, which is expected.
            if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
                faults.append("console: " + message.text)

        page.on("request", request)
        page.on("console", console)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.goto(service + path)
        screen = Screen(page)
        if path == "/":
            screen.until_drawn()
        return screen

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def screen(open_page):
    return open_page()


def pytest_unconfigure(config):
    """Prints the counts as the last line."""
    stats = config.pluginmanager.getplugin("terminalreporter").stats
    passed, failed = len(stats.get("passed", [])), len(stats.get("failed", [])) + len(stats.get("error", []))
    print(f"{passed} passed, {failed} failed")
