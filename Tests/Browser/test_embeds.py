"""A page on another host that shows chats with signed URLs."""

import functools
import http.server
import os
import subprocess
import threading

from conftest import ROOT, started, until

KEY = "an operator's key"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def signed(binary, *addresses):
    run = subprocess.run(
        [binary, "sign", "--expires", "1h", "--config", str(ROOT / "config"), *addresses],
        env={**os.environ, "CHATPRINT_URL_KEYS": KEY}, capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_a_page_shows_twelve_chats_with_signed_urls(browser, binary, tmp_path):
    with started(binary, "--url-keys", KEY) as service:
        looks = ["imessage", "sms", "whatsapp", "telegram", "signal", "messenger",
                 "android", "assistant", "line", "slack", "discord", "irc"]
        plain = [f"{service}/render.png?m=Hi+{look}!&m=Hello+%F0%9F%98%80&width={200 + 10 * at}&theme={look}"
                 for at, look in enumerate(looks)]
        addresses = signed(binary, *plain)
        assert len(addresses) == 12 and all("&sig=" in address for address in addresses)
        images = "".join(f'<img src="{address.replace("&", "&amp;")}" alt="">\n' for address in addresses)
        (tmp_path / "index.html").write_text(f"<!doctype html><title>Chats</title>\n{images}<img id=forged src=\"{plain[0]}\" alt=''>")
        pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=tmp_path))
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        context = browser.new_context(viewport={"width": 1360, "height": 900})
        try:
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{pages.server_address[1]}/")
            until(lambda: page.evaluate("[...document.images].every(image => image.complete)"), "the pictures")
            widths = page.evaluate("[...document.images].map(image => image.naturalWidth)")
            assert widths == [2 * (200 + 10 * at) for at in range(12)] + [0]
            if folder := os.environ.get("CHATPRINT_SCREENSHOTS"):
                page.screenshot(path=f"{folder}/embeds.png", full_page=True)
        finally:
            context.close()
            pages.shutdown()
            pages.server_close()
