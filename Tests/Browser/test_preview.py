"""Editing on the left changes the picture in the middle; problems are shown at their place."""

import json
import re

import pytest

from conftest import until


def test_the_page_shows_a_conversation_at_once(screen):
    assert "6 messages" in screen.page.inner_text("#caption")
    assert screen.page.get_attribute("#picture", "alt").startswith("The conversation as a picture")


def test_typing_json_draws_it(screen):
    screen.redrawn(lambda: screen.write_json('{"messages":["One","Two"]}'))
    assert "2 messages" in screen.page.inner_text("#caption")


def test_a_bare_array_is_drawn_and_can_be_styled(screen):
    screen.redrawn(lambda: screen.write_json('["One","Two"]'))
    screen.redrawn(lambda: screen.page.click("#look-whatsapp"))
    assert screen.json() == {"messages": ["One", "Two"], "theme": "whatsapp"}


def test_only_the_last_of_many_keystrokes_is_drawn(screen):
    asked = []
    screen.page.on("request", lambda request: "/render.png?scale" in request.url and asked.append(request))
    screen.page.click("#tab-code")
    screen.page.fill("#json", '{"messages":["a"]}')
    screen.page.focus("#json")
    for _ in range(2):
        screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.type("bcdefghijklmnop", delay=5)
    screen.until_drawn()
    assert screen.json() == {"messages": ["abcdefghijklmnop"]}
    assert len(asked) < 8


def test_a_syntax_error_is_marked_on_its_line(screen):
    screen.write_json('{\n  "messages": [\n    "One",\n    "Two",,\n  ]\n}')
    until(lambda: screen.page.locator("#findings").is_visible(), "the problem")
    assert screen.page.inner_text("#numbers b.bad") == "4"
    assert "Line 4, column 10" in screen.page.inner_text("#finding-list .place")
    assert screen.page.locator(".colors .l.bad .u").count() == 1
    assert "The last picture" in screen.page.inner_text("#caption")


def test_an_invalid_field_is_marked_by_its_pointer(screen):
    screen.write_json('{\n  "messages": [\n    {"from": "é😀", "at": "nope", "text": "Hi"}\n  ]\n}')
    until(lambda: screen.page.locator("#finding-list .place").count() == 1, "the problem")
    assert screen.page.inner_text(".colors .u") == '"nope"'
    screen.page.click("#finding-list .place")
    marked = screen.page.evaluate(
        "(() => { const t = document.getElementById('json'); return t.value.slice(t.selectionStart, t.selectionEnd) })()")
    assert marked == '"nope"'
    screen.page.click("#tab-compose")
    assert "is not a valid time" in screen.page.inner_text(".row.wrong .wrongs")
    assert screen.page.get_attribute(".row textarea", "aria-invalid") == "true"


def test_several_problems_are_all_listed(screen):
    screen.write_json('{"messages": [{"from": "a", "at": "nope", "text": "Hi"}, {"text": 7}]}')
    until(lambda: screen.page.locator("#finding-list li.bad").count() == 2, "two problems")
    assert screen.page.inner_text("#findings-name") == "2 problems"


def test_fixing_the_json_removes_the_problem(screen):
    screen.write_json('{"messages": ["a",]}')
    until(lambda: screen.page.locator("#findings").is_visible(), "the problem")
    screen.redrawn(lambda: screen.page.fill("#json", '{"messages": ["a"]}'))
    assert not screen.page.locator("#findings").is_visible()
    assert not screen.page.locator("#banner").is_visible()


def test_warnings_do_not_prevent_the_picture(screen):
    screen.redrawn(lambda: screen.write_json('{\n"colour": 3,\n"messages": [{"from": "a", "txt": "x", "text": "y"}]}'))
    until(lambda: screen.page.locator("#finding-list li.mild").count() >= 2, "the warnings")
    assert "colour" in screen.page.inner_text("#finding-list")
    assert screen.page.locator("#numbers b.mild").count() == 2


def test_html_in_text_is_escaped(screen):
    evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    screen.redrawn(lambda: screen.write_json(json.dumps({"messages": [{"from": evil, "text": evil, evil: 1}]})))
    screen.page.click("#tab-compose")
    screen.page.click("#tab-code")
    assert screen.page.title().startswith("Chatprint")
    assert screen.page.locator("#write img, #write script").count() == 0


def test_svg_is_previewed(screen):
    with screen.page.expect_request("**/render.svg*"):
        screen.redrawn(lambda: screen.page.check("input[value=svg]", force=True))
    assert "6 messages" in screen.page.inner_text("#caption")


def test_long_conversations_are_cut_in_the_preview_only(screen):
    text = json.dumps({"messages": [f"Message {number}" for number in range(400)]})
    screen.redrawn(lambda: screen.write_json(text))
    assert "first 150 of 400" in screen.page.inner_text("#caption")
    screen.page.click("#tab-compose")
    assert screen.page.locator(".row").count() == 200
    assert "of 400 messages" in screen.page.inner_text("#unreadable")


