import Basics
import Foundation
import Importing
import Model
import Rendering
import Synchronization
import TestSupport
import Testing
import Themes

@testable import Service

/// A deadline that expires at any check while a request is read, imported and prepared.
@Suite struct ReadingDeadlineTests {
    private func jobBuilder() throws -> JobBuilder {
        let folder = RunningService.root.appendingPathComponent("config").path
        return JobBuilder(
            themes: try ThemeCatalog(folder: folder + "/themes"),
            languages: Languages.catalog,
            importPhrases: try ImportPhrases(folder: folder + "/imports"), limits: Limits())
    }

    private static let own = """
        {"messages":[\((0..<300).map { "{\"from\":\"a\",\"text\":\"word \($0)\"}" }
            .joined(separator: ","))],"options":{"redact":[{"pattern":"w.r"}]}}
        """
    private static let whatsApp = (0..<300).map {
        "31/05/2026, 09:\(10 + $0 % 50) - \($0 % 2 == 0 ? "Ann" : "Ben"): word \($0)"
    }.joined(separator: "\n")
    private static let discord = """
        {"guild":{"id":"1","name":"g"},"channel":{"id":"2","type":"DirectTextChat","name":"c"},
        "exportedAt":"2026-05-31T09:00:00Z","messages":[\((0..<300).map { number in
            "{\"id\":\"\(number)\",\"type\":\"Default\",\"timestamp\":\"2026-05-31T09:00:00Z\","
                + "\"content\":\"word\",\"author\":{\"id\":\"\(number % 3)\",\"name\":\"u\"}}"
        }.joined(separator: ","))]}
        """

    @Test(arguments: [own, whatsApp, discord], [true, false])
    func readingStopsAtEveryCheck(body: String, isImport: Bool) throws {
        let jobBuilder = try jobBuilder()
        let upload = Upload(Array(body.utf8))
        func read(until last: Int) throws(Explanation) -> Int {
            let checks = Mutex(0)
            let control = RenderControl(verdict: { bytes in
                guard bytes >= 0 else { return .proceed }
                return checks.withLock { checks in
                    checks += 1
                    return checks > last ? .late : .proceed
                }
            })
            if isImport {
                let read = try jobBuilder.conversion(of: upload, [:], control: control)
                let converted = try jobBuilder.prepared(read, control: control)
                _ = try converted.json(control)
            } else {
                _ = try jobBuilder.job(
                    upload, JobOptions(format: .png), control: control)
            }
            return checks.withLock { $0 }
        }
        let checks = try read(until: .max)
        #expect(checks > 300)
        for step in 0..<30 {
            let last = checks * step / 30
            let error = #expect(throws: Explanation.self) { try read(until: last) }
            #expect(error == .timeout)
        }
    }
}
