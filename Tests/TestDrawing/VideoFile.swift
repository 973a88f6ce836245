import Foundation

/// Decoded with FFmpeg.
package final class VideoFile {
    package struct Facts: Decodable {
        package struct Stream: Decodable {
            package let codec_name: String
            package let width: Int
            package let height: Int
            package let pix_fmt: String
            package let color_range: String?
            package let color_space: String?
            package let color_primaries: String?
            package let color_transfer: String?
        }
        package struct Frame: Decodable {
            package let key_frame: Int
            package let pts_time: String
        }
        package struct Format: Decodable {
            package let duration: String
            package let tags: [String: String]?
        }
        package let streams: [Stream]
        package let frames: [Frame]
        package let format: Format
    }

    private let file: URL

    package init(_ bytes: [UInt8]) throws {
        file = FileManager.default.temporaryDirectory.appending(
            path: "chatprint-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    package func probe() throws -> Facts {
        let output = try run(
            "ffprobe", ["-show_streams", "-show_frames", "-show_format", "-of", "json", file.path])
        return try JSONDecoder().decode(Facts.self, from: output)
    }

    /// All frames, as opaque words.
    package func pixels() throws -> [UInt32] {
        let output = try run(
            "ffmpeg",
            [
                "-i", file.path, "-fps_mode", "passthrough", "-sws_flags",
                "accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "bgra", "-",
            ])
        return stride(from: 0, to: output.count - 3, by: 4).map { place in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(output[place + $1]) << (8 * $1) }
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
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return bytes
    }
}
