import Foundation
import Isolation
import Synchronization
import TestSockets
import Testing

@Suite struct RenderProcessTests {
    private static let faults = ["CHATPRINT_TEST_FAULTS=1"]
    private static let hello = #"{"messages":["Hi!","Hello"]}"#

    private static func request(_ fault: String) -> String {
        RunningService.request("/render?fault=" + fault, body: hello)
    }

    /// Runs each body on its own thread, since all of them wait for others.
    private static func together(_ bodies: [@Sendable () throws -> Void]) throws {
        let done = DispatchGroup()
        let first = FirstError()
        for body in bodies {
            done.enter()
            Thread {
                do { try body() } catch { first.keep(error) }
                done.leave()
            }.start()
        }
        done.wait()
        if let error = first.error { throw error }
    }

    /// The number of responses that each client has received.
    private final class Answered: Sendable {
        let clients: Range<Int>
        private let kept: Mutex<[Int]>

        init(clients: Int) {
            self.clients = 0..<clients
            kept = Mutex(Array(repeating: 0, count: clients))
        }

        var counts: [Int] { kept.withLock { $0 } }

        func count(_ client: Int) { kept.withLock { $0[client] += 1 } }

        func all(_ client: Int) { kept.withLock { $0[client] = .max } }

        /// Also true if a client has finished.
        func isPast(_ before: [Int]) -> Bool {
            zip(counts, before).allSatisfy { $0 > $1 || $0 == .max }
        }
    }

    private final class FirstError: Sendable {
        private let kept = Mutex<(any Error)?>(nil)

        var error: (any Error)? { kept.withLock { $0 } }

        func keep(_ error: any Error) { kept.withLock { $0 = $0 ?? error } }
    }

    @Test(arguments: [SIGKILL, SIGSEGV, SIGSTOP])
    func killedProcessesLoseNoRequest(signal: Int32) throws {
        let service = try RunningService()
        let talk = WrittenTalk.long(20)
        let whole = try service.post(talk)
        #expect(whole.status == 200)
        let answered = Answered(clients: 4)
        let clients: [@Sendable () throws -> Void] = answered.clients.map { client in
            {
                defer { answered.all(client) }
                for _ in 0..<6 {
                    let answer = try service.ask(body: talk)
                    #expect(answer.status == 200)
                    #expect(answer.body == whole.body)
                    answered.count(client)
                }
            }
        }
        try Self.together(
            clients + [
                {
                    for _ in 0..<5 {
                        for process in try service.children.prefix(1) {
                            kill(process, signal)
                        }
                        let before = answered.counts
                        // As soon as a replacement is ready, so that no request loses two
                        // processes: two crashes quarantine it.
                        try service.await("chatprint_processes 2")
                        while !answered.isPast(before) {}
                    }
                }
            ])
        let metrics = try service.curl("/metrics").text
        #expect(metrics.contains("chatprint_process_ends_total{cause=\"killed\"}"))
    }

    @Test func crashingRequestsGet500AndOthersAreServed() throws {
        let service = try RunningService(under: Self.faults)
        let whole = try service.post(Self.hello)
        let innocent: @Sendable () throws -> Void = {
            for _ in 0..<6 {
                let answer = try service.ask(body: Self.hello)
                #expect(answer.status == 200)
                #expect(answer.body == whole.body)
            }
        }
        try Self.together(
            [innocent, innocent, innocent] + [
                {
                    for round in 0..<6 {
                        let path = "/render?fault=trap@\(round % 2 == 0 ? "start" : "head")"
                        let answer = try service.ask(path, body: WrittenTalk.long(round + 1))
                        #expect(answer.status == 500)
                        #expect(answer.text.contains("/problems/render-crashed"))
                    }
                }
            ])
        let metrics = try service.curl("/metrics").text
        #expect(metrics.contains("\nchatprint_process_quarantined_total 6\n"))
        #expect(metrics.contains("\nchatprint_process_ends_total{cause=\"crash\"} 12\n"))
    }

    @Test func requestsThatCrashTwoProcessesAreNotRetried() throws {
        let service = try RunningService(under: Self.faults)
        let path = "/render?fault=abort"
        #expect(try service.post(Self.hello, to: path).status == 500)
        let ends = "\nchatprint_process_ends_total{cause=\"crash\"} 2\n"
        #expect(try service.curl("/metrics").text.contains(ends))
        #expect(try service.post(Self.hello, to: path).status == 500)
        #expect(try service.curl("/metrics").text.contains(ends))
        // A different body is not quarantined.
        #expect(try service.post(Self.hello).status == 200)
    }

