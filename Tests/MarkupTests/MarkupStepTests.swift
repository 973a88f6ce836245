import Resources
import Synchronization
import Testing

@testable import Markup

/// Parsing a long text checks for cancellation and stops at once when cancelled.
@Suite struct MarkupStepTests {
    private func read(_ text: String, until last: Int = .max) -> (count: Int, asked: Int) {
        let asked = Mutex(0)
        let blocks = TextFormat.markdown.blocks(
            text,
            allowance: Allowance { _ in
                asked.withLock { asked in
                    asked += 1
                    return asked <= last
                }
            })
        return (blocks.count, asked.withLock { $0 })
    }

    @Test(arguments: ["*a* `b` ", "a\n\n", "- a\n", "> a\n\n", "    a\n"])
    func checksForCancellation(unit: String) {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let whole = read(text)
        #expect(whole.asked > 6)
        for step in 0..<4 {
            let last = (whole.asked - 1) * step / 4
            let cut = read(text, until: last)
            #expect(cut.count <= whole.count)
            // Each skipped block checks once.
            #expect(cut.asked - last <= whole.asked - last)
        }
        #expect(read(text, until: 0).count == 0)
        #expect(read(text, until: 0).asked < 4)
    }
}
