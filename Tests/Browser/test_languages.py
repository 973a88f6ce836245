"""The page uses the browser's language."""

import pytest


@pytest.mark.parametrize("width", [390, 1000, 1440])
@pytest.mark.parametrize("locale, tag, direction, download", [
    ("de-AT", "de", "ltr", "PNG laden"), ("ar-EG", "ar", "rtl", "تنزيل PNG"),
    ("ja-JP", "ja", "ltr", "PNG をダウンロード"), ("ru", "ru", "ltr", "Скачать PNG"),
    ("fi-FI", "en", "ltr", "Download PNG"),
])
def test_the_browsers_language_is_used(open_page, width, locale, tag, direction, download):
    page = open_page(width=width, locale=locale).page
    assert page.get_attribute("html", "lang") == tag
    assert page.get_attribute("html", "dir") == direction
    assert page.inner_text("#download") == download
    # Longer words cause no overflow.
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = page.evaluate(
        """() => [...document.querySelectorAll('.bar, .line, .top, .adds, .tails label, .switch button')]
             .filter(element => element.scrollWidth > element.clientWidth + 1).map(element => element.className)""")
    assert wide == []


@pytest.mark.parametrize("locale, tag, text", [
    ("de-AT", "de-AT", "Der frühe Zug"), ("ar-EG", "ar-EG", "القطار المبكر"), ("zh-TW", "zh-Hant", "早班火車"),
    ("en-GB", "en-GB", "The early train"), ("en-US", None, "The early train"), ("fi", None, "The early train"),
])
def test_the_page_starts_with_its_language(open_page, locale, tag, text):
    screen = open_page(locale=locale)
    talk = screen.json()
    assert talk.get("locale") == tag and text in talk["messages"][3]["text"]
    assert screen.page.input_value("#locale") == (tag or "") and screen.page.input_value("#examples") == "Sunday plan"
    assert not screen.page.is_visible("#findings")


def test_right_to_left_mirrors_the_page_and_not_the_conversation(open_page):
    screen = open_page(locale="he-IL")
    box = lambda selector: screen.page.locator(selector).first.bounding_box()
    assert box("#style")["x"] < box("#stage")["x"] < box("#write")["x"]
    # Sent messages are on the right, as in the picture.
    assert box(".row.sent textarea")["x"] > box(".row.received textarea")["x"]
    screen.page.click("#tab-code")
    assert box("#numbers")["x"] < box("#json")["x"]
    assert screen.page.evaluate("getComputedStyle(document.getElementById('json')).direction") == "ltr"


def test_counts_use_the_plural_forms_of_the_language(open_page):
    screen = open_page(locale="pl")
    for texts, words in ((["a"], "1 wiadomość"), (["a"] * 3, "3 wiadomości"), (["a"] * 5, "5 wiadomości")):
        screen.redrawn(lambda: screen.write_json('{"messages": ["%s"]}' % '", "'.join(texts)))
        assert screen.page.inner_text("#caption").startswith(words)
