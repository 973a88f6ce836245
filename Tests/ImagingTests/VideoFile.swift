import Foundation
import Testing

/// A video in a temporary file, as FFmpeg reads it.
final class VideoFile {
    struct Facts: Decodable {
        struct Stream: Decodable {
            let codec_name: String
            let width: Int
            let height: Int
            let pix_fmt: String
            let color_range: String?
            let color_space: String?
            let color_primaries: String?
            let color_transfer: String?
        }
        struct Frame: Decodable {
            let key_frame: Int
            let pts_time: String
        }
        struct Format: Decodable {
            let duration: String
            let tags: [String: String]?
        }
        let streams: [Stream]
        let frames: [Frame]
        let format: Format
    }

    private let file: URL

    init(_ bytes: [UInt8]) throws {
        file = FileManager.default.temporaryDirectory.appending(
            path: "chatprint-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    func probe() throws -> Facts {
        let output = try run(
            "ffprobe", ["-show_streams", "-show_frames", "-show_format", "-of", "json", file.path])
        return try JSONDecoder().decode(Facts.self, from: output)
    }

    /// All frames, as opaque words.
    func pixels() throws -> [UInt32] {
        let output = try run(
            "ffmpeg",
            [
                "-i", file.path, "-fps_mode", "passthrough", "-sws_flags",
                "accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "bgra", "-",
            ])
        return stride(from: 0, to: output.count - 3, by: 4).map { place in
            (0..<4).reduce(0) { $0 | UInt32(output[place + $1]) << UInt32(8 * $1) }
        }
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, "-v", "error"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return bytes
    }
}
