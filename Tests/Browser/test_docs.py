"""The reference at /docs: complete, searchable, usable for trial requests, and accessible."""

import json
import os
import pathlib
import urllib.error
import urllib.request

import pytest

from conftest import until
from test_access import CHECKS, NAMED, value

SIZES = [(1360, 900), (390, 844)]
SHOTS = os.environ.get("CHATPRINT_SCREENSHOTS")


class Reference:
    """The page in a browser window."""

    def __init__(self, page):
        self.page = page

    def until_ready(self):
        until(lambda: self.page.evaluate("document.body.dataset.state") == "ready", "the reference")
        until(lambda: self.page.locator("#result img").count(), "the picture")

    def until_tried(self):
        until(lambda: not self.page.get_attribute("#result", "aria-busy"), "the answer")

    def drawn(self):
        return self.page.locator(".picture[data-state=drawn]").count()


@pytest.fixture
def open_docs(open_page):
    def open_docs(width=1360, height=900, scheme="light", place="", **options):
        reference = Reference(open_page(width, height, scheme, path="/docs" + place, **options).page)
        reference.until_ready()
        return reference
    return open_docs


@pytest.fixture
def docs(open_docs):
    return open_docs()


def document(service, path):
    with urllib.request.urlopen(service + path) as answer:
        return json.load(answer)


def fields(node):
    """The number of fields in a schema at all depths."""
    if isinstance(node, list):
        return sum(map(fields, node))
    if not isinstance(node, dict):
        return 0
    own = node.get("properties")
    return (len(own) if isinstance(own, dict) else 0) + sum(fields(part) for part in node.values())


def test_every_route_and_parameter_is_listed(docs, service):
    api = document(service, "/openapi.json")
    operations = [(path, one) for path, methods in api["paths"].items() for one in methods.values()]
    others = [one for path, one in operations if not path.startswith("/render")]
    drawn = [one for path, one in operations if path.startswith("/render")]
    assert len(drawn) > 30 and docs.page.locator(".route").count() == len(others) + 1
    docs.page.evaluate("for (const route of document.querySelectorAll('.route')) route.open = true")
    wanted = sum(len(one.get("parameters", [])) for one in others) + len({part["name"] for one in drawn for part in one["parameters"]})
    until(lambda: docs.page.locator(".route .entry").count() == wanted, f"{wanted} parameters")


def test_rendering_is_one_row(docs):
    row = docs.page.locator("#route-render")
    assert row.locator("summary").inner_text().split() == ["POST", "GET", "/render.{format}", "Render", "a", "conversation"]
    row.locator("summary").click()
    assert row.locator(".forms code").all_inner_texts() == ["POST /render", "POST /render.{format}", "GET /render.{format}", "GET /render.{format}/{conversation}"]
    fact = lambda name, title: docs.page.locator(f"#route-render-{name} .facts > div", has_text=title).locator("code").all_inner_texts()
    assert fact("quality", "Formats") == ["webp", "jpeg"]
    assert fact("m", "Only") == ["GET"] and fact("from", "Only") == ["POST"] and fact("theme", "Only") == []
    assert "application/pdf" in row.inner_text()


def test_values_are_listed_once(docs):
    docs.page.evaluate("for (const route of document.querySelectorAll('.route')) route.open = true")
    lists = docs.page.evaluate("""[...document.querySelectorAll('.entry .facts > div')].map(part =>
        [part.closest('.entry').id, part.querySelector('dt').textContent, [...part.querySelectorAll('dd code')].map(one => one.textContent)])""")
    assert len(lists) > 600
    assert [one for one in lists if one[1] in ("One of", "Formats") and len(one[2]) != len(set(one[2]))] == []
    formats = [one[0] for one in lists if {"mbox", "production", "webm"} <= set(one[2])]
    assert len(formats) <= 2, formats


def test_the_search_scrolls_to_its_first_hit(docs):
    docs.page.fill("#search", "payment direction")
    hit = docs.page.locator(".entry:visible").first
    until(lambda: 0 <= hit.bounding_box()["y"] < 200, "the first hit at the top")
    assert "direction" in hit.inner_text()


def test_every_field_is_listed_with_its_description(docs, service):
    schema = document(service, "/schema.json")
    assert docs.page.locator("#fields .entry").count() == fields(schema) > 270
    bare = docs.page.evaluate("""[...document.querySelectorAll('#fields .entry')].filter(entry => {
        const facts = [...entry.querySelectorAll('.facts dt')].map(name => name.textContent);
        return !entry.querySelector('.about > p') || !facts.includes('Default') || !facts.includes('Example');
    }).map(entry => entry.id)""")
    assert bare == []
    scale = docs.page.inner_text("#fields-output-scale")
    assert "Default 2" in scale.replace("\n", " ") and "1 to 4" in scale


