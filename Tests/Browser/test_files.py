"""Exports are opened; pictures and documents are saved."""

import io
import json
import os
import pathlib
import re
import struct
import zipfile

import pytest

from conftest import ROOT, until

EXPORTS = ROOT / "Tests/Fixtures/Imports"


def file(path, kind):
    return (path.name, kind, path.read_bytes())


def zipped(folder):
    """Packs a fixture: archives are stored as folders, so that changes to them are reviewable."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))
    return (folder.name, "application/zip", buffer.getvalue())


def downloaded(screen, action):
    with screen.page.expect_download() as download:
        action()
    return download.value.suggested_filename, pathlib.Path(download.value.path()).read_bytes()


def test_a_png_is_saved_at_the_chosen_scale(screen):
    screen.redrawn(lambda: screen.page.check("input[name=scale][value='3']", force=True))
    name, data = downloaded(screen, lambda: screen.page.click("#download"))
    assert name == "chat.png" and data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", data[16:20])[0] == 390 * 3


def test_a_pdf_is_saved_on_the_chosen_paper(screen):
    screen.page.check("input[value=pdf]", force=True)
    screen.page.select_option("#paper", "letter")
    name, data = downloaded(screen, lambda: screen.page.click("#download"))
    assert name == "chat.pdf" and data.startswith(b"%PDF-") and b"%%EOF" in data[-16:]
    assert screen.json()["output"]["page"] == {"size": "letter"}


def test_a_file_name_in_any_script_is_kept(screen):
    screen.redrawn(lambda: screen.write_json('{"messages": ["Hi"], "output": {"filename": "聊天记录"}}'))
    assert downloaded(screen, lambda: screen.page.click("#download"))[0] == "聊天记录.png"


def test_an_svg_is_saved(screen):
    screen.page.check("input[value=svg]", force=True)
    name, data = downloaded(screen, lambda: screen.page.click("#download"))
    assert name == "chat.svg" and b"<svg" in data[:300] and data.rstrip().endswith(b"</svg>")


def test_a_long_download_shows_progress(screen, service):
    shown = []
    screen.page.expose_function("sawBar", lambda value: shown.append(value))
    screen.page.evaluate("""() => new MutationObserver(() => {
        const bar = document.getElementById('progress');
        if (!bar.hidden) sawBar(bar.value);
    }).observe(document.getElementById('progress'), { attributes: true })""")
    talk = json.dumps([f"line {number} of a talk that takes a while" for number in range(3000)])
    screen.redrawn(lambda: screen.drop(("talk.json", "application/json", talk.encode())))
    screen.page.check("input[value=pdf]", force=True)
    deleted = []
    screen.page.on("request", lambda request: request.method == "DELETE" and deleted.append(request.url))
    name, data = downloaded(screen, lambda: screen.page.click("#download"))
    assert name.endswith(".pdf") and data.startswith(b"%PDF-") and b"%%EOF" in data[-16:]
    assert until(lambda: deleted)[0].startswith(service + "/jobs/")
    assert until(lambda: shown) == sorted(shown) and 0 < shown[0] <= 1
    assert not screen.page.is_visible("#progress")


def test_comments_between_the_events_of_a_job_are_ignored(screen):
    def with_comments(route):
        if route.request.method != "GET":
            return route.continue_()
        answer = route.fetch()
        return route.fulfill(response=answer, body=":\n\n" + answer.text() + ":\n\n")

    screen.page.route(re.compile("/jobs/[^/]+$"), with_comments)
    name, data = downloaded(screen, lambda: screen.page.click("#download"))
    assert name == "chat.png" and data.startswith(b"\x89PNG")
    assert not screen.page.is_visible("#banner")


def test_an_immediate_answer_is_saved(screen):
    screen.page.route("**/render.png*", lambda route: route.continue_(
        headers={key: value for key, value in route.request.headers.items() if key != "prefer"}))
    name, data = downloaded(screen, lambda: screen.page.click("#download"))
    assert name == "chat.png" and data.startswith(b"\x89PNG")
    screen.page.unroute("**/render.png*")


def test_webp_and_jpeg_are_saved(screen):
    for kind, begins in (("webp", b"RIFF"), ("jpeg", b"\xff\xd8\xff")):
        screen.page.check(f"input[value={kind}]", force=True)
        assert kind.upper() in screen.page.inner_text("#download")
        name, data = downloaded(screen, lambda: screen.page.click("#download"))
        assert name == "chat." + kind and data.startswith(begins)


def test_the_conversation_is_saved_with_its_pictures(screen):
    picture = (ROOT / "config/themes/pictures/susi-bubble-1x.png").read_bytes()
    screen.redrawn(lambda: screen.drop(("b.png", "image/png", picture)))
    name, data = downloaded(screen, lambda: screen.page.click("#save"))
    source = json.loads(data)["messages"][-1]["attachments"][0]["src"]
    assert name == "chat.json" and set(source) == {"data"}


def test_a_whatsapp_text_is_drawn_when_dropped(screen):
    path = EXPORTS / "whatsapp/WhatsApp Chat with Ben Ito.txt"
    screen.redrawn(lambda: screen.drop(file(path, "text/plain")))
    assert screen.page.is_checked("#look-whatsapp")
    assert "message" in screen.page.inner_text("#caption")


def test_warnings_of_an_import_are_shown_until_another_is_opened(screen):
    text = "[31.05.26, 09:00:00] Ana: Hi\n[31.05.26, 09:01:00] Béla: <attached: IMG-0.jpg>\n"
    screen.redrawn(lambda: screen.drop(("_chat.txt", "text/plain", text.encode())))
    listed = lambda: screen.page.inner_text("#finding-list") if screen.page.is_visible("#findings") else ""
    until(lambda: "1 attachment missing" in listed(), "the warnings")
    assert "It is a guess" in listed()
    screen.redrawn(lambda: screen.page.click("#look-slack"))
    assert "1 attachment missing" in listed()
    screen.redrawn(lambda: screen.page.click("#undo"))
    screen.redrawn(lambda: screen.page.click("#undo"))
    until(lambda: not listed(), "no warnings")
    screen.redrawn(lambda: screen.page.click("#redo"))
    until(lambda: "1 attachment missing" in listed(), "the warnings")
    screen.redrawn(lambda: screen.page.select_option("#examples", "Three words"))
    until(lambda: not listed(), "no warnings")


def test_media_dropped_with_a_chat_are_used(screen):
    line = "[31.05.26, 09:0%d:00] %s: <attached: IMG-%d.png>\n"
    text = "".join(line % (number, "AB"[number % 2], number) for number in range(4))
    picture = (ROOT / "config/themes/pictures/susi-bubble-1x.png").read_bytes()
    pictures = [(f"IMG-{number}.png", "image/png", picture) for number in range(4)]
    screen.redrawn(lambda: screen.drop(*pictures[:2], ("_chat.txt", "text/plain", text.encode()), *pictures[2:]))
    shown = [message["attachments"][0] for message in screen.json()["messages"]]
    assert all("file" in attachment["src"] for attachment in shown)
    until(lambda: screen.page.is_visible("#findings"), "the warnings")
    assert "missing" not in screen.page.inner_text("#finding-list")


def test_a_whatsapp_zip_is_drawn_with_its_media(screen):
    screen.redrawn(lambda: screen.drop(zipped(EXPORTS / "whatsapp/ios-media.zip")))
    assert not screen.page.locator("#finding-list li.bad").count()


def test_a_telegram_export_is_drawn_when_dropped(screen):
    screen.redrawn(lambda: screen.drop(file(EXPORTS / "telegram/personal.json", "application/json")))
    assert screen.page.is_checked("#look-telegram")


def listed(screen):
    return screen.page.locator(".chats .chat bdi").all_inner_texts()


def test_the_chats_of_an_account_are_listed_searched_and_drawn(screen):
    screen.drop(file(EXPORTS / "telegram/account-which.json", "application/json"))
    until(lambda: len(listed(screen)) > 1, "the chats")
    names = listed(screen)
    assert all("message" in row for row in screen.page.locator(".chats .chat .soft").all_inner_texts())
    screen.page.fill("#find-chat", names[1].upper())
    assert listed(screen) == names[1:2]
    screen.redrawn(lambda: screen.page.click(".chats .chat"))
    # The list stays, so that another chat can be drawn.
    screen.page.fill("#find-chat", "")
    assert screen.page.locator(".chats .chat[aria-current] bdi").inner_text() == names[1]
    screen.redrawn(lambda: screen.page.click(f".chats .chat >> text={names[0]}"))
    assert screen.page.is_hidden("#json")


def test_several_chats_are_saved_as_a_zip(screen):
    screen.drop(file(EXPORTS / "telegram/account-which.json", "application/json"))
    until(lambda: len(listed(screen)) > 1, "the chats")
    names = listed(screen)
    screen.page.check("input[value=pdf]", force=True)
    for at in range(2):
        screen.page.check(f".chats li >> nth={at} >> input")
    name, data = downloaded(screen, lambda: screen.page.click(".export .ends .button >> text=Save 2 chats as PDF"))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        report = json.loads(archive.read("report.json"))
        assert len([name for name in archive.namelist() if name.endswith(".pdf")]) == 2
    assert name.endswith(".zip") and names[0] in json.dumps(report, ensure_ascii=False)
    screen.page.check("#all-chats")
    button = screen.page.locator(".export .ends .button").first
    assert button.inner_text().strip() == f"Save {len(names)} chats as PDF"


def test_the_password_of_an_export_is_asked_for(screen):
    export = file(EXPORTS / "signal/backup-file.backup", "application/octet-stream")
    screen.drop(export)
    until(lambda: screen.page.locator("#source-password").is_visible(), "the question")
    screen.page.fill("#source-password", "1" * 30)
    screen.page.click("text=Open >> visible=true >> nth=-1")
    until(lambda: screen.page.locator("#source-password").is_visible() and not screen.is_working(), "the question again")
    assert "1" * 30 not in screen.page.inner_text("#curl")


MAY = "01/05/2026, 09:00 - Ana: Tent?\n01/05/2026, 09:01 - Ben: Yes\n02/05/2026, 10:00 - Ana: Sunday then\n"
JUNE = "01/05/2026, 09:01 - Ben: Yes\n02/05/2026, 10:00 - Ana: Sunday then\n03/05/2026, 11:00 - Ben: On my way\n"


def test_a_second_export_is_joined_to_the_open_one(screen):
    screen.redrawn(lambda: screen.drop(("may.txt", "text/plain", MAY.encode())))
    screen.drop(("june.txt", "text/plain", JUNE.encode()))
    until(lambda: screen.page.locator("#verdict").is_visible(), "the question")
    screen.redrawn(lambda: screen.page.click("#verdict .options button >> nth=0"))
    assert [message["text"] for message in screen.json()["messages"]] == ["Tent?", "Yes", "Sunday then", "On my way"]
    line = screen.page.locator("#finding-list strong").first.inner_text()
    assert "2 messages in common" in line and "only in june.txt: 1 message" in line


def replace(screen, file):
    """Drops an export onto an open one, and opens only the new one."""
    screen.drop(file)
    until(lambda: screen.page.locator("#verdict").is_visible(), "the question")
    screen.redrawn(lambda: screen.page.click("#verdict .options button >> nth=1"))


def test_a_second_export_can_replace_the_open_one(screen):
    screen.redrawn(lambda: screen.drop(("may.txt", "text/plain", MAY.encode())))
    replace(screen, ("june.txt", "text/plain", JUNE.encode()))
    assert [message["text"] for message in screen.json()["messages"]] == ["Yes", "Sunday then", "On my way"]


@pytest.mark.parametrize("path, look, words", [
    ("line/english.txt", "line", "Good morning"), ("irc/weechat.txt", "irc", "hello: all"),
    ("matrix/text.txt", "matrix", "indeed"), ("wechat/weflow.json", "wechat", "周末"),
    ("zoom/meeting.zip", "imessage", "I can drive"), ("mbox/hikers.mbox", "imessage", "From here it is"),
])
def test_an_export_is_drawn_in_the_look_of_its_app(screen, path, look, words):
    path = EXPORTS / path
    export = zipped(path) if path.is_dir() else file(path, "application/octet-stream")
    screen.redrawn(lambda: screen.drop(export))
    assert screen.page.is_checked("#look-" + look)
    assert screen.json().get("theme") == ("auto" if look != "imessage" else None)
    assert any(words in message.get("text", "") for message in screen.json()["messages"])
    # Another theme can be chosen, as for any conversation.
    screen.redrawn(lambda: screen.page.click("#look-slack"))
    assert screen.json()["theme"] == "slack"


def test_an_automatic_look_can_be_dark(screen):
    screen.redrawn(lambda: screen.drop(file(EXPORTS / "irc/weechat.txt", "text/plain")))
    ground = screen.pixel(0.99, 0.5)
    screen.redrawn(lambda: screen.page.check("input[name=mode][value=dark]", force=True))
    assert screen.json()["theme"] == {"extends": "auto", "mode": "dark"}
    assert sum(screen.pixel(0.99, 0.5)[:3]) < sum(ground[:3]) / 2
    assert screen.page.is_checked("#look-irc")


def test_a_bulk_export_offers_its_chats(screen):
    screen.drop(file(EXPORTS / "mattermost/which.jsonl", "application/octet-stream"))
    until(lambda: len(listed(screen)) == 2, "the chats")
    assert "Town Square" in listed(screen)
    screen.redrawn(lambda: screen.page.click(".chats .chat >> nth=0"))
    screen.redrawn(lambda: screen.page.click(".export .ends .button >> text=Edit this chat"))
    assert any("lake" in message.get("text", "") for message in screen.json()["messages"])


CHAT = file(EXPORTS / "whatsapp/WhatsApp Chat with Ben Ito.txt", "text/plain")


def test_a_file_that_equals_the_text_is_drawn_again(screen):
    screen.redrawn(lambda: screen.drop(CHAT))
    screen.drop(CHAT)
    until(lambda: not screen.is_working(), "the preview")
    large = json.dumps([f"line {number} " + "of a talk " * 20 for number in range(2000)]).encode()
    replace(screen, ("talk.json", "application/json", large))
    assert screen.page.is_visible("#export")
    replace(screen, CHAT)
    assert not screen.page.is_visible("#export")


def test_a_slow_file_does_not_replace_a_later_one(screen):
    held = []
    screen.page.route("**/import*", lambda route: route.continue_() if held else held.append(route))
    screen.drop(("talk.json", "application/json", b'["Slow"]'))
    until(lambda: screen.page.evaluate("1") and held, "the request")
    screen.redrawn(lambda: screen.drop(("new.json", "application/json", b'["New"]')))
    held[0].fulfill(status=200, body="{}", headers={"Chatprint-Messages": "1"})
    screen.page.wait_for_timeout(300)
    assert screen.json() == ["New"]


def test_an_example_cancels_reading_a_file(screen):
    held = []
    screen.page.route("**/import*", lambda route: held.append(route))
    screen.drop(("talk.json", "application/json", b'["Slow"]'))
    until(lambda: screen.page.evaluate("1") and held, "the request")
    screen.redrawn(lambda: screen.page.select_option("#examples", "Three words"))
    held[0].fulfill(status=200, body="{}", headers={"Chatprint-Messages": "1"})
    screen.page.wait_for_timeout(300)
    assert screen.json() == {"messages": ["Hi!", "Hello", "How are you?"]}


def test_our_own_json_is_opened_unchanged(screen):
    text = '{"messages":["From a file"]}'
    screen.redrawn(lambda: screen.drop(("talk.json", "application/json", text.encode())))
    assert screen.json() == {"messages": ["From a file"]}
    screen.redrawn(lambda: screen.page.click("#undo"))
    assert "messages" in screen.json() and len(screen.json()["messages"]) == 6


def test_large_integers_stay_exact(screen):
    text = '{"messages":[{"id":9007199254740993,"from":"a","text":"One"},"Two","Three"]}'
    screen.redrawn(lambda: screen.drop(("talk.json", "application/json", text.encode())))
    assert text in screen.page.inner_text("#curl")
    screen.redrawn(lambda: screen.page.locator(".row").nth(2).get_by_role("button", name="Switch sides").click(force=True))
    assert '"id": 9007199254740993' in screen.page.input_value("#json")


def test_a_mistake_in_our_own_json_is_located(screen):
    screen.drop(("talk.json", "application/json", b'{"messages":\n["From a file",]}'))
    until(lambda: screen.page.locator("#findings").is_visible(), "the problem")
    assert "Line 2" in screen.page.inner_text("#finding-list .place")


def test_a_file_that_is_not_a_chat_is_rejected(screen):
    screen.drop(("holiday.bin", "application/octet-stream", bytes(range(256))))
    until(lambda: screen.page.locator("#banner").is_visible(), "the banner")
    assert "format" in screen.page.inner_text("#banner")


def test_an_export_can_be_styled_and_shows_its_command(screen):
    screen.page.route("**/import*", lambda route: route.fulfill(
        status=200, body="", headers={"Chatprint-Importer": "whatsapp", "Chatprint-Messages": "12"}))
    path = EXPORTS / "whatsapp/WhatsApp Chat with Ben Ito.txt"
    picture = ("IMG 1.png", "image/png", b"")
    screen.redrawn(lambda: screen.drop(('Chat "with" Ben.txt', "text/plain", path.read_bytes()), picture))
    assert "read as whatsapp" in screen.page.inner_text("#export")
    screen.redrawn(lambda: screen.page.click("#look-signal"))
    screen.redrawn(lambda: screen.page.check("input[name=c-sent][value='#c2185b']", force=True))
    line = screen.page.inner_text("#curl")
    assert r"""-F 'file=@"Chat \"with\" Ben.txt"' -F 'media1=@"IMG 1.png"'""" in line and "theme=signal" in line
    assert "theme.bubble.sent.fill=%23c2185b" in line
    # A query cannot remove what a theme has.
    screen.redrawn(lambda: screen.page.click("#look-bezier"))
    width = screen.page.input_value("#border")
    screen.page.evaluate("""() => {
        const border = document.getElementById('border');
        border.value = 0;
        border.dispatchEvent(new Event('input', { bubbles: true }));
    }""")
    until(lambda: "such a large file" in screen.page.inner_text("#status"), "the explanation")
    assert screen.page.input_value("#border") == width != "0"
    screen.page.get_by_role("button", name="Close the export").click()
    screen.until_drawn()
    assert screen.page.locator("#compose").is_visible()


def test_a_large_conversation_keeps_its_own_settings(screen):
    messages = [{"from": "ab"[number % 2], "text": f"Message {number} " + "with words " * 10} for number in range(4000)]
    own = {"theme": {"extends": "whatsapp", "bubble": {"border": None}},
           "output": {"width": 320}, "options": {"highlight": {"text": "words"}, "mark": "Copy"}, "me": "b", "messages": messages}
    screen.page.check("input[value=pdf]", force=True)
    screen.drop(("talk.json", "application/json", json.dumps(own).encode()))
    until(lambda: screen.page.is_visible("#export") and not screen.is_working(), "the export")
    line = lambda: screen.page.inner_text("#curl")
    assert line().endswith("/render.pdf -o chat.pdf")
    assert screen.page.is_checked("#look-whatsapp") and screen.page.input_value("#width") == "320"
    screen.redrawn(lambda: screen.page.check("input[name=mode][value=dark]", force=True))
    assert "/render.pdf?mode=dark " in line().replace("'", "") + " "
    screen.redrawn(lambda: screen.page.click("#look-signal"))
    assert "theme=signal&mode=dark" in line()
    screen.page.fill("#mark", "")
    until(lambda: "such a large file" in screen.page.inner_text("#status"), "the explanation")


def evidence(screen, service, profile="evidence"):
    """A PDF with the evidence profile from the service."""
    answer = screen.page.request.post(
        service + "/render.pdf?profile=" + profile, data={"me": "Ana", "messages": [{"from": "Ben", "text": "The rent is due"}]})
    assert answer.ok
    return answer.body()


def test_a_pdf_without_a_manifest_is_not_evidence(screen, service):
    screen.drop(("talk.pdf", "application/pdf", evidence(screen, service, "standard")))
    until(screen.page.locator("#verdict").is_visible, "the verdict")
    assert screen.page.inner_text("#verdict-title") == "Not evidence"
    assert "undefined" not in screen.page.inner_text("#verdict")


@pytest.mark.parametrize("change, title, words", [
    (lambda data: data, "Identical", "every byte is the same"),
    (lambda data: data.replace(b">application/pdf<", b">application/PDF<", 1), "Changed", "SHA-256"),
    (lambda data: data[:300], "document", "damaged"),
], ids=["identical", "changed", "damaged"])
def test_a_dropped_pdf_is_verified(screen, service, change, title, words):
    screen.drop(("talk.pdf", "application/pdf", change(evidence(screen, service))))
    dialog = screen.page.locator("#verdict")
    until(dialog.is_visible, "the verdict")
    text = dialog.inner_text()
    assert title in dialog.locator("h2").inner_text()
    assert words in text and "talk.pdf" in text
    # A damaged document gets no verdict, so the dialog does not explain verdicts.
    assert ("No verdict shows who wrote the messages" in text) == (title != "document")
    if folder := os.environ.get("CHATPRINT_SCREENSHOTS"):
        screen.page.screenshot(path=f"{folder}/verdict-{title}.png")
    screen.page.keyboard.press("Escape")
    until(lambda: not dialog.is_visible(), "the dialog to close")
