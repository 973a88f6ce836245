import Glibc
import Synchronization
import System
import Testing

@testable import Service

@Suite struct MemoryBudgetTests {
    private static let mebibyte = 1 << 20
    private static let none = ProcessMemory(resident: .max, mapped: .max)

    /// A process with the memory use that a test sets.
    private final class Process: Sendable {
        private let use = Mutex(ProcessMemory(resident: 40 << 20, mapped: 300 << 20))

        var resident: Int {
            get { use.withLock { $0.resident } }
            set { use.withLock { $0.resident = newValue } }
        }

        func budget(
            _ mebibytes: Int, _ limit: ProcessMemory = MemoryBudgetTests.none,
            sharing shared: SharedMemoryUse? = nil
        ) -> MemoryBudget {
            MemoryBudget(
                limit: mebibytes << 20, systemLimit: limit, sharing: shared,
                measure: { [self] in use.withLock { $0 } },
                trim: { [self] in resident = 40 << 20 })
        }
    }

    @Test func reservationsCountBeforeAllocation() {
        let budget = Process().budget(200)
        // The program itself uses 40 MiB, and an eighth of the rest is kept for small requests.
        #expect(budget.reserve(100 << 20, now: 0) == .granted)
        #expect(budget.reserve(100 << 20, now: 0) == .short)
        #expect(budget.reserve(160 << 20, now: 0) == .oversized)
        #expect(budget.reserve(60 << 20, holding: 100 << 20, now: 0) == .oversized)
        budget.release(100 << 20)
        #expect(budget.reserve(100 << 20, now: 0) == .granted)
        #expect(budget.reserved == 100 << 20)
    }

    @Test func smallRequestsFitBesideLargeOnes() {
        let budget = Process().budget(200)
        var large = 0
        while budget.reserve(1 << 20, holding: large, now: 0) == .granted { large += 1 << 20 }
        #expect(large > 100 << 20)
        for _ in 0..<8 { #expect(budget.reserve(1 << 20, now: 0) == .granted) }
        #expect(!budget.isSpent(now: 0))
    }

    @Test func measuredUseOverridesLowEstimates() {
        let process = Process()
        let budget = process.budget(200)
        #expect(budget.reserve(1 << 20, now: 0) == .granted)
        process.resident = 201 << 20
        // Memory is measured fifty times a second, and before each large reservation.
        #expect(budget.reserve(1 << 20, now: 1) == .granted)
        #expect(budget.reserve(5 << 20, now: 1) == .short)
        #expect(budget.reserve(1 << 20, now: 30_000_000) == .short)
        #expect(budget.isSpent(now: 60_000_000))
        process.resident = 60 << 20
        #expect(budget.reserve(5 << 20, now: 90_000_000) == .granted)
    }

    @Test func memoryLeftByABurstIsNotTheProgramsOwn() {
        let process = Process()
        let budget = process.budget(300)
        process.resident = 290 << 20
        #expect(!budget.isSpent(now: 0))
        // The allocator returns the memory on request.
        process.resident = 60 << 20
        #expect(budget.reserve(1 << 20, now: 30_000_000) == .granted)
        #expect(budget.reserve(150 << 20, now: 60_000_000) == .granted)
    }

    @Test func addressSpaceIsASeparateLimit() {
        let budget = Process().budget(
            10_000, ProcessMemory(resident: .max, mapped: 440 << 20))
        #expect(budget.reserve(60 << 20, now: 0) == .granted)
        #expect(budget.reserve(90 << 20, now: 0) == .short)
    }

    /// Two processes share one limit: memory held by one is unavailable to the other until it is
    /// released.
    @Test func memoryOfOtherProcessesCountsUntilReleased() throws {
        let first = try SharedMemoryUse(processes: 1)
        let number = fcntl(first.descriptor.number, F_DUPFD_CLOEXEC, 0)
        let second = try SharedMemoryUse(Descriptor(number, from: "fcntl"), slot: 1)
        let busy = Process()
        let (one, other) = (
            busy.budget(400, sharing: first), Process().budget(400, sharing: second)
        )
        #expect(one.reserve(200 << 20, now: 0) == .granted)
        #expect(other.reserve(200 << 20, now: 0) == .short)
        // The process allocates its reservation and frees it; afterwards only its heap still holds
        // the memory.
        busy.resident = 240 << 20
        #expect(one.reserve(8 << 20, now: 1) == .granted)
        one.release(208 << 20)
        #expect(other.reserve(200 << 20, now: 1_000_000_000) == .granted)
    }

    @Test func reservationsApplyTheirOwnLimit() {
        let reservation = MemoryReservation(nil, limit: 100)
        #expect(reservation.reserve(60) && !reservation.reserve(41) && reservation.reserve(40))
        reservation.release(30)
        #expect(reservation.held == 70 && reservation.peak == 100)
        reservation.shrink(to: 80)
        #expect(reservation.held == 70)
        reservation.release(1_000)
        #expect(reservation.held == 0 && reservation.reserve(100))
    }

    @Test func accountsReserveInPiecesAndReleaseAll() {
        let budget = Process().budget(200)
        do {
            let reservation = MemoryReservation(budget)
            for _ in 0..<1_000 { #expect(reservation.reserve(100, now: 0) == .granted) }
            #expect(budget.reserved == 1 << 20)
            #expect(reservation.reserve(10 << 20, now: 0) == .granted)
            #expect(budget.reserved == 11 << 20)
            #expect(reservation.reserve(500 << 20, now: 0) == .oversized)
            #expect(budget.reserved == 11 << 20)
            reservation.shrink(to: 5)
            #expect(budget.reserved <= 2 << 20)
            #expect(reservation.peak == 10 << 20 + 100_000)
        }
        #expect(budget.reserved == 0)
    }

    @Test(
        arguments: [
            ([:], nil),
            (["/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/memory.max": "300\n"], 300),
            (
                [
                    "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/memory.max": "max\n",
                    "/sys/fs/cgroup/a/memory.max": "200\n", "/sys/fs/cgroup/memory.max": "900\n",
                ], 200
            ),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "700\n"], 700),
            (
                [
                    "/proc/self/cgroup": "9:name=systemd:/\n5:cpu,memory:/x\n",
                    "/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "400\n",
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
                ], 400
            ),
            // A container sees its own group as the root, whatever path the list states.
            (
                [
                    "/proc/self/cgroup": "5:memory:/docker/abc\n",
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "500\n",
                ], 500
            ),
        ] as [([String: String], Int?)])
    func lowestLimitOfAllControlGroupsCountsInBothVersions(files: [String: String], limit: Int?) {
        #expect(ControlGroups.memoryLimit { files[$0] } == limit)
    }

    @Test func readsTheLimitOfAddressSpace() {
        func limit(_ words: String) -> Int? {
            ProcessMemory.addressSpaceLimit { path in
                path == "/proc/self/limits"
                    ? "Limit  Soft  Hard  Units\nMax address space         \(words)  bytes\n" : nil
            }
        }
        #expect(limit("419430400            unlimited") == 419_430_400)
        #expect(limit("unlimited            unlimited") == nil)
        #expect(ProcessMemory.addressSpaceLimit { _ in nil } == nil)
    }
}
