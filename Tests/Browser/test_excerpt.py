"""Frame, mark and highlights change both the JSON and the picture."""

import json

import pytest

from conftest import until


def height(screen):
    return int(screen.page.get_attribute("#picture", "height"))


def highlights(screen):
    return screen.json().get("options", {}).get("highlight")


def layout_of(screen):
    return screen.page.evaluate(
        """async () => (await fetch('/render.json', { method: 'POST', body: document.getElementById('json').value })).json()""")


def click_message(screen, number, layout=None):
    """Clicks a message at its position in the layout."""
    layout = layout or layout_of(screen)
    message = layout["messages"][number - 1]
    box = screen.page.locator("#picture").bounding_box()
    x = box["width"] * (message["bubbles"][0]["x"] + message["bubbles"][0]["width"] / 2) / layout["width"]
    y = box["height"] * (message["y"] + message["height"] / 2) / layout["height"]
    screen.page.locator("#picture").click(position={"x": x, "y": y})


def test_a_frame_is_drawn_around_the_conversation(screen):
    plain = height(screen)
    screen.redrawn(lambda: screen.page.check("input[name=frame][value=screen]", force=True))
    assert screen.json()["output"]["frame"] == "screen"
    framed = height(screen)
    assert framed > plain
    screen.redrawn(lambda: screen.page.check("input[name=frame][value=device]", force=True))
    assert height(screen) > framed
    screen.redrawn(lambda: screen.page.check("input[name=frame][value=none]", force=True))
    assert "frame" not in screen.json().get("output", {})
    assert height(screen) == plain


def test_the_contents_of_a_status_bar_are_kept(screen):
    frame = {"kind": "device", "time": "9:41", "battery": 80}
    screen.redrawn(lambda: screen.write_json(json.dumps({"messages": ["Hi"], "output": {"frame": frame}})))
    assert screen.page.is_checked("input[name=frame][value=device]")
    screen.redrawn(lambda: screen.page.check("input[name=frame][value=screen]", force=True))
    assert screen.json()["output"]["frame"] == {**frame, "kind": "screen"}


def test_a_mark_is_set_and_removed(screen):
    before = screen.page.input_value("#json")
    screen.redrawn(lambda: screen.page.fill("#mark", "Reconstruction"))
    assert screen.json()["options"] == {"mark": "Reconstruction"}
    screen.redrawn(lambda: screen.page.fill("#mark", ""))
    assert "options" not in screen.json()
    assert screen.page.evaluate("([text]) => JSON.stringify(JSON.parse(text))", [before]) == screen.page.evaluate(
        "() => JSON.stringify(JSON.parse(document.getElementById('json').value))")


@pytest.mark.parametrize("frame", ["none", "device"])
def test_a_click_on_a_message_highlights_it(screen, frame):
    if frame != "none":
        screen.redrawn(lambda: screen.page.check(f"input[name=frame][value={frame}]", force=True))
    screen.redrawn(lambda: click_message(screen, 2))
    assert highlights(screen) == [2]
    assert screen.page.locator(".row.marked").count() == 1
    screen.redrawn(lambda: click_message(screen, 1))
    assert highlights(screen) == [2, 1]
    screen.redrawn(lambda: click_message(screen, 2))
    assert highlights(screen) == [1]
    screen.redrawn(lambda: click_message(screen, 1))
    assert "options" not in screen.json()
    assert not screen.page.locator("#findings").is_visible()


def test_a_click_finds_its_message_although_a_paper_is_chosen(screen):
    text = json.dumps({"me": "b", "messages": [{"from": "ab"[number % 2], "text": f"Message {number}"} for number in range(40)]})
    screen.redrawn(lambda: screen.write_json(text))
    layout = layout_of(screen)
    screen.page.check("input[value=pdf]", force=True)
    screen.redrawn(lambda: screen.page.select_option("#paper", "letter"))
    screen.redrawn(lambda: screen.page.check("input[value=png]", force=True))
    screen.redrawn(lambda: click_message(screen, 31, layout))
    assert highlights(screen) == [31]


def test_a_click_on_an_older_picture_highlights_nothing(screen):
    layout, held = layout_of(screen), []
    screen.page.route("**/render.json*", lambda route: route.continue_() if held else held.append(route))
    click_message(screen, 2, layout)
    until(lambda: screen.page.evaluate("1") and held, "the request")
    screen.redrawn(lambda: screen.page.select_option("#examples", "Three words"))
    held[0].continue_()
    screen.page.wait_for_timeout(500)
    assert highlights(screen) is None
    screen.redrawn(lambda: click_message(screen, 3))
    assert highlights(screen) == [3]


def test_highlights_follow_their_messages(screen):
    def act(row, label):
        screen.page.locator("#rows .row").nth(row).get_by_role("button", name=label, exact=True).click(force=True)
    screen.redrawn(lambda: act(1, "Highlight"))
    assert highlights(screen) == [2]
    screen.redrawn(lambda: act(1, "Move down"))
    assert highlights(screen) == [3]
    screen.redrawn(lambda: act(0, "Remove"))
    assert highlights(screen) == [2]
    assert screen.page.locator("#rows .row").nth(1).get_attribute("class").split().count("marked") == 1
    screen.redrawn(lambda: act(1, "Remove"))
    assert "options" not in screen.json()
    screen.redrawn(lambda: screen.page.click("#undo"))
    assert highlights(screen) == [2]


def test_highlights_use_ids_and_keep_criteria(screen):
    screen.redrawn(lambda: screen.write_json('{"messages": [{"id": "one", "from": "a", "text": "Hi"}, {"from": "b", "text": "Yes"}]}'))
    screen.redrawn(lambda: click_message(screen, 1))
    assert highlights(screen) == ["one"]
    screen.redrawn(lambda: screen.write_json(
        '{"messages": [{"from": "a", "text": "Hi"}, {"from": "b", "text": "Yes"}], "options": {"highlight": {"text": "Hi"}}}'))
    click_message(screen, 2)
    until(lambda: screen.page.inner_text("#status") != "", "the explanation")
    assert highlights(screen) == {"text": "Hi"}