def test_examples_of_output_are_valid(service):
    schema, talk = document(service, "/schema.json"), {"timezone": "UTC", "messages": [{"from": "ben", "at": 0, "text": "Hi"}]}

    def part(node):
        while name := node.get("$ref", "").split("/")[-1]:
            node = {**schema["$defs"][name], **{key: value for key, value in node.items() if key != "$ref"}}
        return node

    def examples(node, path=()):
        for branch in map(part, [node, *node.get("anyOf", [])]):
            members = {name: part(field) for name, field in branch.get("properties", {}).items()}
            needed = {name: members[name]["examples"][0] for name in branch.get("required", []) if "examples" in members[name]}
            for name, field in members.items():
                yield from ((path, {**needed, name: value}) for value in field.get("examples", []))
                yield from examples(field, (*path, name))

    found = list(examples(schema["$defs"]["output"]))
    assert len(found) > 40
    for path, value in found:
        for name in reversed(path):
            value = {name: value}
        body = json.dumps({**talk, "output": value}).encode()
        try:
            urllib.request.urlopen(service + "/validate", body).close()
        except urllib.error.HTTPError as error:
            # Other problems depend on the format and on the service's settings.
            problem = json.load(error)
            assert problem["type"] != "/problems/invalid-conversation", problem["detail"]


def test_search_finds_parameters_and_fields(docs):
    docs.page.keyboard.press("/")
    assert docs.page.evaluate("document.activeElement.id") == "search"
    docs.page.keyboard.type("reactions emoji")
    until(lambda: docs.page.inner_text("#found").endswith("found"), "the count")
    assert docs.page.locator("#fields-messages-reactions-emoji").is_visible()
    assert not docs.page.locator("#fields-messages-text").is_visible()
    docs.page.fill("#search", "date_order")
    until(lambda: docs.page.locator("#route-render-date_order").is_visible(), "the parameter")
    docs.page.fill("#search", "nothing is called like this")
    until(lambda: docs.page.inner_text("#found") == "No matches.", "no matches")
    docs.page.keyboard.press("Escape")
    assert docs.page.locator("#fields-messages-text").is_visible()


def test_a_fragment_opens_its_parameter(open_docs):
    docs = open_docs(place="#route-render-theme")
    until(lambda: docs.page.locator("#route-render-theme").is_visible(), "the parameter")


def test_trial_requests_are_rendered_by_the_service(docs):
    docs.page.fill("#json", '{"messages": ["Tried"]}')
    with docs.page.expect_response("**/render.png") as answer:
        docs.page.keyboard.press("Control+Enter")
    assert answer.value.status == 200
    docs.until_tried()
    docs.page.select_option("#format", "txt")
    until(lambda: docs.page.locator("#result pre").count(), "the text")
    assert "Tried" in docs.page.inner_text("#result pre")
    docs.page.select_option("#format", "pdf")
    until(lambda: docs.page.locator("#result a[download='chat.pdf']").count(), "the document")
    assert docs.page.inner_text("#shell").startswith("curl -d ")
    assert "/render.pdf/" in docs.page.inner_text("#address")
    for kind in ("txt", "html"):
        docs.page.select_option("#format", kind)
        until(lambda: f"text/{'plain' if kind == 'txt' else kind}" in docs.page.inner_text("#facts"), "the facts")
        assert "×" not in docs.page.inner_text("#facts")


def test_archives_are_saved_with_their_own_names(docs):
    docs.page.fill("#json", '{"messages": [{"from": "a", "at": 1780220400, "text": "Hi"}], "timezone": "UTC"}')
    docs.page.select_option("#format", "bag")
    until(lambda: docs.page.locator("#result a[download='chat.zip']").count(), "the archive")
    assert docs.page.inner_text("#shell").endswith("/render.bag' -o chat.zip")
    docs.page.select_option("#format", "png")
    docs.page.fill("#json", '{"messages": ["One"], "output": {"split_by": 1, "filename": "谈话"}}')
    until(lambda: docs.page.locator("#result a[download='谈话.zip']").count(), "the parts")


def test_the_command_keeps_large_integers(docs):
    docs.page.fill("#json", '{"messages": [{"id": 9007199254740993, "text": "a  b"}]}')
    until(lambda: '[{"id":9007199254740993,"text":"a  b"}]' in docs.page.inner_text("#shell"), "the command")


