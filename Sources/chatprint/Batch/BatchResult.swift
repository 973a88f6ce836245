import Basics
import Model
import Rendering
import Service

/// The result of a job: one line of JSON.
struct BatchResult: Sendable {
    struct Made: Sendable {
        let report: RenderReport
        let bytes: Int
        let sha256: String
        let importer: String?
    }

    enum Outcome: Sendable {
        case made(Made)
        /// The file already existed.
        case skipped(bytes: Int)
        /// A file or folder of media, found beside chats.
        case media
        case failed(Explanation)
    }

    var id: JSONValue?
    /// The line number in standard input, starting at 1.
    var line: Int?
    var path: String?
    var outcome: Outcome

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id ?? .null)
            writer.member("line", optional: line)
            writer.member("path", optional: path)
            switch outcome {
            case .made(let made): write(made, to: &writer)
            case .skipped(let bytes):
                writer.member("skipped", true)
                writer.member("bytes", bytes)
            case .media:
                writer.member("skipped", true)
                writer.member("media", true)
            case .failed(let problem):
                writer.member(
                    "error",
                    optional: try? JSONValue(parsing: problem.commandJSON))
            }
        }
        return writer.drain() + [0x0A]
    }

    private func write(_ made: Made, to writer: inout JSONWriter) {
        writer.member("format", made.report.format.rawValue)
        writer.member("bytes", made.bytes)
        writer.member("sha256", made.sha256)
        writer.member("width", made.report.width)
        writer.member("height", made.report.height)
        writer.member("pages", made.report.pages)
        writer.member("messages", made.report.messages)
        writer.member("importer", optional: made.importer)
        writer.member("warning_count", made.report.warningCount)
        writer.key("warnings")
        writer.array { writer in
            for warning in made.report.warnings {
                writer.object { writer in
                    writer.member("kind", warning.kind.rawValue)
                    writer.member("pointer", warning.pointer)
                    writer.member("detail", warning.detail)
                    writer.member("did_you_mean", optional: warning.meant)
                }
            }
        }
    }
}
