"""Title, language, pictures of people, and a message's time, status and reply, changed without JSON."""

import pytest

from test_composer import PICTURE, compose


def open_details(screen, index):
    row = screen.page.locator(".row").nth(index)
    row.hover()
    row.get_by_role("button", name="Time, status and reply").click()


@pytest.mark.parametrize("conversation, shown, written", [
    ({"timezone": "Europe/Berlin", "messages": [{"from": "a", "at": "2026-05-31T07:40:00Z", "text": "Hi"}]},
     "2026-05-31T09:40:00", "2026-12-24T18:05:00+01:00"),
    ({"timezone": "America/New_York", "messages": [{"from": "a", "time": 1780212345, "text": "Hi"}]},
     "2026-05-31T03:25:45", "2026-12-24T18:05:00-05:00"),
    ({"messages": [{"from": "a", "text": "Hi"}]}, "", "2026-12-24T18:05:00Z"),
    ({"timezone": "Asia/Kolkata", "messages": [{"from": "a", "at": "2026-05-31 09:40", "text": "Hi"}]},
     "2026-05-31T09:40:00", "2026-12-24T18:05:00+05:30"),
])
def test_a_time_is_shown_and_set_in_the_time_zone_of_the_picture(screen, conversation, shown, written):
    compose(screen, conversation)
    field = next((key for key in ("at", "time") if key in conversation["messages"][0]), "at")
    open_details(screen, 0)
    assert screen.page.input_value("#message-time") in (shown, shown.removesuffix(":00"))
    screen.redrawn(lambda: screen.page.fill("#message-time", "2026-12-24T18:05:00"))
    assert screen.json()["messages"][0][field] == written
    screen.redrawn(lambda: screen.page.fill("#message-time", ""))
    assert field not in screen.json()["messages"][0]


def test_a_status_is_set_and_removed(screen):
    open_details(screen, 4)
    screen.redrawn(lambda: screen.page.select_option("#message-status", label="Delivered"))
    assert screen.json()["messages"][4]["status"] == "delivered"
    screen.redrawn(lambda: screen.page.select_option("#message-status", ""))
    assert "status" not in screen.json()["messages"][4]


def test_a_reply_gives_the_quoted_message_an_id(screen):
    open_details(screen, 2)
    screen.redrawn(lambda: screen.page.select_option("#message-reply", label="1 · Ben: Still on for the lake on Sunday?"))
    messages = screen.json()["messages"]
    assert messages[0]["id"] == messages[2]["reply_to"]["id"] == "m1"
    assert screen.page.locator(".row").nth(2).locator(".chip").inner_text() == "Reply"
    screen.page.keyboard.press("Escape")
    open_details(screen, 2)
    assert screen.page.input_value("#message-reply") == "0"
    screen.redrawn(lambda: screen.page.select_option("#message-reply", ""))
    assert "reply_to" not in screen.json()["messages"][2]


def test_a_quotation_of_another_conversation_is_kept(screen):
    quoted = {"from": "tom", "text": "Cake on Sunday?"}
    compose(screen, {"messages": [{"from": "mia", "text": "Always", "reply_to": quoted}]})
    open_details(screen, 0)
    assert screen.page.locator("#message-reply option:checked").inner_text() == "Cake on Sunday?"
    assert screen.json()["messages"][0]["reply_to"] == quoted


def test_the_focus_returns_from_the_details_to_their_button(screen):
    open_details(screen, 1)
    assert screen.page.evaluate("document.activeElement.id") == "message-time"
    screen.page.keyboard.press("Escape")
    assert screen.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Time, status and reply"


def test_the_title_and_the_language_are_set(screen):
    screen.redrawn(lambda: screen.page.fill("#title", "The lake"))
    screen.redrawn(lambda: screen.page.select_option("#locale", "de"))
    assert screen.json()["title"] == "The lake" and screen.json()["locale"] == "de"
    screen.redrawn(lambda: screen.page.select_option("#locale", label="American English"))
    assert "locale" not in screen.json()
    compose(screen, {"locale": "pt-BR", "messages": ["Oi"]})
    assert screen.page.input_value("#locale") == "pt-BR"


def test_a_person_gets_a_picture_and_loses_it(screen):
    with screen.page.expect_file_chooser() as chooser:
        screen.page.get_by_role("button", name="Add a picture of Ben").click()
    screen.redrawn(lambda: chooser.value.set_files({"name": "ben.png", "mimeType": "image/png", "buffer": PICTURE}))
    assert screen.json()["participants"][1] == {"id": "ben", "name": "Ben", "avatar": {"file": "ben.png"}}
    assert not screen.page.is_visible("#findings") and screen.page.locator(".avatar img").count() == 1
    screen.redrawn(lambda: screen.page.get_by_role("button", name="Remove the picture of Ben").click())
    assert screen.json()["participants"][1] == {"id": "ben", "name": "Ben"}


def test_the_clock_and_battery_of_the_phone_are_set(screen):
    assert not screen.page.is_visible("#phone")
    screen.redrawn(lambda: screen.page.check("input[name=frame][value=device]", force=True))
    screen.redrawn(lambda: screen.page.fill("#phone-time", "10:08"))
    screen.redrawn(lambda: screen.page.fill("#phone-battery", "55"))
    assert screen.json()["output"]["frame"] == {"kind": "device", "time": "10:08", "battery": 55}
    # A value out of range is not written.
    screen.page.fill("#phone-battery", "550")
    assert screen.json()["output"]["frame"]["battery"] == 55
    screen.redrawn(lambda: screen.page.check("input[name=frame][value=screen]", force=True))
    assert screen.json()["output"]["frame"]["time"] == "10:08"
    screen.redrawn(lambda: screen.page.fill("#phone-time", ""))
    screen.redrawn(lambda: screen.page.fill("#phone-battery", ""))
    assert screen.json()["output"]["frame"] == "screen"
