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
