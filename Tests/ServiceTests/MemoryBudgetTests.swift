import Foundation
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
        let budget = Process().budget(10_000, ProcessMemory(resident: .max, mapped: 440 << 20))
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

/// Compares the reserved memory of a request with the growth of the process while it is answered.
@Suite(.serialized) struct MemoryAccountTests {
    /// Compares reserved memory with growth. Bodies have just over a power of two messages, so the
    /// old arrays still exist beside the doubled ones, which is the reserved amount.
    ///
    /// - Parameters:
    ///   - warm: a small request of the same kind, after which fonts, glyphs and configuration are
    ///     shared.
    ///   - most: the largest allowed ratio of reserved to used memory.
    private func compare(
        _ body: Data, to path: String, warm: Data, _ arguments: [String] = [], most: Double = 1.5
    ) throws {
        // With one worker, since the memory that two keep depends on which of them did what.
        let service = try RunningService(["--isolation", "none", "--workers", "1"])
        #expect(try service.curl(path, arguments, body: warm).status == 200)
        _ = service.number(inLog: "memory")
        let before = try service.memory("VmRSS")
        try "5".write(
            toFile: "/proc/\(service.processID)/clear_refs", atomically: false, encoding: .utf8)
        #expect(try service.curl(path, arguments, body: body).status == 200)
        let account = try #require(service.number(inLog: "memory"))
        let grown = try service.memory("VmHWM") - before
        #expect(grown > 2 << 20)
        // Memory that the allocator keeps for reuse belongs to no request.
        let spare = 512 << 10
        #expect(Double(account) < most * Double(grown + spare), "\(account) for \(grown)")
        #expect(Double(grown) < 1.5 * Double(account + spare), "\(account) for \(grown)")
    }

    @Test(arguments: [
        "/render.png?scale=1", "/render.png?split_by=100", "/render.png?engine=cairo",
        "/render.zip?max_height=900", "/render.zip?canvas=story&canvas.shadow=1",
        "/render.pdf?canvas=og",
        "/render.pdf", "/render.pdf?archival=false", "/render.pdf?split_by=100",
        "/render.pdf?page.size=endless", "/render.pdf?page.size=endless&theme=whatsapp",
        "/render.pdf?page.size=endless&engine=cairo",
        "/render.pdf?page.size=endless&engine=cairo&theme=whatsapp", "/render.pdf?engine=cairo",
        "/render.svg", "/render.svg?theme=whatsapp", "/render.svg?engine=cairo",
        "/render.svg?engine=cairo&theme=whatsapp", "/render.json",
    ])
    func reservationsMatchGrowthForEveryFormat(path: String) throws {
        // Small pictures release their rows as they are painted, so most of their memory is reused
        // from the warm-up.
        let count =
            path == "/render.png?scale=1" ? 6_600 : path.hasPrefix("/render.zip") ? 2_200 : 1_100
        try compare(
            Data(WrittenTalk.own(count).utf8), to: path, warm: Data(WrittenTalk.own(50).utf8))
    }

    @Test(arguments: WrittenTalk.exports.map(\.name))
    func reservationsMatchGrowthForEveryImporter(name: String) throws {
        let write = try #require(WrittenTalk.exports.first { $0.name == name }).write
        func body(_ count: Int) throws -> Data {
            let text = Data(write(count).utf8)
            return name == "rsmf" ? try packed(text, as: "rsmf_manifest.json") : text
        }
        // The buffer of the JSON output may be anywhere between two doublings, and is counted as if
        // it had just grown.
        try compare(
            body(9_600), to: "/import", warm: body(40), ["-H", "Content-Type: text/plain"],
            most: 1.75)
    }

    private func packed(_ bytes: Data, as name: String) throws -> Data {
        let folder = try TemporaryFolder()
        try bytes.write(to: folder.file(name))
        return try RunningService.run(["zip", "-q", "-", name], folder: folder.url).output
    }

    /// A request that would not fit is refused before allocating, and the process does not grow.
    @Test(arguments: [false, true])
    func requestsBeyondTheBudgetAreRefusedBeforeAllocating(isAddressSpace: Bool) throws {
        let limit = 120 << 20
        let service =
            isAddressSpace
            ? try RunningService(
                ["--isolation", "none", "--workers", "1"], under: ["prlimit", "--as=\(450 << 20)"])
            : try RunningService([
                "--isolation", "none", "--workers", "1", "--memory-bytes", String(limit),
            ])
        let hello = #"{"messages":["Hi!"]}"#
        let right = try service.post(hello)
        #expect(right.status == 200)
        let packed = try RunningService.run([
            "sh", "-c",
            #"(printf '{"messages":["a"],"x":"'; head -c 240000000 /dev/zero | tr '\0' b; "#
                + #"printf '"}') | gzip -1"#,
        ]).output
        let refused = try service.curl("/render", ["-H", "Content-Encoding: gzip"], body: packed)
        // The remaining address space depends on the process's other mappings.
        #expect(refused.status == 422 || isAddressSpace && refused.status == 503)
        #expect(isAddressSpace || refused.text.contains("/problems/too-large-for-memory"))
        let tiny = "[" + String(repeating: #""a","#, count: 199_999) + #""a"]"#
        let endless = try service.post(tiny, to: "/render.pdf?page.size=endless")
        #expect(endless.status == 422 || endless.status == 503)
        if !isAddressSpace { #expect(try service.memory("VmHWM") < limit + 64 << 20) }
        #expect(try service.post(hello).body == right.body)
        #expect(service.stop() == 0)
    }
}
