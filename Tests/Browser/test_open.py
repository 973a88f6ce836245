"""`chatprint open`: a file that the page names instead of sending it."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess

from conftest import ROOT, Screen, until

FIXTURES = ROOT / "Tests/Fixtures"


@contextlib.contextmanager
def opened(binary, *operands, folder=ROOT):
    """Runs the command without a display and yields the address that it prints, and its process."""
    environment = {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", "WSL_DISTRO_NAME": ""}
    process = subprocess.Popen(
        [binary, "open", "--config", str(ROOT / "config"), *operands], cwd=folder, env=environment,
        stdout=subprocess.PIPE, text=True)
    try:
        found = re.match(r"Open (http://127\.0\.0\.1:\d+/#key=\S+)\n", process.stdout.readline())
        yield found.group(1), process
    finally:
        process.kill()
        process.wait(10)


def screen_of(browser, address):
    page = browser.new_page()
    sent = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    page.goto(address)
    screen = Screen(page)
    screen.sent = sent
    return screen


def test_a_chat_is_shown_and_saved_without_being_sent(binary, browser, tmp_path):
    line = "31/05/2026, 09:{:02} - {}: " + 8 * "a line of a long chat " + "\n"
    chat = tmp_path / "WhatsApp Chat - Ben.txt"
    chat.write_text("".join(line.format(n % 60, "Ana" if n % 2 else "Ben") for n in range(2_000)))
    with opened(binary, chat.name, folder=tmp_path) as (address, process):
        screen = screen_of(browser, address)
        until(lambda: "WhatsApp Chat - Ben" in screen.page.inner_text("#export"), "the card of the file")
        screen.until_drawn()
        screen.page.check("input[value=pdf]", force=True)
        with screen.page.expect_download() as download:
            screen.page.click("#download")
        assert pathlib.Path(download.value.path()).read_bytes().startswith(b"%PDF-")
        assert max(screen.sent) < 10_000 < chat.stat().st_size
        assert screen.page.inner_text("#curl").startswith("chatprint render 'WhatsApp Chat - Ben.txt' ")
        # A reloaded page is no closed one.
        screen.page.reload()
        until(lambda: "WhatsApp Chat - Ben" in screen.page.inner_text("#export"), "the card after reloading")
        assert process.poll() is None
        screen.page.close()
        assert process.wait(20) == 0


def test_a_small_chat_is_edited(binary, browser, tmp_path):
    (tmp_path / "chat.txt").write_text("31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n")
    with opened(binary, "chat.txt", folder=tmp_path) as (address, _):
        screen = screen_of(browser, address)
        until(lambda: screen.json().get("service") == "whatsapp", "the text of the chat")
        assert [message["text"] for message in screen.json()["messages"]] == ["Hallo", "Hi"]
        screen.page.close()


def test_a_backup_shows_its_chats(binary, browser):
    backup = next(FIXTURES.rglob("backup/phone.zip"))
    with opened(binary, str(backup)) as (address, _):
        screen = screen_of(browser, address)
        until(lambda: screen.page.locator(".chats .chat").count() == 5, "the chats of the backup")
        screen.page.click(".chats .chat >> nth=1")
        screen.until_drawn()
        screen.page.close()


def test_a_conversation_is_opened_in_the_editor(binary, browser, tmp_path):
    (tmp_path / "talk.json").write_text('{"title": "Lake", "messages": ["Hi!", "Hello"]}')
    with opened(binary, "talk.json", folder=tmp_path) as (address, _):
        screen = screen_of(browser, address)
        until(lambda: screen.json().get("title") == "Lake", "the conversation")
        screen.page.close()


def test_without_a_file_the_page_is_open_and_ctrl_c_ends_it(binary, browser):
    with opened(binary) as (address, process):
        screen = screen_of(browser, address)
        screen.until_drawn()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        screen.page.close()


def test_nothing_is_served_without_the_key(binary, browser):
    with opened(binary) as (address, _):
        page = browser.new_page()
        with page.expect_response(lambda answer: answer.url.endswith("/themes")) as answer:
            page.goto(address.split("#")[0])
        assert answer.value.status == 401
        page.close()
