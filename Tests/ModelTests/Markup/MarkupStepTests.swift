import Basics
import Synchronization
import Testing

@testable import Model

/// Parsing a long text checks for cancellation and stops at once when canceled.
@Suite struct MarkupStepTests {
    private func read(_ text: String, until last: Int = .max) -> (count: Int, checks: Int) {
        let checks = Mutex(0)
        let blocks = TextFormat.markdown.blocks(
            text,
            budget: WorkBudget { _ in
                checks.withLock { checks in
                    checks += 1
                    return checks <= last
                }
            })
        return (blocks.count, checks.withLock { $0 })
    }

    @Test(arguments: ["*a* `b` ", "a\n\n", "- a\n", "> a\n\n", "    a\n"])
    func checksForCancellation(unit: String) {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let whole = read(text)
        #expect(whole.checks > 6)
        for step in 0..<4 {
            let last = (whole.checks - 1) * step / 4
            let cut = read(text, until: last)
            #expect(cut.count <= whole.count)
            // Each skipped block checks once.
            #expect(cut.checks - last <= whole.checks - last)
        }
        #expect(read(text, until: 0).count == 0)
        #expect(read(text, until: 0).checks < 4)
    }
}