def test_problems_and_warnings_are_shown(docs):
    docs.page.fill("#json", '{"mesages": ["x"]}')
    until(lambda: docs.page.locator(".problem").count(), "the problem")
    assert "messages" in docs.page.inner_text(".problem")
    docs.page.fill("#json", '{"messages": ["<img src=x onerror=alert(1)>"], "colour": 1}')
    until(lambda: docs.page.locator("#warnings li").count() == 1, "the warning")
    assert "colour" in docs.page.inner_text("#warnings")


def test_the_gallery_is_rendered_while_scrolling(docs, service):
    looks = document(service, "/themes")["themes"]
    kinds = docs.page.locator("#gallery-kind option").count() - 1
    assert docs.page.locator(".picture").count() == len(looks) * kinds > 300
    assert docs.drawn() == 0
    under_way, most = set(), []

    def begun(request):
        if "/render.png?" in request.url:
            under_way.add(request)
            most.append(len(under_way))

    docs.page.on("request", begun)
    docs.page.on("requestfinished", lambda request: under_way.discard(request))
    docs.page.on("requestfailed", lambda request: under_way.discard(request))
    docs.page.locator("#shelf-whatsapp").scroll_into_view_if_needed()
    until(lambda: docs.page.evaluate("""[...document.querySelectorAll('.picture')].filter(frame => {
        const box = frame.getBoundingClientRect();
        return box.bottom > 0 && box.top < innerHeight;
    }).every(frame => frame.dataset.state === 'drawn')"""), "the pictures on the screen")
    assert 0 < docs.drawn() < 100 and max(most) <= 3
    widths = docs.page.evaluate("[...document.querySelectorAll('.picture[data-state=drawn] img')].map(image => image.naturalWidth)")
    assert set(widths) == {600}


def test_a_gallery_picture_opens_its_conversation(docs):
    docs.page.select_option("#gallery-look", "signal")
    docs.page.select_option("#gallery-kind", "Poll")
    assert docs.page.locator(".picture").count() == 1
    docs.page.locator(".picture").click()
    conversation = json.loads(docs.page.input_value("#json"))
    assert conversation["theme"] == "signal" and "poll" in conversation["messages"][0]


def test_gallery_conversations_have_no_warnings(docs):
    results = docs.page.evaluate("""Promise.all(Object.entries(kinds).map(async ([name, talk]) => {
        const answer = await fetch('/validate', { method: 'POST', body: JSON.stringify(talk) });
        const { warnings, title } = await answer.json();
        return [name, title ?? warnings.map(one => one.detail)];
    }))""")
    assert [one for one in results if one[1]] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_it_is_accessible(open_docs, size, scheme):
    docs = open_docs(*size, scheme)
    docs.page.evaluate("document.getElementById('route-render').open = true")
    until(lambda: docs.page.locator("#route-render-theme").is_visible(), "the parameters")
    for check in ("contrast", "targets", "references"):
        assert docs.page.evaluate(f"({CHECKS}).{check}()") == [], check
    assert docs.page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
    session = docs.page.context.new_cdp_session(docs.page)
    tree = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    assert [value(node, "role") for node in tree if value(node, "role") in NAMED and not value(node, "name").strip()] == []
    if SHOTS:
        name = f"docs-{'phone' if size[0] < 760 else 'desktop'}-{scheme}"
        pathlib.Path(SHOTS).mkdir(parents=True, exist_ok=True)
        for place in ("try", "route-render", "fields-of-messages", "shelf-whatsapp"):
            docs.page.evaluate("place => document.getElementById(place).scrollIntoView()", place)
            until(lambda: not docs.page.locator(".picture[data-state=drawing]").count(), "pictures")
            docs.page.screenshot(path=pathlib.Path(SHOTS) / f"{name}-{place}.png")


def test_it_works_with_the_keyboard_alone(docs):
    seen = []
    for _ in range(160):
        docs.page.keyboard.press("Tab")
        marked, name = docs.page.evaluate("""(() => {
            const element = document.activeElement, style = getComputedStyle(element);
            return [style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, element.id || element.tagName];
        })()""")
        assert marked, name
        seen.append(name)
        if name == "SUMMARY":
            break
    assert {"search", "example", "json", "look", "format", "draw", "result"} <= set(seen) and seen[-1] == "SUMMARY"
    docs.page.keyboard.press("Enter")
    until(lambda: docs.page.locator(".route[open] .entry").count() > 10, "the parameters")
