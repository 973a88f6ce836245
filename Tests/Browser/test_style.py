"""Themes, modes, sliders and swatches change both the JSON and the picture."""

import json

import pytest

from conftest import until


def slide(screen, control, value):
    screen.page.evaluate(
        """([id, value]) => { const input = document.getElementById(id); input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true })); }""", [control, value])


def test_every_look_is_listed_with_a_thumbnail(screen, service):
    names = [look["name"] for look in screen.page.request.get(service + "/themes").json()["themes"]]
    until(lambda: screen.page.locator(".look img:not([hidden])").count() == len(names), "the thumbnails")
    shown = screen.page.eval_on_selector_all(".look input", "list => list.map(input => input.value)")
    assert sorted(shown) == sorted(names)
    assert screen.page.eval_on_selector_all(".look img", "list => list.every(image => image.naturalWidth > 0)")


@pytest.mark.parametrize("locale", ["en-US", "ar"])
def test_the_chosen_theme_is_scrolled_into_view(open_page, locale):
    screen = open_page(900, locale=locale)
    last = screen.page.locator(".look input").last.get_attribute("value")

    def is_seen(name):
        strip, look = screen.page.locator("#looks").bounding_box(), screen.page.locator(f".look:has(#look-{name})").bounding_box()
        return strip["x"] <= look["x"] and look["x"] + look["width"] <= strip["x"] + strip["width"]

    assert is_seen("imessage") and not is_seen(last)
    screen.redrawn(lambda: screen.write_json(json.dumps({"messages": ["Hi"], "theme": last})))
    assert is_seen(last) and not is_seen("imessage")
    assert screen.page.evaluate("[scrollX, scrollY]") == [0, 0]
    screen.redrawn(lambda: screen.page.click("#undo"))
    assert is_seen("imessage")


def test_every_look_draws_the_conversation(screen):
    for name in screen.page.eval_on_selector_all(".look input", "list => list.map(input => input.value)"):
        if name == "imessage":
            continue
        screen.redrawn(lambda: screen.page.click("#look-" + name))
        assert screen.json()["theme"] == name
        assert not screen.page.locator("#findings").is_visible(), name


def test_the_dark_mode_of_a_look_does_not_change_the_page(screen):
    screen.redrawn(lambda: screen.page.check("input[name=mode][value=dark]", force=True))
    assert screen.json()["theme"] == {"extends": "imessage", "mode": "dark"}
    assert screen.pixel(0.02, 0.5) == [0, 0, 0, 255]
    assert screen.page.get_attribute("html", "data-page") == "light"
    screen.redrawn(lambda: screen.page.check("input[name=mode][value=light]", force=True))
    assert screen.json()["theme"] == "imessage"


@pytest.mark.parametrize("look", ["imessage", "tinted", "whatsapp", "bezier"])
def test_bubble_and_background_colors(screen, look):
    if look != "imessage":
        screen.redrawn(lambda: screen.page.click("#look-" + look))
    screen.redrawn(lambda: screen.page.check("input[name=c-sent][value='#c2185b']", force=True))
    sent = screen.json()["theme"]["bubble"]["sent"]
    assert sent["fill"] == "#c2185b" and sent["text"] == "#ffffff"
    screen.redrawn(lambda: screen.page.check("input[name=c-received][value='#fff1d6']", force=True))
    assert screen.json()["theme"]["bubble"]["received"]["text"] == "#000000"
    screen.redrawn(lambda: screen.page.check("input[name=c-canvas][value='#1c1c1e']", force=True))
    assert screen.pixel(0.01, 0.99)[:3] == [0x1C, 0x1C, 0x1E]
    seen = screen.page.evaluate(
        """() => { const picture = document.getElementById('picture'), canvas = document.createElement('canvas');
        canvas.width = picture.naturalWidth; canvas.height = picture.naturalHeight;
        const context = canvas.getContext('2d'); context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height), counts = {};
        for (let at = 0; at < data.length; at += 4) { const key = [data[at], data[at + 1], data[at + 2]]; counts[key] = (counts[key] ?? 0) + 1; }
        return [counts['194,24,91'] ?? 0, counts['255,241,214'] ?? 0]; }""")
    assert min(seen) > 1000, seen


def test_a_custom_color(screen):
    screen.redrawn(lambda: slide(screen, "own-sent", "#123456"))
    assert screen.json()["theme"]["bubble"]["sent"]["fill"] == "#123456"