    @Test func startedResponsesContinueFromAnotherProcess() throws {
        let service = try RunningService()
        let talk = WrittenTalk.long(4_000)
        let whole = try service.ask("/render.png?scale=1", body: talk)
        let client = try service.client(RunningService.request("/render.png?scale=1", body: talk))
        // Part of the response has arrived: kill whichever process renders the rest.
        var answer = Data(try #require(client.receive()))
        for process in try service.children { kill(process, SIGKILL) }
        answer += Data(try #require(client.receiveAll()))
        #expect(Answer(answer)?.body == whole.body)
        // The second process may already have had the request when it was killed as well.
        let metrics = try service.ask("/metrics").text
        #expect(metrics.contains(/\nchatprint_process_retries_total [12]\n/))
    }

    @Test func responsesThatCrashTwoProcessesAreVisiblyCut() throws {
        let service = try RunningService(under: Self.faults)
        let answer = try? service.post(
            WrittenTalk.long(3_000), to: "/render.png?fault=trap@piece", ["--max-time", "60"])
        // The end is missing: curl got no complete picture and has reported an error (18 or 56).
        #expect(answer?.body.suffix(8) != Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
        #expect(try service.post(Self.hello).status == 200)
    }

    @Test func hangingRendersAreKilled() throws {
        let service = try RunningService(["--render-seconds", "0.5"], under: Self.faults)
        let answer = try service.post(Self.hello, to: "/render?fault=hang")
        #expect(answer.status == 503)
        #expect(answer.text.contains("/problems/render-timeout"))
        #expect(try service.post(Self.hello).status == 200)
        let metrics = try service.curl("/metrics").text
        #expect(metrics.contains("chatprint_process_ends_total{cause=\"late\"} 1"))
    }

    @Test(arguments: ForbiddenAct.allCases)
    func forbiddenActsEndOnlyTheRenderProcess(act: ForbiddenAct) throws {
        let service = try RunningService(under: Self.faults)
        #expect(service.beginning.contains("seccomp"))
        // libdispatch writes such reports on a busy machine.
        #expect(try service.post(Self.hello, to: "/render?fault=report").status == 200)
        #expect(!(try service.curl("/metrics").text.contains("ends_total{")))
        #expect(try service.post(Self.hello, to: "/render?fault=\(act.rawValue)").status == 500)
        #expect(try service.post(Self.hello).status == 200)
    }

    @Test func forbiddenActsSucceedWithoutASandbox() throws {
        let service = try RunningService(["--sandbox", "off"], under: Self.faults)
        #expect(!service.beginning.contains("seccomp"))
        #expect(try service.post(Self.hello, to: "/render?fault=socket").status == 200)
    }

    /// Only tests may inject faults.
    @Test func seamsAreIgnoredUnlessEnabled() throws {
        let service = try RunningService()
        #expect(try service.post(Self.hello, to: "/render?fault=trap").status == 200)
        #expect(!(try service.curl("/metrics").text.contains("ends_total{")))
    }

    @Test func renderProcessesExitWhenTheServiceIsKilled() throws {
        let service = try RunningService(under: Self.faults)
        let children = try service.children
        #expect(children.count == 2)
        // One of the processes is busy forever.
        let client = try service.client(Self.request("hang"))
        try service.await("chatprint_workers_busy 1")
        service.send(SIGKILL)
        _ = service.waitForExit()
        // Each process has exited or is a zombie that its new parent has yet to reap.
        while children.contains(where: isAlive) {}
        withExtendedLifetime(client) {}
    }

    private func isAlive(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        else { return false }
        let state = status[(status.lastIndex(of: ")") ?? status.startIndex)...].dropFirst(2).first
        return state != "Z" && state != "X"
    }

    @Test func heicIsDecodedOnlyInASandbox() throws {
        let data = try RunningService.file("Tests/Fixtures/Pictures/photo.heic")
            .base64EncodedString()
        let talk =
            #"{"messages":[{"attachments":[{"type":"image","src":{"data":"\#(data)"}}]}]}"#
        #expect(try RunningService().post(talk).status == 200)
        #expect(try InProcessService().post(talk).status == 422)
    }

    @Test func grownProcessesAreReplacedBetweenRequests() throws {
        let service = try RunningService(["--process-bytes", "64MiB"])
        let before = try service.children
        let talk = WrittenTalk.long(20_000)
        for _ in 0..<2 { #expect(try service.post(talk, to: "/render.pdf").status == 200) }
        while Set(try service.children) == Set(before) {
            #expect(try service.post(talk, to: "/render.pdf").status == 200)
        }
        #expect(try service.post(Self.hello).status == 200)
        #expect(!(try service.curl("/metrics").text.contains("ends_total{")))
    }
}
