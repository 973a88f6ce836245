import Basics
import HTTP
import Model
import Rendering

extension InProcessBackend {
    /// Returns the response of `/validate`: counts, warnings, and the effects of redaction rules
    /// and filters.
    func validation(of job: RenderJob) -> Response {
        Documents.object { writer in
            writer.member("messages", job.conversation.messages.count)
            writer.member("participants", job.conversation.participants.count)
            writer.member("warning_count", job.warningCount)
            writer.key("warnings")
            writer.array { writer in
                for warning in job.warnings {
                    writer.object { writer in
                        writer.member("kind", warning.kind.rawValue)
                        writer.member("pointer", warning.pointer)
                        writer.member("detail", warning.detail)
                        writer.member("did_you_mean", optional: warning.meant)
                    }
                }
            }
            writer.key("redactions")
            writer.array { writer in
                for (rule, count) in job.redactions.enumerated() {
                    writer.object { writer in
                        writer.member("pointer", "/options/redact/\(rule)")
                        writer.member("messages", count.messages)
                        writer.member("places", count.places)
                        writer.member("parts", count.parts)
                        writer.member("similar", count.similar.reduce(0) { $0 + $1.count })
                        writer.member("reason", optional: count.reason)
                    }
                }
            }
            writer.key("filters")
            writer.array { writer in
                for filter in job.filters {
                    writer.object { writer in
                        writer.member("pointer", filter.pointer)
                        writer.member("left_out", filter.leftOut)
                    }
                }
            }
        }
    }
}
