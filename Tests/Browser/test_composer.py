"""The composer edits the JSON in place and changes nothing else."""

import json

import pytest

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


def sides(screen):
    """The sides of the rows: R for sent messages."""
    rows = screen.page.locator("#rows .row").all()
    return "".join("R" if "sent" in row.get_attribute("class").split() else "L" for row in rows)


def compose(screen, conversation):
    text = json.dumps(conversation)
    screen.redrawn(lambda: screen.write_json(text))
    screen.page.click("#tab-compose")


@pytest.mark.parametrize("wanted, conversation", [
    ("RL", {"messages": [{"from": "Me", "text": "Hi"}, {"from": "ben", "text": "Hello"}]}),
    ("LR", {"messages": [{"sender": "Ana", "text": "Hi"}, {"sender": "Ben", "text": "Hello"}]}),
    ("LR", {"messages": [{"author": {"name": "Ana"}, "body": "Hi"}, {"author": {"name": "Ben"}, "body": "Hello"}]}),
    ("RL", {"me": 1, "messages": [{"from": 1, "text": "Hi"}, {"from": 2, "text": "Hello"}]}),
    ("RL", {"participants": [{"id": "a"}, {"id": "b", "is_me": True}],
            "messages": [{"from": "b", "text": "Hi"}, {"from": "a", "text": "Hello"}]}),
    ("LL", {"kind": "group", "messages": [{"from": "Ana", "text": "Hi"}, {"from": "Ben", "text": "Hello"}]}),
    ("LR", {"participants": ["Ana", "Ben", "Cem"],
            "messages": [{"from": "Ana", "text": "Hi"}, {"from": "Ben", "text": "Hello"}]}),
    ("LR", {"messages": [{"from": "Ana", "text": "Hi"}, {"from": "Ben", "text": "Hello"},
                         {"kind": "system", "from": "Cem", "text": "Cem joined"}]}),
    ("LLR", {"messages": ["Hi", {"from": "Ben", "text": "Hello"}, "Yes"]}),
    ("RL", {"messages": [{"from": None, "role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}),
    ("LR", {"me": "Ben", "messages": [{"from": "Ana", "from_me": True, "text": "Hi"}, {"from": "Ben", "text": "Hello"}]}),
])
def test_rows_are_on_the_sides_of_the_picture(screen, service, wanted, conversation):
    compose(screen, conversation)
    assert sides(screen)[:len(wanted)] == wanted
    layout = screen.page.request.post(service + "/render.json", data=conversation).json()
    boxes = [message["bubbles"][0] for message in layout["messages"] if message["bubbles"]]
    assert "".join("R" if 2 * box["x"] + box["width"] > layout["width"] else "L" for box in boxes) == wanted


@pytest.mark.parametrize("field", ["from", "sender", "author"])
def test_sides_are_switched_without_inventing_people(screen, field):
    message = lambda name, text: {field: name, "body": text}
    compose(screen, {"messages": [message("Ana", "One"), message("Cem", "Two"), message("Ana", "Three")]})
    row = screen.page.locator(".row").nth(0)
    assert row.locator("textarea").input_value() == "One"
    screen.redrawn(lambda: row.locator("textarea").fill("First"))
    screen.redrawn(lambda: row.get_by_role("button", name="Switch sides").click(force=True))
    assert screen.json() == {"messages": [message("Cem", "First"), message("Cem", "Two"), message("Ana", "Three")], "me": "Cem"}
    assert sides(screen) == "RRL" and not screen.page.is_visible("#findings")


def test_a_described_sender_and_a_number_are_kept(screen):
    messages = [{"from": {"id": 7, "name": "Ana"}, "text": "Hi"}, {"from": 8, "text": "Hello"}]
    compose(screen, {"messages": messages})
    screen.page.click("#adds [data-mine=false]")
    screen.page.click("#adds [data-mine=true]")
    assert screen.json() == {"messages": [*messages, {"from": {"id": 7, "name": "Ana"}, "text": ""}, {"from": 8, "text": ""}], "me": "8"}


def test_an_answer_comes_from_the_inferred_me(screen):
    compose(screen, {"me": None, "messages": [{"from": "Anna", "text": "Hi"}, {"from": "Cem", "text": "Hello"}]})
    screen.page.focus(".row:first-child textarea")
    screen.page.keyboard.press("Control+Enter")
    screen.redrawn(lambda: screen.drop(("b.png", "image/png", PICTURE)))
    data = screen.json()
    assert [message["from"] for message in data["messages"]] == ["Anna", "Cem", "Cem", "Cem"] and data["me"] == "Cem"


def test_a_reaction_in_a_group_without_me_changes_no_side(screen):
    compose(screen, {"messages": [{"from": name, "text": "Hi"} for name in ("Anna", "Ben", "Cem")]})
    screen.page.locator(".row").nth(1).get_by_role("button", name="React").click(force=True)
    screen.redrawn(lambda: screen.page.get_by_role("button", name="Thumbs up").click())
    assert sides(screen) == "LLL" and "me" not in screen.json()
    screen.redrawn(lambda: screen.page.locator(".row").nth(1).get_by_role("button", name="Switch sides").click(force=True))
    assert sides(screen) == "LRL" and screen.json()["me"] == "Ben"


def test_an_answer_in_an_ai_chat_has_a_role(screen):
    screen.redrawn(lambda: screen.page.select_option("#examples", "An assistant"))
    screen.page.focus(".row:last-child textarea")
    screen.page.keyboard.press("Control+Enter")
    assert screen.json()["messages"][-1] == {"role": "user", "content": ""}


def test_strings_of_a_bare_array_become_objects(screen):
    compose(screen, ["One", "Two"])
    screen.redrawn(lambda: screen.page.locator(".row").nth(0).get_by_role("button", name="Switch sides").click(force=True))
    assert [message["from"] for message in screen.json()["messages"]] == ["ana", "ana"]


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


def test_a_person_declared_as_a_string_is_renamed(screen):
    messages = [{"from": "ana", "text": "Hi"}, {"from": "ben", "text": "Hello"}]
    compose(screen, {"participants": ["ana", "ben"], "me": "ana", "messages": messages})
    screen.redrawn(lambda: screen.page.fill("#people input >> nth=1", "Benedikt"))
    assert screen.json()["participants"] == ["ana", {"id": "ben", "name": "Benedikt"}]


def test_a_picture_dropped_on_a_message_is_drawn_in_it(screen):
    screen.redrawn(lambda: screen.drop(("red dot.png", "image/png", PICTURE), on=".row:nth-child(3)"))
    assert screen.json()["messages"][2]["attachments"] == [
        {"kind": "image", "src": {"file": "red-dot.png"}, "name": "red dot.png"}]
    assert not screen.page.locator("#findings").is_visible()
    assert screen.page.inner_text("#curl").startswith("curl --data-binary @chat.json http")
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
