import Dispatch
import Synchronization
import Testing
import Typesetting

@testable import Rendering

@Suite struct WorkerPoolTests {
    /// What happened in which order on one worker: a job of three parts, and a small one that comes while
    /// it is at work.
    private func order(ofFirst isSmall: Bool) throws -> [String] {
        let pool = try WorkerPool(size: 1, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        let events = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        _ = pool.submit(isSmall: isSmall) { worker in
            pool.forEach(3, on: worker) { part, _ in
                events.withLock { $0.append("part \(part)") }
                guard part == 0 else { return }
                _ = pool.submit(isSmall: true) { _ in
                    events.withLock { $0.append("small") }
                    done.signal()
                }
            }
            done.signal()
        }
        done.wait()
        done.wait()
        return events.withLock { $0 }
    }

    @Test func letsASmallJobPassALargeOne() throws {
        #expect(try order(ofFirst: false) == ["part 0", "small", "part 1", "part 2"])
    }

    @Test func letsNobodyPassASmallOne() throws {
        #expect(try order(ofFirst: true) == ["part 0", "part 1", "part 2", "small"])
    }
}
