"""The composer edits the JSON in place and changes nothing else."""

from conftest import ROOT, until

PICTURE = (ROOT / "config/themes/pictures/susi-bubble-1x.png").read_bytes()


def test_a_message_is_added_and_written(screen):
    screen.redrawn(lambda: screen.page.click("#adds [data-mine=true]"))
    screen.redrawn(lambda: screen.page.keyboard.type("See you there"))
    assert screen.json()["messages"][-1] == {"from": "ana", "text": "See you there"}
    assert "7 messages" in screen.page.inner_text("#caption")


def test_control_enter_adds_a_reply_from_the_other_side(screen):
    screen.page.focus(".row:last-child textarea")
    screen.page.keyboard.press("Control+Enter")
    screen.page.keyboard.type("Great")
    assert screen.json()["messages"][-1] == {"from": "ben", "text": "Great"}


def test_editing_text_changes_nothing_else(screen):
    before = screen.page.input_value("#json")
    screen.redrawn(lambda: screen.page.fill(".row:nth-child(3) textarea", 'A "deal"\n– yes'))
    assert screen.page.input_value("#json") == before.replace('"Deal."', r'"A \"deal\"\n– yes"')


def test_switching_sides_changes_the_sender(screen):
    row = screen.page.locator(".row").nth(2)
    row.hover()
    screen.redrawn(lambda: row.get_by_role("button", name="Switch sides").click())
    assert screen.json()["messages"][2]["from"] == "ana"
    assert "sent" in row.get_attribute("class")


def test_a_sender_called_me_is_on_the_right(screen):
    conversation = '{"messages": [{"from": "Me", "text": "Hi"}, {"from": "ben", "text": "Hello"}]}'
    screen.redrawn(lambda: screen.write_json(conversation))
    screen.page.click("#tab-compose")
    rows = [screen.page.locator(".row").nth(index).get_attribute("class").split() for index in (0, 1)]
    assert ["sent" in row for row in rows] == [True, False]


def test_plain_strings_become_objects_when_sides_are_switched(screen):
    screen.redrawn(lambda: screen.page.select_option("#examples", "Three words"))
    screen.page.locator(".row").nth(0).hover()
    screen.redrawn(lambda: screen.page.locator(".row").nth(0).get_by_role("button", name="Switch sides").click())
    data = screen.json()
    assert [message["from"] for message in data["messages"]] == ["ana", "ana", "ben"]
    assert data["me"] == "ana"


def test_a_reaction_is_added_and_removed(screen):
    row = screen.page.locator(".row").nth(2)
    row.hover()
    row.get_by_role("button", name="React").click()
    screen.redrawn(lambda: screen.page.get_by_role("button", name="Thumbs up").click())
    assert screen.json()["messages"][2]["reactions"] == [{"emoji": "👍", "by": ["ana"]}]
    screen.redrawn(lambda: row.get_by_role("button", name="Remove 👍 from message 3").click())
    assert "reactions" not in screen.json()["messages"][2]


def test_messages_are_moved_and_removed(screen):
    first = screen.json()["messages"][0]
    row = screen.page.locator(".row").nth(0)
    row.hover()
    screen.redrawn(lambda: row.get_by_role("button", name="Move down").click())
    assert screen.json()["messages"][1] == first
    row = screen.page.locator(".row").nth(1)
    row.hover()
    screen.redrawn(lambda: row.get_by_role("button", name="Remove", exact=True).click())
    assert first not in screen.json()["messages"]
    assert screen.page.evaluate("document.activeElement.tagName") == "TEXTAREA"


def test_people_are_renamed_and_added(screen):
    screen.redrawn(lambda: screen.page.fill("#people input >> nth=1", "Benedikt"))
    assert screen.json()["participants"][1] == {"id": "ben", "name": "Benedikt"}
    screen.page.get_by_role("button", name="Add a person").click()
    screen.page.keyboard.type("Cem")
    assert screen.json()["participants"][2]["name"] == "Cem"
    screen.redrawn(lambda: screen.page.select_option(".row:last-child select", label="Cem"))
    assert screen.json()["messages"][-1]["from"] == "person3"


def test_a_picture_dropped_on_a_message_is_drawn_in_it(screen):
    screen.redrawn(lambda: screen.drop(("red dot.png", "image/png", PICTURE), on=".row:nth-child(3)"))
    assert screen.json()["messages"][2]["attachments"] == [
        {"kind": "image", "src": {"file": "red-dot.png"}, "name": "red dot.png"}]
    assert not screen.page.locator("#findings").is_visible()
    assert "-F red-dot.png=@red-dot.png" in screen.page.inner_text("#curl")
    assert screen.page.locator(".row:nth-child(3) .chip img").count() == 1


def test_a_picture_is_added_with_the_button(screen):
    row = screen.page.locator(".row").nth(0)
    row.hover()
    with screen.page.expect_file_chooser() as chooser:
        row.get_by_role("button", name="Add a picture").click()
    screen.redrawn(lambda: chooser.value.set_files(
        {"name": "p.png", "mimeType": "image/png", "buffer": PICTURE}))
    assert screen.json()["messages"][0]["attachments"][0]["src"] == {"file": "p.png"}


def test_undo_and_redo(screen):
    start = screen.page.input_value("#json")
    screen.redrawn(lambda: screen.page.click("#look-signal"))
    changed = screen.page.input_value("#json")
    screen.redrawn(lambda: screen.page.click("#undo"))
    assert screen.page.input_value("#json") == start
    screen.page.click("#tab-code")
    screen.page.focus("#json")
    screen.redrawn(lambda: screen.page.keyboard.press("Control+Shift+z"))
    assert screen.page.input_value("#json") == changed


def test_invalid_json_is_not_changed(screen):
    screen.write_json('{"messages": [')
    screen.page.click("#tab-compose")
    assert "has an error" in screen.page.inner_text("#unreadable")
    screen.page.click("#look-signal")
    assert screen.page.input_value("#json") == '{"messages": ['
    until(lambda: "has an error" in screen.page.inner_text("#status"), "the error message")


def test_roles_of_ai_chats_are_kept(screen):
    screen.redrawn(lambda: screen.page.select_option("#examples", "An assistant"))
    screen.redrawn(lambda: screen.page.fill(".row:nth-child(1) textarea", "How many words?"))
    assert screen.json()["messages"][0] == {"role": "user", "content": "How many words?"}
    screen.page.get_by_role("button", name="Assistant").click()
    assert screen.json()["messages"][-1] == {"role": "assistant", "content": ""}


def test_an_example_is_selected_until_it_is_edited(screen):
    assert screen.page.locator("#examples option:checked").inner_text() == "Sunday plan"
    screen.redrawn(lambda: screen.page.locator(".row textarea").first.fill("Something else"))
    assert screen.page.input_value("#examples") == ""
    screen.redrawn(lambda: screen.page.click("#undo"))
    assert screen.page.input_value("#examples") == "Sunday plan"
