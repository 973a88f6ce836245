import Basics
import Foundation
import Model
import Rendering
import Testing

@testable import Service

/// The libraries of videos are opened in a sandboxed render process.
@Suite struct VideoServiceTests {
    @Test(arguments: [("mp4", 4, "ftyp"), ("webm", 24, "webm")])
    func sandboxedProcessWritesVideos(format: String, place: Int, words: String) throws {
        let service = try RunningService(["--sandbox", "required"])
        let path = "/render.\(format)?m=Hi!&m=Hello&scale=1&motion.fps=4&motion.pace=300"
        let answer = try service.ask(path)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "video/\(format)")
        #expect(Array(answer.body)[place...].starts(with: words.utf8))
        #expect(try service.ask(path).body == answer.body)
    }

    @Test func withoutItsLibraryAVideoIsA501ThatNamesThePackage() throws {
        let problem = RenderFault.missingLibrary(.mp4, package: "libx264-164").explanation
        #expect(problem.httpStatus == 501 && problem.type == .missingLibrary)
        #expect(problem.detail.contains("libx264-164"))
    }
}
