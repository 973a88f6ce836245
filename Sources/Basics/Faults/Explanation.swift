/// What a fault says: a sentence of typed parts, the place, and what would be accepted.
///
/// A fault is explained where it is thrown. The service, the command and the library print the
/// explanation, each with the names that its users know.
package struct Explanation: Error, Sendable, Equatable {
    /// One of several faults of a request.
    package struct Part: Sendable, Equatable {
        package let pointer: String
        package let sentence: Sentence

        package init(pointer: String, _ sentence: Sentence) {
            self.pointer = pointer
            self.sentence = sentence
        }
    }

    /// What failed in the program itself. Logs and callers of the library need it, clients do not.
    package enum Cause: Sendable, Equatable {
        /// Writing failed with this `errno`.
        case system(Int32)
        case defect(String)
    }

    package let type: ProblemType
    /// The HTTP status, if it differs from that of the type.
    package var status: Int?
    package var sentence: Sentence
    /// The file of an export that contains the fault; empty if the export is one file.
    package var file: String?
    package var pointer: String?
    package var line: Int?
    package var column: Int?
    package var offset: Int?
    package var limit: Int?
    package var setting: String?
    /// The rejected value, where `allowed` lists the others.
    package var value: String?
    package var allowed: [String]
    /// The known name closest to an unknown one.
    package var meant: String?
    package var errors: [Part] = []
    /// In seconds.
    package var retryAfter: Int?
    package var cause: Cause?

    package init(
        _ type: ProblemType, _ sentence: Sentence, status: Int? = nil, at pointer: String? = nil,
        limit: Int? = nil, setting: String? = nil, allowed: [String] = [], meant: String? = nil,
        retryAfter: Int? = nil, cause: Cause? = nil
    ) {
        self.type = type
        self.sentence = sentence
        self.status = status
        self.pointer = pointer
        self.limit = limit
        self.setting = setting
        self.allowed = allowed
        self.meant = meant
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// Suggests the known name closest to the unknown one.
    package init(
        _ type: ProblemType, _ sentence: Sentence, at pointer: String? = nil,
        unknown name: String, among allowed: [String], meant: String? = nil
    ) {
        self.init(type, sentence, at: pointer, allowed: allowed)
        value = name
        self.meant = meant ?? NearestName.closest(to: name, in: allowed)
    }

    /// Explains the first of several faults, and lists all.
    package init(_ faults: [(pointer: String, explanation: Explanation)], or none: Explanation) {
        self = faults.first?.explanation ?? none
        errors = faults.map { Part(pointer: $0.pointer, $0.explanation.sentence) }
    }

    /// The sentence with the file before it and the suggestion after it.
    package func detail(_ printed: (Sentence) -> String) -> String {
        var text = printed(sentence)
        if let file, !file.isEmpty { text = "\(file.shortened): \(text)" }
        // A warning's text may already contain the suggestion.
        guard let meant, !text.contains("did you mean") else { return text }
        return (text.hasSuffix(".") ? String(text.dropLast()) : text)
            + "; did you mean \"\(meant)\"?"
    }

    /// The explanation in one line, for clients of the service.
    package var detail: String { detail { $0.text() } }

    package static let timeout = Explanation(
        .renderTimeout,
        "The rendering exceeded the time limit (setting render_seconds). Render less at once.",
        setting: "render_seconds", retryAfter: 5)

    package static let memory = Explanation(
        .overloaded,
        "The memory budget is used up (setting memory_bytes). Retry later, or send less at once.",
        setting: "memory_bytes", retryAfter: 2)

    package static func unreadable(from offset: Int, of file: String? = nil) -> Explanation {
        var explanation = Explanation(
            .unreadable,
            "The file cannot be read from byte \(offset), or was truncated meanwhile.")
        explanation.offset = offset
        explanation.file = file
        return explanation
    }
}

extension Explanation {
    /// A text with parts that each printer words for its readers.
    package struct Sentence: Sendable, Hashable, ExpressibleByStringInterpolation {
        package enum Part: Sendable, Hashable {
            case text(String)
            /// The name of a parameter, which is an option of the command.
            case parameter(String)
            /// Likewise as the first words of the sentence.
            case subject(String)
            /// Likewise in backticks, in the text of a warning.
            case option(String)
            /// The JSON Pointer that is the subject of the sentence.
            case place(String)
            /// Words for clients of the service alone.
            case client(String)
            /// Words for users of the command and the library.
            case local(String)
        }

        package struct StringInterpolation: StringInterpolationProtocol {
            fileprivate var parts: [Part] = []

            package init(literalCapacity: Int, interpolationCount: Int) {
                parts.reserveCapacity(2 * interpolationCount + 1)
            }

            package mutating func appendLiteral(_ text: String) {
                if !text.isEmpty { parts.append(.text(text)) }
            }

            package mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
            package mutating func appendInterpolation(_ number: Int) { appendLiteral("\(number)") }
            package mutating func appendInterpolation(_ sentence: Sentence) {
                parts += sentence.parts
            }
            package mutating func appendInterpolation(parameter name: String) {
                parts.append(.parameter(name))
            }
            package mutating func appendInterpolation(subject name: String) {
                parts.append(.subject(name))
            }
            package mutating func appendInterpolation(client text: String) {
                parts.append(.client(text))
            }
            package mutating func appendInterpolation(local text: String) {
                parts.append(.local(text))
            }
        }

        package let parts: [Part]

        package init(_ part: Part) { parts = [part] }
        package init(stringLiteral text: String) { parts = [.text(text)] }
        package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

        /// Reads the text of a warning, in which names of options are in backticks.
        package init(warning text: String) {
            let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
            let hasNames = pieces.count > 2 && !pieces.count.isMultiple(of: 2)
            parts =
                hasNames
                ? pieces.enumerated().map { index, piece in
                    index.isMultiple(of: 2) ? .text(String(piece)) : .option(String(piece))
                } : [.text(text)]
        }

        /// For programs, which use the library if `isLocal`, and otherwise the service.
        package func text(isLocal: Bool = false) -> String {
            parts.reduce(into: "") { text, part in
                switch part {
                case .text(let words), .place(let words): text += words
                case .parameter(let name): text += "the parameter \"\(name)\""
                case .subject(let name): text += "The parameter \"\(name)\""
                case .option(let name): text += "`\(name)`"
                case .client(let words): text += isLocal ? "" : words
                case .local(let words): text += isLocal ? words : ""
                }
            }
        }
    }
}

extension String {
    package var shortened: String { count > 60 ? prefix(60) + "…" : self }
}

extension Double {
    /// `4` instead of `4.0`.
    package var plain: String {
        self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self)
    }
}

extension JSONKind {
    /// The kind with its article, for error messages.
    package var article: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
