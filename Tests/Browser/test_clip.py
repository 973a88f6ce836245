"""Clips: the preview is a video with controls, and the download has the selected format."""

import pathlib

import pytest

from conftest import until


def play(screen, format):
    screen.page.check(f"input[name=format][value={format}]", force=True)
    until(lambda: screen.page.locator("#video").is_visible() and not screen.is_working(), "a video")


def video(screen, expression):
    return screen.page.evaluate(f"document.getElementById('video').{expression}")


@pytest.mark.parametrize("format, place, magic", [("mp4", 4, b"ftyp"), ("webm", 0, b"\x1aE\xdf\xa3"), ("gif", 0, b"GIF89a")])
def test_a_clip_plays_and_is_downloaded(screen, format, place, magic):
    width = int(screen.page.get_attribute("#picture", "width"))
    play(screen, format)
    assert not screen.page.locator("#picture").is_visible()
    assert video(screen, "duration") > 2
    assert video(screen, "clientWidth") == width
    until(lambda: video(screen, "currentTime") > 0.2, "the video to play")
    with screen.page.expect_download() as download:
        screen.page.click("#download")
    assert download.value.suggested_filename.endswith("." + format)
    assert pathlib.Path(download.value.path()).read_bytes()[place:].startswith(magic)
    screen.page.check("input[name=format][value=png]", force=True)
    screen.until_drawn()
    assert not screen.page.locator("#video").is_visible()


def test_a_clip_seeks_to_any_time(screen):
    play(screen, "mp4")
    screen.page.evaluate("document.getElementById('video').pause()")
    for time in (2.0, 0.5, video(screen, "duration") - 0.1):
        screen.page.evaluate("time => { document.getElementById('video').currentTime = time; }", time)
        until(lambda: not video(screen, "seeking"), "the frame")
        assert abs(video(screen, "currentTime") - time) < 0.05


def test_a_change_renders_the_clip_again(screen):
    play(screen, "mp4")
    before = video(screen, "src")
    screen.page.check("input[name=frame][value=screen]", force=True)
    until(lambda: video(screen, "src") != before and not screen.is_working(), "another video")
    assert not screen.page.locator("#findings").is_visible()


def test_clips_do_not_autoplay_with_reduced_motion(open_page):
    screen = open_page(reduced_motion="reduce")
    play(screen, "mp4")
    assert video(screen, "paused")
