import Basics
import Foundation
import Model
import Rendering
import TestSockets
import Testing

@testable import Service

/// The libraries of videos are opened in a sandboxed render process.
@Suite struct VideoServiceTests {
    @Test(arguments: [("mp4", 4, "ftyp"), ("webm", 24, "webm")])
    func sandboxedProcessWritesVideos(format: String, place: Int, words: String) throws {
        let service = try RunningService(["--sandbox", "required"])
        let path = "/render.\(format)?m=Hi!&m=Hello&scale=1&motion.fps=4&motion.pace=300"
        let answer = try Self.ask(service, path)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "video/\(format)")
        #expect(Array(answer.body)[place...].starts(with: words.utf8))
        #expect(try Self.ask(service, path).body == answer.body)
    }

    private static func ask(_ service: RunningService, _ path: String) throws -> Answer {
        let client = try RawClient(port: UInt16(service.port))
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return try #require(Answer(Data(client.receiveAll() ?? [])))
    }

    @Test func withoutItsLibraryAVideoIsA501ThatNamesThePackage() throws {
        let problem = RenderFault.missingLibrary(.mp4, package: "libx264-164").explanation
        #expect(problem.httpStatus == 501)
        #expect(problem.type == .missingLibrary)
        #expect(problem.detail.contains("libx264-164"))
    }
}
