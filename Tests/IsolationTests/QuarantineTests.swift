import Testing

@testable import Isolation

@Suite struct QuarantineTests {
    private static let minute: UInt64 = 60_000_000_000

    @Test func requestsAreRejectedForAQuarterOfAnHour() {
        var quarantine = Quarantine()
        quarantine.add("a", now: 5)
        let held = [4, 5].map { quarantine.holds("a", now: 15 * Self.minute + $0) }
        #expect(held == [true, false])
        #expect(quarantine.isEmpty)
    }

    @Test func theOldestOfAThousandMakesPlace() {
        var quarantine = Quarantine()
        for number in 0..<1_000 { quarantine.add("\(number)", now: UInt64(number)) }
        quarantine.add("1000", now: 1_000)
        let held = ["0", "1", "1000"].map { quarantine.holds($0, now: 1_000) }
        #expect(held == [false, true, true])
    }

    /// At once after one failed start, then after 0.1 s, and twice as long each time up to 5 s.
    @Test func processesThatFailToStartAreReplacedMoreAndMoreSlowly() {
        let delays = [0, 1, 2, 3, 4, 7, 8, 9, 1_000].map(ProcessPool.delay)
        #expect(delays == [0, 0, 0.1, 0.2, 0.4, 3.2, 5, 5, 5])
    }
}
