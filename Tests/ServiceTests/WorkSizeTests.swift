import Basics
import Dispatch
import HTTP
import Isolation
import Model
import Rendering
import System
import Testing

@testable import Service

/// Estimated before a body is parsed, corrected afterwards.
@Suite struct WorkSizeTests {
    private static let photo = String(
        decoding: Base64.encode((0..<540_000).map { UInt8(truncatingIfNeeded: $0 * 7) }),
        as: UTF8.self)

    private static func request(
        _ body: [UInt8], as format: Output.Format? = nil, type: String = "application/json",
        coding: ContentCoding = .identity
    ) -> WorkRequest {
        WorkRequest(requestID: "id", as: format, type: type, coding: coding, body: body)
    }

    private static func conversation(picture: String) -> [UInt8] {
        Array(#"{"messages":[{"attachments":[{"kind":"image","src":{"data":""#.utf8)
            + Array(picture.utf8) + Array(#""}}]}]}"#.utf8)
    }

    private static func talk(_ count: Int) -> [UInt8] {
        let lines = (0..<count).map { "\"line number \($0) of a talk that takes a while to draw\"" }
        return Array("[\(lines.joined(separator: ","))]".utf8)
    }

    @Test func aPhotoIsSmallAndManyMessagesAreNot() {
        let photo = Self.conversation(picture: Self.photo)
        #expect(photo.count > 700_000 && Self.request(photo).isSmall)
        #expect(!Self.request(Self.talk(5_000)).isSmall)
        #expect(Self.request(Self.talk(300)).isSmall)
        // Escaped slashes, and lines of base64 as in mail, are base64 as well.
        #expect(
            Self.request(
                Self.conversation(picture: Self.photo.replacing("A", with: "\\/"))
            ).isSmall)
        #expect(!Self.request(Self.conversation(picture: Self.photo) + Self.talk(5_000)).isSmall)
        let album = String(repeating: Self.photo, count: 4)
        #expect(!Self.request(Self.conversation(picture: album)).isSmall)
    }

    @Test func formsCountTheirPicturesApart() {
        func form(_ type: String) -> [UInt8] {
            let head = "--b\r\nContent-Disposition: form-data; name=\"p\"; filename=\"p.jpg\"\r\n"
            let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
            return Array((head + "Content-Type: \(type)\r\n\r\n").utf8) + bytes
                + Array("\r\n--b--\r\n".utf8)
        }
        let type = "multipart/form-data; boundary=b"
        #expect(Self.request(form("image/jpeg"), type: type).isSmall)
        #expect(!Self.request(form("application/zip"), type: type).isSmall)
        #expect(!Self.request(form("image/jpeg"), type: "multipart/form-data").isSmall)
    }

    @Test func clipsAndCompressedBodiesAreLargerThanTheyLook() {
        #expect(!Self.request(Self.talk(2), as: .mp4).isSmall)
        #expect(Self.request([UInt8](repeating: 1, count: 16_000), coding: .gzip).isSmall)
        #expect(!Self.request([UInt8](repeating: 1, count: 20_000), coding: .gzip).isSmall)
    }

    private func frames(for body: [UInt8], as format: Output.Format) throws -> [Frame.Kind] {
        let service = try InProcessService(isDirect: true)
        let front = try FrontProcess(
            of: #require(service.service.backend as? InProcessBackend))
        try front.send(Self.request(body, as: format), body: body[...])
        var kinds: [Frame.Kind] = []
        while let frame = try front.socket.receive() {
            // A slow machine also reports progress.
            if frame.kind != .progress { kinds.append(frame.kind) }
            if [.response, .end, .broken].contains(frame.kind) { break }
        }
        front.finish()
        return kinds
    }

    @Test func renderProcessesCorrectTheEstimate() throws {
        let short = Array(
            "[\(Array(repeating: "\"a\"", count: 1_500).joined(separator: ","))]".utf8)
        #expect(Self.request(short, as: .txt).isSmall)
        #expect(try frames(for: short, as: .txt) == [.large, .response])
        let blank = Array("[\"Hi\"]".utf8) + [UInt8](repeating: ASCII.space, count: 200_000)
        #expect(!Self.request(blank, as: .txt).isSmall)
        #expect(try frames(for: blank, as: .txt) == [.small, .response])
        #expect(try frames(for: Self.talk(3), as: .txt) == [.response])
        // A picture of many pixels, and a document of many pages.
        let tall = Array("[\"\(String(repeating: "a\\n", count: 8_000))\"]".utf8)
        #expect(try frames(for: tall, as: .pdf).first == .large)
    }
}
