"""Formats that play: the preview is a video with a scrubber, downloads are what was asked for."""

import pathlib

import pytest

from conftest import until


def play(screen, format):
    screen.page.check(f"input[name=format][value={format}]", force=True)
    until(lambda: screen.page.locator("#film").is_visible() and not screen.is_working(), "a video")


def film(screen, what):
    return screen.page.evaluate(f"document.getElementById('film').{what}")


@pytest.mark.parametrize("format, place, magic", [("mp4", 4, b"ftyp"), ("webm", 0, b"\x1aE\xdf\xa3"), ("gif", 0, b"GIF89a")])
def test_a_clip_plays_and_is_downloaded(screen, format, place, magic):
    width = int(screen.page.get_attribute("#picture", "width"))
    play(screen, format)
    assert not screen.page.locator("#picture").is_visible()
    assert film(screen, "duration") > 2
    assert film(screen, "clientWidth") == width
    until(lambda: film(screen, "currentTime") > 0.2, "the video to play")
    with screen.page.expect_download() as download:
        screen.page.click("#download")
    assert download.value.suggested_filename.endswith("." + format)
    assert pathlib.Path(download.value.path()).read_bytes()[place:].startswith(magic)
    screen.page.check("input[name=format][value=png]", force=True)
    screen.until_drawn()
    assert not screen.page.locator("#film").is_visible()


def test_a_clip_is_scrubbed_to_any_moment(screen):
    play(screen, "mp4")
    screen.page.evaluate("document.getElementById('film').pause()")
    for moment in (2.0, 0.5, film(screen, "duration") - 0.1):
        screen.page.evaluate("moment => { document.getElementById('film').currentTime = moment; }", moment)
        until(lambda: not film(screen, "seeking"), "the moment")
        assert abs(film(screen, "currentTime") - moment) < 0.05


def test_a_change_draws_the_clip_anew(screen):
    play(screen, "mp4")
    before = film(screen, "src")
    screen.page.check("input[name=frame][value=screen]", force=True)
    until(lambda: film(screen, "src") != before and not screen.is_working(), "another video")
    assert not screen.page.locator("#findings").is_visible()


def test_nothing_plays_by_itself_where_nothing_is_to_move(open_page):
    screen = open_page(reduced_motion="reduce")
    play(screen, "mp4")
    assert film(screen, "paused")
