"""WCAG 2.2 AA as far as it can be tested automatically: names, roles, contrast, focus, targets, reflow."""

import pathlib

import pytest

from conftest import until

CHECKS = (pathlib.Path(__file__).parent / "checks.js").read_text()
NAMED = {
    "button", "link", "textbox", "combobox", "listbox", "radio", "checkbox", "slider", "tab",
    "tabpanel", "radiogroup", "ColorWell", "img", "image", "region", "navigation", "searchbox",
}


def nodes(screen):
    session = screen.page.context.new_cdp_session(screen.page)
    tree = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node for node in tree if not node.get("ignored")]


def value(node, key):
    return node.get(key, {}).get("value", "")


def states(screen):
    """Takes the page through the states that show different content."""
    yield "compose"
    screen.page.click("#tab-code")
    yield "json"
    screen.page.fill("#json", '{"messages": [{"from": "a", "at": "nope"}], "x": 1}')
    until(lambda: screen.page.locator("#findings").is_visible(), "the problem")
    yield "problem"
    screen.page.fill("#json", '{"messages": [{"from": "a", "text": "b", "c": 1}], "x": 1}')
    until(lambda: screen.page.locator("#finding-list .mild").count(), "the warnings")
    yield "warnings"
    screen.page.click("#tab-compose")
    yield "warnings at messages"


def test_all_controls_have_names(screen):
    for state in states(screen):
        nameless = [value(node, "role") for node in nodes(screen)
                    if value(node, "role") in NAMED and not value(node, "name").strip()]
        assert nameless == [], state


def test_landmarks_and_headings(screen):
    found = nodes(screen)
    roles = [value(node, "role") for node in found]
    assert roles.count("main") == 1 and roles.count("banner") == 1
    headings = [next(p["value"]["value"] for p in node["properties"] if p["name"] == "level")
                for node in found if value(node, "role") == "heading"]
    assert headings[0] == 1 and headings.count(1) == 1
    assert all(b - a <= 1 for a, b in zip(headings, headings[1:]))
    assert "status" in roles
    assert screen.page.get_attribute("html", "lang") == "en"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(open_page, scheme):
    screen = open_page(scheme=scheme)
    for state in states(screen):
        assert screen.page.evaluate(f"({CHECKS}).contrast()") == [], state


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_field_borders_have_enough_contrast(open_page, scheme):
    screen = open_page(scheme=scheme)
    assert screen.page.evaluate(f"({CHECKS}).edges()") == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_targets_are_large_enough(open_page, size):
    screen = open_page(*size)
    for tab in ("write", "style", "stage"):
        if size[0] < 760:
            screen.page.click(f"#switch [data-tab={tab}]")
        assert screen.page.evaluate(f"({CHECKS}).targets()") == []


def test_ids_are_unique_and_references_resolve(screen):
    assert screen.page.evaluate(f"({CHECKS}).references()") == []


def test_tab_order_follows_the_page_with_visible_focus(screen):
    order, unseen = [], []
    for _ in range(140):
        screen.page.keyboard.press("Tab")
        place, seen, name = screen.page.evaluate(f"({CHECKS}).focus()")
        if place is None:
            break
        order.append(place)
        if not seen:
            unseen.append(name)
    assert unseen == []
    assert order == sorted(order), order
    assert {1, 2, 3, 4, 5} <= set(order)


def press_until(screen, key, selector):
    for _ in range(140):
        screen.page.keyboard.press(key)
        if screen.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError("the keyboard does not reach " + selector)


def test_everything_works_with_the_keyboard_alone(screen):
    press_until(screen, "Tab", ".look input")
    screen.redrawn(lambda: screen.page.keyboard.press("ArrowRight"))
    assert screen.json()["theme"] == "sms"
    press_until(screen, "Tab", "#adds [data-mine=false]")
    screen.page.keyboard.press("Enter")
    screen.redrawn(lambda: screen.page.keyboard.type("By keyboard"))
    assert screen.json()["messages"][-1]["text"] == "By keyboard"
    screen.page.keyboard.press("Home")
    screen.page.keyboard.press("ArrowUp")
    press_until(screen, "ArrowRight", "[aria-label=React]")
    screen.page.keyboard.press("Enter")
    screen.redrawn(lambda: screen.page.keyboard.press("Enter"))
    assert screen.json()["messages"][-1]["reactions"][0]["emoji"] == "❤️"
    assert screen.page.evaluate("document.activeElement.getAttribute('aria-label')") == "React"
    press_until(screen, "Shift+Tab", "#tab-compose")
    screen.page.keyboard.press("ArrowRight")
    assert screen.page.locator("#json").is_visible()
    press_until(screen, "Tab", "#json")
    screen.page.keyboard.press("Tab")
    assert screen.page.evaluate("document.activeElement.id") != "json"
    press_until(screen, "Tab", "#download")
    with screen.page.expect_download():
        screen.page.keyboard.press("Enter")
    press_until(screen, "Tab", "#radius")
    screen.redrawn(lambda: screen.page.keyboard.press("ArrowLeft"))
    assert screen.json()["theme"]["bubble"]["radius"] == 17


def focused(screen):
    return screen.page.evaluate("document.activeElement.getAttribute('aria-label')")