@pytest.mark.parametrize("output", [{"password": "two words"}, {"split_by": "month"}, {"split_by": 1, "password": "x"}])
def test_members_for_files_do_not_prevent_the_preview(screen, output):
    screen.redrawn(lambda: screen.write_json(json.dumps({"messages": ["One", "Two"], "output": output, "colour": 1})))
    assert not screen.page.is_visible("#banner") and "2 messages" in screen.page.inner_text("#caption")
    until(lambda: "colour" in screen.page.inner_text("#finding-list"), "the warning")
    screen.page.check("input[value=pdf]", force=True)
    with screen.page.expect_download() as download:
        screen.page.click("#download")
    assert download.value.suggested_filename == ("chat.zip" if "split_by" in output else "chat.pdf")


def test_paper_canvas_and_frame_replace_each_other(screen):
    screen.redrawn(lambda: screen.page.check("input[value=pdf]", force=True))
    screen.redrawn(lambda: screen.page.select_option("#paper", "letter"))
    screen.redrawn(lambda: screen.page.select_option("#canvas", "story"))
    assert screen.json()["output"] == {"canvas": "story"} and not screen.page.is_visible("#paper")
    screen.redrawn(lambda: screen.page.select_option("#canvas", ""))
    screen.redrawn(lambda: screen.page.select_option("#paper", "A5"))
    assert screen.json()["output"] == {"page": {"size": "A5"}}
    # A phone has no paper.
    screen.redrawn(lambda: screen.page.check("input[name=frame][value=screen]", force=True))
    assert screen.json()["output"] == {"frame": "screen"} and not screen.page.is_visible("#paper")
    screen.redrawn(lambda: screen.page.click("#undo"))
    assert screen.json()["output"] == {"page": {"size": "A5"}} and screen.page.is_visible("#paper")
    screen.redrawn(lambda: screen.page.check("input[value=png]", force=True))
    assert not screen.page.is_visible("#paper")


def test_a_pdf_is_shown_as_its_first_page(screen):
    size = "picture => [picture.width, picture.height]"
    with screen.page.expect_request("**/render.png?*page.number=1*"):
        screen.redrawn(lambda: screen.page.check("input[value=pdf]", force=True))
    assert screen.page.eval_on_selector("#picture", size) == [596, 842]
    assert "page 1 of 1" in screen.page.inner_text("#caption")
    screen.redrawn(lambda: screen.page.select_option("#paper", "A5"))
    assert screen.page.eval_on_selector("#picture", size) == [420, 596]
    talk = {"messages": [f"Message {number}" for number in range(120)]}
    screen.redrawn(lambda: screen.write_json(json.dumps(talk)))
    assert re.search(r"page 1 of [3-9]\b", screen.page.inner_text("#caption"))
    # A click highlights the message on the page.
    layout = screen.page.request.post(screen.page.url + "render.json?page.size=A4", data=talk).json()
    box, picture = layout["messages"][2], screen.page.locator("#picture").bounding_box()
    screen.redrawn(lambda: screen.page.mouse.click(
        picture["x"] + (box["x"] + 20) / layout["width"] * picture["width"],
        picture["y"] + (box["y"] + box["height"] / 2) / layout["height"] * picture["height"]))
    assert screen.json()["options"]["highlight"] == [3]


@pytest.mark.parametrize("width, height", [(1440, 900), (1440, 600), (1000, 700), (390, 844)])
def test_a_phone_fits_the_height(open_page, width, height):
    screen = open_page(width, height)
    screen.redrawn(lambda: screen.page.evaluate("put(['output', 'frame'], 'device')"))
    desk, phone = screen.page.locator("#desk").bounding_box(), screen.page.locator("#picture").bounding_box()
    assert desk["y"] <= phone["y"] and phone["y"] + phone["height"] <= desk["y"] + desk["height"]
    assert phone["height"] > 0.6 * desk["height"]
    assert abs(phone["height"] / phone["width"] - 914 / 460) < 0.02


@pytest.mark.parametrize("locale", ["en-US", "de", "ja"])
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_download_stays_where_it_is(open_page, width, locale):
    screen = open_page(width, locale=locale)
    places = set()
    for format in ("png", "webp", "jpeg", "pdf", "svg", "gif", "webm"):
        screen.page.check(f"input[value={format}]", force=True)
        for busy in ("true", "false"):
            screen.page.evaluate(f"document.getElementById('progress').hidden = {busy}")
            places.add(tuple(screen.page.locator("#download").bounding_box().values()))
    assert len(places) == 1, places


def test_an_unreachable_service_is_reported_until_it_returns(screen):
    screen.page.route("**/render.png*", lambda route: route.abort())
    screen.write_json('{"messages":["a"]}')
    until(lambda: "not reachable" in screen.page.inner_text("#banner"), "the banner")
    screen.page.unroute("**/render.png*")
    screen.redrawn(lambda: screen.page.fill("#json", '{"messages":["b"]}'))
    assert not screen.page.locator("#banner").is_visible()


def test_the_command_matches_the_page(screen):
    screen.redrawn(lambda: screen.write_json('{"messages":["It\'s on"]}'))
    line = screen.page.inner_text("#curl")
    assert line.startswith("curl -d '{\"messages\":[\"It'\\''s on\"]}' http://127.0.0.1:")
    assert line.endswith("/render.png -o chat.png")
    screen.page.check("input[value=pdf]", force=True)
    assert screen.page.inner_text("#curl").endswith("/render.pdf -o chat.pdf")
