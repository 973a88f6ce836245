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
        {"messages":[\(WrittenTalk.lines(300) { #"{"from":"\#($0 % 2)","text":"\#($1)"}"# }
            .joined(separator: ","))],"options":{"redact":[{"pattern":"w.s"}]}}
        """
    @Test(
        arguments: [own, WrittenTalk.whatsApp(300), WrittenTalk.discord(300)], [true, false])
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
