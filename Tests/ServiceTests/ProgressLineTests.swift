import Rendering
import Testing

@testable import chatprint

@Suite struct ProgressLineTests {
    private let second: UInt64 = 1_000_000_000

    @Test func nothingIsShownInTheFirstSecond() {
        var line = ProgressLine(messages: 10_000, began: 5 * second)
        #expect(line.text(RenderProgress(.layout, done: 1, of: 2), now: 6 * second - 1) == nil)
        #expect(line.text(now: 6 * second) == "layout 20 % · 10,000 messages · 4 s left")
    }

    @Test func readingShowsThePercentageRead() {
        var line = ProgressLine(messages: nil, began: 0)
        let text = line.text(RenderProgress(.reading, done: 3, of: 4), now: 3 * second)
        #expect(text == "reading 75 % · 1 s left")
    }

    @Test func timeLeftForReadingDoesNotIncludeTheTimeOfUnlocking() {
        var line = ProgressLine(messages: nil, began: 0)
        let first = line.text(RenderProgress(.unlocking, done: 9, of: 10), now: 9 * second)
        #expect(first == "unlocking 90 % · 1 s left")
        _ = line.text(RenderProgress(.reading, done: 0, of: 10), now: 10 * second)
        let next = line.text(RenderProgress(.reading, done: 1, of: 10), now: 11 * second)
        #expect(next == "reading 10 % · 9 s left")
    }

    @Test func lineShowsMessagesPagesAndBytes() {
        var line = ProgressLine(messages: 1, began: 0)
        line.pages = 1_234
        line.bytes = 12_345_678
        let text = line.text(RenderProgress(.output, done: 1, of: 2), now: 12 * second)
        #expect(text == "drawing 65 % · 1 message · 1,234 pages · 12.3 MB · 7 s left")
    }

    @Test func progressNeverDecreasesAndUpdatesAtMostTenTimesASecond() {
        var line = ProgressLine(messages: 2, began: 0)
        _ = line.text(RenderProgress(.output, done: 1, of: 2), now: 2 * second)
        #expect(line.text(now: 2 * second + 99_999_999) == nil)
        let later = line.text(RenderProgress(.layout, done: 1, of: 2), now: 3 * second)
        #expect(later?.hasPrefix("drawing 65 % ") == true)
    }

    @Test func completedWorkShowsNoTimeLeft() {
        var line = ProgressLine(messages: 2, began: 0)
        let text = line.text(RenderProgress(.output, done: 2, of: 2), now: 2 * second)
        #expect(text == "drawing 100 % · 2 messages")
    }

    @Test func longWaitsAreShownInMinutes() {
        #expect(Count.left(118.2) == "119 s left")
        #expect(Count.left(119.2) == "2 min left")
        #expect(Count.left(3_600) == "60 min left")
        #expect(Count.left(0) == "0 s left")
    }

    @Test func batchShowsItsRateAndTheTimeLeft() {
        var tally = Batch.Tally(all: 40)
        tally.done = 8
        tally.failed = 2
        let now = tally.began + 5 * second
        #expect(
            tally.progress(now: now) == "10 of 40: 8 rendered, 2 failed, 2.0 a second, 15 s left")
        tally.all = nil
        #expect(tally.progress(now: now) == "10: 8 rendered, 2 failed, 2.0 a second")
    }
}