@pytest.mark.parametrize("locale", ["en-US", "ar"])
def test_a_message_is_one_tab_stop_with_arrows_inside(open_page, locale):
    screen = open_page(locale=locale)
    forward, back = ("ArrowLeft", "ArrowRight") if locale == "ar" else ("ArrowRight", "ArrowLeft")
    row = screen.page.locator(".row").nth(1)
    labels = row.locator(".acts button:not(:disabled), .extras button").evaluate_all("list => list.map(one => one.getAttribute('aria-label'))")
    assert len(labels) == 9
    areas = screen.page.locator(".row textarea").evaluate_all("list => list.map(one => one.getAttribute('aria-label'))")
    screen.page.focus(".row:first-child textarea")
    for label in areas[1:]:
        screen.page.keyboard.press("Tab")
        assert focused(screen) == label
    row.locator("textarea").focus()
    screen.page.keyboard.press("End")
    screen.page.keyboard.press("Home")
    screen.page.keyboard.press("ArrowUp")
    for label in labels:
        assert focused(screen) == label
        screen.page.keyboard.press(forward)
    # After the last comes the first, the sender.
    assert screen.page.evaluate("document.activeElement.tagName") == "SELECT"
    screen.page.keyboard.press(back)
    assert focused(screen) == labels[-1]
    screen.page.keyboard.press("ArrowDown")
    assert focused(screen) == areas[1]
    # The controls remember where the user was.
    screen.page.keyboard.press("ArrowUp")
    assert focused(screen) == labels[-1]
    screen.page.keyboard.press("Escape")
    assert focused(screen) == areas[1]


def test_controls_of_a_message_appear_on_hover_and_focus(screen):
    shown = lambda index: screen.page.locator(".row .acts").nth(index).evaluate("acts => getComputedStyle(acts).opacity")
    screen.page.mouse.move(0, 0)
    until(lambda: {shown(index) for index in range(6)} == {"0"}, "hidden controls")
    screen.page.focus(".row:nth-child(2) textarea")
    until(lambda: shown(1) == "1" and shown(2) == "0", "the controls of the focused message")
    screen.page.locator(".row").nth(2).hover()
    until(lambda: shown(2) == "1", "the controls under the pointer")


def test_the_keys_are_explained(open_page):
    assert "Ctrl+Enter" in open_page().page.inner_text(".keys")
    assert "Strg+Enter" in open_page(locale="de").page.inner_text(".keys")
    # A touch screen has no such keys.
    assert not open_page(390, 844, has_touch=True, is_mobile=True).page.locator(".keys").is_visible()


def test_status_messages_are_announced(screen):
    screen.redrawn(lambda: screen.page.click("#look-signal"))
    until(lambda: screen.page.inner_text("#status").startswith("Preview of 6 messages"), "the status")
    screen.write_json("{")
    until(lambda: "JSON" in screen.page.inner_text("#status"), "the problem")


def test_reduced_motion_is_respected(open_page):
    screen = open_page(reduced_motion="reduce")
    assert screen.page.evaluate(
        "getComputedStyle(document.querySelector('.busy'), '::after').animationName") == "none"


@pytest.mark.parametrize("size", [(1440, 900), (1000, 700), (760, 600), (390, 844), (320, 640), (320, 256)])
def test_no_width_needs_horizontal_scrolling(open_page, size):
    screen = open_page(*size)
    for example in ("A group", "Right to left"):
        screen.page.select_option("#examples", example)
        screen.until_drawn()
        for tab in ("write", "style", "stage"):
            button = screen.page.locator(f"#switch [data-tab={tab}]")
            if button.is_visible():
                button.click()
            assert screen.page.evaluate("document.scrollingElement.scrollWidth") <= size[0], (example, tab)
            assert screen.page.evaluate(f"({CHECKS}).spilled()") == [], (example, tab)


def test_fields_with_right_to_left_text_start_at_the_right(screen):
    screen.redrawn(lambda: screen.page.select_option("#examples", "Right to left"))
    area = screen.page.locator(".row textarea").first
    assert area.evaluate("element => element.matches(':dir(rtl)')")
    assert screen.page.locator("#json").evaluate("element => getComputedStyle(element).direction") == "ltr"


def test_a_right_to_left_page_does_not_overflow(screen):
    screen.page.evaluate("document.documentElement.dir = 'rtl'")
    assert screen.page.evaluate("document.scrollingElement.scrollWidth") <= 1440
    assert screen.page.evaluate(f"({CHECKS}).spilled()") == []


def test_on_a_phone_one_panel_is_shown_at_a_time(open_page):
    screen = open_page(390, 844, has_touch=True)
    assert screen.page.locator("#stage").is_visible() and not screen.page.locator("#write").is_visible()
    screen.page.tap("#switch [data-tab=write]")
    assert screen.page.locator("#write").is_visible() and not screen.page.locator("#stage").is_visible()
    screen.page.fill(".row:nth-child(1) textarea", "From a phone")
    screen.page.tap("#switch [data-tab=style]")
    assert screen.page.locator("#style").is_visible()
    screen.page.tap("#switch [data-tab=stage]")
    screen.until_drawn()
    box = screen.page.locator("#picture").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
