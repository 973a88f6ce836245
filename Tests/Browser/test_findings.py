"""Warnings and problems in the page's words, with a button that mends them."""

import json

import pytest

from conftest import until
from test_composer import compose, sides


def mend(screen, name):
    until(lambda: screen.page.locator("#finding-list").get_by_role("button", name=name, exact=True).count(), name)
    screen.redrawn(lambda: screen.page.locator("#finding-list").get_by_role("button", name=name, exact=True).click())


WHATSAPP = b"31/05/2026, 09:40 - Ana: Still on?\n31/05/2026, 09:41 - Ben: Yes\n31/05/2026, 09:42 - Ana: Good\n"


def test_guessed_sides_are_swapped(screen):
    screen.redrawn(lambda: screen.drop(("WhatsApp Chat.txt", "text/plain", WHATSAPP)))
    until(lambda: "guess" in screen.page.inner_text("#finding-list"), "the warning")
    before = sides(screen)
    mend(screen, "Switch sides")
    assert sides(screen) == before.translate(str.maketrans("LR", "RL"))
    assert "guess" not in screen.page.locator("#finding-list").inner_text()


def test_one_of_several_people_is_chosen(screen):
    compose(screen, {"messages": [{"from": name, "text": "Hi"} for name in ("Ana", "Ben", "Cem")]})
    mend(screen, "I am Ben")
    assert screen.json()["me"] == "Ben" and sides(screen) == "LRL"


def test_the_format_of_an_unknown_file_is_chosen(screen):
    screen.drop(("notes.txt", "text/plain", b"Only a shopping list\nMilk\nBread\n"))
    until(lambda: "not recognized" in screen.page.inner_text("#banner-text"), "the problem")
    assert screen.page.locator("#finding-list .options button").all_inner_texts() == ["Choose the format"]
    screen.page.click("#banner-acts button")
    assert screen.page.evaluate("document.activeElement.id") == "from"


@pytest.mark.parametrize("locale, words", [("de", "Die Unterhaltung enthält einen Fehler"), ("ar", "تحتوي المحادثة على خطأ")])
def test_problems_are_in_the_language_of_the_page(open_page, locale, words):
    screen = open_page(locale=locale)
    screen.write_json('{"messages": [{"from": "a", "text": 7}]}')
    until(lambda: words in screen.page.inner_text("#finding-list"), "the problem")
    # What the service adds is English, and marked as such.
    assert screen.page.get_attribute("#finding-list p", "lang") == "en"


def test_a_finding_leads_to_its_message(screen):
    compose_wrong(screen, {"messages": ["One", {"from": "a", "at": "nope", "text": "Hi"}]})
    place = screen.page.locator("#finding-list .place")
    until(lambda: place.inner_text() == "Message 2", "the place")
    place.click()
    assert screen.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Message 2, received"


def test_a_wrong_time_is_set(screen):
    compose_wrong(screen, {"messages": [{"from": "a", "at": "nope", "text": "Hi"}]})
    screen.page.locator("#finding-list").get_by_role("button", name="Set the time").click()
    assert screen.page.evaluate("document.activeElement.id") == "message-time"
    screen.redrawn(lambda: screen.page.fill("#message-time", "2026-05-31T09:40:00"))
    assert screen.json()["messages"][0]["at"] == "2026-05-31T09:40:00Z"
    assert not screen.page.is_visible("#findings")


def compose_wrong(screen, conversation):
    screen.page.click("#tab-code")
    screen.page.fill("#json", json.dumps(conversation))
    screen.page.click("#tab-compose")
    until(lambda: screen.page.locator("#finding-list li.bad").count(), "the problem")


def test_times_get_a_time_zone(open_page):
    screen = open_page(timezone_id="Europe/Vienna")
    compose(screen, {"messages": [{"from": "a", "at": "2026-05-31T09:40:00+02:00", "text": "Hi"}]})
    mend(screen, "Use my time zone")
    assert screen.json()["timezone"] == "Europe/Vienna" and not screen.page.is_visible("#findings")


def test_a_misspelled_field_is_renamed_and_an_unknown_one_removed(screen):
    compose(screen, {"titel": "Lake", "xyzzy": 1, "messages": [{"from": "a", "text": "Hi"}]})
    mend(screen, "Use “title”")
    assert screen.json()["title"] == "Lake" and "titel" not in screen.json()
    mend(screen, "Remove")
    assert screen.json() == {"title": "Lake", "messages": [{"from": "a", "text": "Hi"}]}


def test_an_empty_conversation_gets_a_message(screen):
    compose_wrong(screen, {"messages": []})
    mend(screen, "Add a message")
    assert len(screen.json()["messages"]) == 1


def test_a_missing_picture_is_removed(screen):
    compose(screen, {"messages": [{"from": "a", "text": "Hi", "attachments": [{"kind": "image", "src": {"file": "none.png"}}]}]})
    mend(screen, "Remove")
    assert screen.json()["messages"][0] == {"from": "a", "text": "Hi", "attachments": []}


def test_an_unreachable_service_is_asked_again(screen):
    screen.page.route("**/render.png*", lambda route: route.abort())
    screen.write_json('{"messages":["a"]}')
    until(lambda: "not reachable" in screen.page.inner_text("#banner"), "the banner")
    screen.page.unroute("**/render.png*")
    screen.redrawn(lambda: screen.page.click("#banner-acts button"))
    assert not screen.page.is_visible("#banner")