def test_radius_tail_side_and_border(screen):
    screen.redrawn(lambda: slide(screen, "radius", 6))
    screen.redrawn(lambda: screen.page.check("input[name=tail][value=hook]", force=True))
    screen.redrawn(lambda: screen.page.check("input[name=side][value=left]", force=True))
    screen.redrawn(lambda: screen.page.select_option("#on", "every"))
    screen.redrawn(lambda: slide(screen, "border", 2))
    screen.redrawn(lambda: screen.page.check("input[name=c-border][value='#b84a00']", force=True))
    assert screen.json()["theme"]["bubble"] == {
        "radius": 6, "tail": {"shape": "hook", "side": "left", "on": "every"},
        "border": {"width": 2, "color": "#b84a00"}}
    assert not screen.page.locator("#findings").is_visible()
    screen.redrawn(lambda: screen.page.click("#plain"))
    assert screen.json()["theme"] == "imessage"


def test_a_border_of_the_look_can_be_removed(screen):
    screen.redrawn(lambda: screen.page.click("#look-bezier"))
    until(lambda: screen.page.input_value("#border") == "1.5", "the theme's border")
    screen.redrawn(lambda: slide(screen, "border", 0))
    assert screen.json()["theme"]["bubble"]["border"] is None


def test_choosing_a_tail_replaces_picture_bubbles(screen):
    screen.redrawn(lambda: screen.page.click("#look-tinted"))
    until(lambda: screen.page.locator("#drawn").is_visible(), "the note about pictures")
    assert screen.page.is_disabled("#radius")
    screen.redrawn(lambda: screen.page.check("input[name=tail][value=curl]", force=True))
    assert screen.page.is_enabled("#radius")
    assert not screen.page.locator("#drawn").is_visible()


def test_width_and_scale(screen):
    screen.redrawn(lambda: slide(screen, "width", 520))
    screen.redrawn(lambda: screen.page.check("input[name=scale][value='3']", force=True))
    assert screen.json()["output"] == {"width": 520, "scale": 3}
    assert "520 ×" in screen.page.inner_text("#caption")


def test_the_page_remembers_its_own_dark_mode(open_page):
    screen = open_page(scheme="dark")
    assert screen.page.get_attribute("html", "data-page") == "dark"
    screen.page.click("#page-mode")
    assert screen.page.get_attribute("html", "data-page") == "light"
    screen.page.reload()
    screen.until_drawn()
    assert screen.page.get_attribute("html", "data-page") == "light"


def test_on_a_phone_the_picture_stays_visible_while_styling(open_page):
    screen = open_page(390, 844, has_touch=True)
    screen.page.tap("#switch [data-tab=style]")
    picture, controls = screen.page.locator("#desk").bounding_box(), screen.page.locator("#style").bounding_box()
    assert picture["height"] >= 200 and controls["height"] >= 250
    before = screen.pixel(.99, .01)
    screen.redrawn(lambda: screen.page.get_by_text("Dark", exact=True).tap())
    assert screen.pixel(.99, .01) != before and screen.page.locator("#picture").is_visible()


def test_looks_have_display_names(screen):
    names = screen.page.locator(".look label").all_inner_texts()
    assert {"iMessage", "WhatsApp", "Classic SMS", "Telegram"} <= set(names)
    assert all(name[:1].isupper() or name[1:2].isupper() for name in names)


def test_a_canvas_is_previewed_and_saved_at_its_size(screen):
    screen.redrawn(lambda: screen.page.select_option("#canvas", "story"))
    assert screen.json()["output"]["canvas"] == "story"
    size = "picture => [picture.naturalWidth, picture.naturalHeight]"
    assert screen.page.eval_on_selector("#picture", size) == [1080, 1920]
    with screen.page.expect_download() as saved:
        screen.page.click("#download")
    assert saved.value.suggested_filename.endswith(".png")
    # Several canvases are saved as a ZIP; the preview shows the first.
    talk = screen.json()
    talk["messages"] = [f"Message {number}" for number in range(90)]
    screen.redrawn(lambda: screen.write_json(json.dumps(talk)))
    assert screen.page.eval_on_selector("#picture", size) == [1080, 1920]
    with screen.page.expect_download() as saved:
        screen.page.click("#download")
    assert saved.value.suggested_filename.endswith(".zip")
    screen.redrawn(lambda: screen.page.select_option("#canvas", ""))
    assert "canvas" not in screen.json().get("output", {})
