/// A setting, by its name in `chatprint.json`, from which the variable and the flag are derived.
/// The table in `config/README.md` is generated from this list.
package enum Setting: String, Sendable, CaseIterable {
    // Addresses
    case host, port
    case unixSocket = "unix_socket"
    case metricsHost = "metrics_host"
    case metricsPort = "metrics_port"

    // Work
    case isolation, processes, sandbox
    case processBytes = "process_bytes"
    case workers, queue
    case queueSeconds = "queue_seconds"
    case renderSeconds = "render_seconds"
    case drainSeconds = "drain_seconds"
    case memoryBytes = "memory_bytes"
    case heif

    // Requests
    case connections
    case clientRate = "client_rate"
    case clientBurst = "client_burst"
    case bodyBytes = "body_bytes"
    case inflatedBytes = "inflated_bytes"
    case headSeconds = "head_seconds"
    case bodySeconds = "body_seconds"
    case idleSeconds = "idle_seconds"
    case writeSeconds = "write_seconds"
    case bufferBytes = "buffer_bytes"
    case spillBytes = "spill_bytes"
    case spillFolder = "spill_folder"

    // Conversations
    case messages, participants
    case messageCharacters = "message_characters"
    case jsonDepth = "json_depth"
    case attachments
    case mediaBytes = "media_bytes"
    case totalMediaBytes = "total_media_bytes"
    case picturePixels = "picture_pixels"
    case totalPicturePixels = "total_picture_pixels"
    case outputPixels = "output_pixels"
    case pages, frames
    case searchSteps = "search_steps"
    case documentBytes = "document_bytes"
    case archiveEntries = "archive_entries"
    case archiveBytes = "archive_bytes"
    case archiveRatio = "archive_ratio"

    // Pictures
    case mark

    // Signatures
    case signKey = "sign_key"
    case signCertificate = "sign_certificate"
    case signPassphraseFile = "sign_passphrase_file"
    case signPadding = "sign_padding"
    case signRoom = "sign_room"

    // Access, logs and metrics
    case apiKeys = "api_keys"
    case urlKeys = "url_keys"
    case cacheControl = "cache_control"
    case cacheBytes = "cache_bytes"
    case jobBytes = "job_bytes"
    case jobs
    case jobSeconds = "job_seconds"
    case corsOrigins = "cors_origins"
    case log
    case logLevel = "log_level"

    package var environment: String { "CHATPRINT_" + rawValue.uppercased() }
    package var flag: String { "--" + rawValue.replacing("_", with: "-") }
}

extension Setting {
    /// All settings as a Markdown table, for `config/README.md` and for `chatprint settings`.
    package static var table: String {
        var lines = ["| setting | default | environment | meaning |", "|---|---|---|---|"]
        let settings = Settings()
        for setting in allCases {
            let standard = settings.text(of: setting)
            lines.append(
                "| `\(setting.rawValue)` | \(standard.isEmpty ? "–" : "`\(standard)`") "
                    + "| `\(setting.environment)` | \(setting.summary) |")
        }
        return lines.joined(separator: "\n")
    }
}
