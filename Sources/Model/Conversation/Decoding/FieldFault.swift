package import Basics

package enum ConversationError: Error, Sendable, Hashable {
    case json(JSONError)
    /// The first twenty faults, in document order.
    case invalid([FieldFault])
    case tooMany(Limits.Setting, limit: Int, pointer: String)
    /// `options.strict` is set and there were warnings: the first hundred, and their total number.
    case strict([Warning], count: Int)
    /// The caller canceled the request, or its deadline passed.
    case stopped
}

package struct FieldFault: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        case missing
        case wrongType(expected: [JSONKind], found: JSONKind)
        /// `meant` is the allowed value that the given one is another word for.
        case notAllowed(value: String, allowed: [String], meant: String? = nil)
        /// None or several of the members of which one is required.
        case notOne(of: [String])
        case notBoth(String, String)
        /// A bound that does not exist is nil.
        case outOfRange(value: String, lower: Double?, upper: Double?, unit: String = "")
        /// A protecting member that occurs more than once, of which one would be ignored.
        case repeated
        /// An empty array where an element is required.
        case empty
        case tooLong(actual: Int, limit: Int, setting: Limits.Setting)
        /// Too many values in a setting that is read as a whole.
        case tooManyValues(actual: Int, most: Int)
        case malformedTime(String)
        case unknownTimeZone(String)
        /// Not a valid BCP 47 tag.
        case malformedLocale(String)
        case malformedPassword
        /// The reason code of a redaction is invalid.
        case malformedReason(String)
        /// `offset` is counted from the first character of the data.
        case malformedBase64(offset: Int)
        /// Neither a number of points nor a number with `mm`, `cm`, `in` or `pt`.
        case malformedLength(String)
        case malformedColor(String)
        case malformedPattern(String, Pattern.Fault)
        /// A parameter that is a whole part of the request.
        case wholePart
        /// A name without searchable characters.
        case unsearchable(String)
    }

    /// The JSON Pointer into the body, even if the value came from the query and replaces the
    /// body's.
    package let pointer: String
    package let parameter: String?
    package let reason: Reason
    /// The unknown name that may be a misspelling of the missing field, or the JSON Pointer of an
    /// unknown field in another object.
    package let misspelled: String?

    package init(
        at pointer: String, parameter: String? = nil, _ reason: Reason, misspelled: String? = nil
    ) {
        self.pointer = pointer
        self.parameter = parameter
        self.reason = reason
        self.misspelled = misspelled
    }
}

extension ConversationError {
    package var explanation: Explanation {
        switch self {
        case .json(let error): error.explanation
        case .invalid(let faults):
            Explanation(
                faults.map { ($0.pointer, $0.explanation) },
                or: Explanation(.invalidConversation, "The conversation is invalid."))
        case .tooMany(let limit, let most, let pointer):
            Explanation(
                limit.problemType,
                "The conversation has more than \(most) \(limit.rawValue.replacing("_", with: " ")) (setting \(limit.rawValue)).",
                at: pointer, limit: most, setting: limit.rawValue)
        case .strict(let warnings, let count): Self.explanation(strict: warnings, of: count)
        case .stopped: .timeout
        }
    }

    private static func explanation(strict warnings: [Warning], of count: Int) -> Explanation {
        let first = warnings.first
        let place = first.map { $0.pointer.isEmpty ? "" : $0.pointer + ": " } ?? ""
        var explanation = Explanation(
            .strict, "\(place)\(first?.words ?? "")\(count > 1 ? " (and \(count - 1) more)" : "")",
            at: first?.pointer, meant: first?.meant)
        explanation.errors = warnings.prefix(20).map {
            Explanation.Part(pointer: $0.pointer, $0.words)
        }
        return explanation
    }
}

extension Limits.Setting {
    fileprivate var problemType: ProblemType {
        switch declaration.subject {
        case .messages: .tooManyMessages
        case .participants: .tooManyParticipants
        case .attachments: .tooManyAttachments
        case .search: .tooManySearchSteps
        case .text: .textTooLong
        case .nesting: .jsonTooDeep
        case .pictures: .imagesBudget
        case .output: .outputTooLarge
        case .export: .exportTooLarge
        }
    }
}

extension FieldFault {
    package var explanation: Explanation {
        switch reason {
        case .notAllowed(let value, let allowed, let meant):
            Explanation(
                .invalidConversation, sentence, at: pointer, unknown: value, among: allowed,
                meant: meant)
        case .missing:
            Explanation(.invalidConversation, sentence, at: pointer, meant: meant)
        case .tooLong(_, let limit, let setting):
            Explanation(
                setting.problemType, sentence, at: pointer, limit: limit,
                setting: setting.rawValue)
        case .tooManyValues(_, let most):
            Explanation(.invalidConversation, sentence, at: pointer, limit: most)
        case .malformedBase64: Explanation(.imageBase64, sentence, at: pointer)
        case .wrongType, .outOfRange, .empty, .malformedTime, .unknownTimeZone,
            .malformedLocale, .malformedPassword, .malformedReason, .malformedLength,
            .malformedColor, .malformedPattern, .unsearchable, .wholePart, .repeated, .notOne,
            .notBoth:
            Explanation(.invalidConversation, sentence, at: pointer)
        }
    }

    /// The name of the missing field, or its place if the unknown name is in another object.
    private var meant: String? {
        misspelled.flatMap { name in
            name.hasPrefix("/") ? pointer : pointer.split(separator: "/").last.map(String.init)
        }
    }

    private var sentence: Explanation.Sentence {
        if case .notBoth = reason { return "\(reason.predicate)." }
        let instead = misspelled.map { " (\"\($0.shortened)\" is unknown)" } ?? ""
        return "\(subject) \(reason.predicate)\(instead)."
    }

    private var subject: Explanation.Sentence {
        if let parameter { return Explanation.Sentence(.subject(parameter)) }
        guard pointer.isEmpty else { return Explanation.Sentence(.place(pointer)) }
        return "The \(client: "body")\(local: "input")"
    }
}

extension FieldFault.Reason {
    fileprivate var predicate: String {
        switch self {
        case .missing: "is missing"
        case .wrongType(let expected, let found):
            "is \(found.article), but must be "
                + expected.map(\.article).joined(separator: " or ")
        case .notAllowed(let value, let allowed, _):
            "is \"\(value.shortened)\", but must be "
                + (allowed.count == 1
                    ? "\"\(allowed[0])\"" : "one of \(allowed.joined(separator: ", "))")
        case .outOfRange(let value, let lower, let upper, let unit):
            "is \(value.shortened), but must be \(Self.range(lower, upper))"
                + (unit.isEmpty ? "" : " \(unit)")
        case .empty: "is empty. At least one entry is required"
        case .tooLong(let actual, let limit, let setting):
            "has a length of \(actual), but the limit is \(limit) (setting \(setting.rawValue))"
        case .tooManyValues(let actual, let most):
            "has \(actual) values, but the maximum is \(most)"
        case .malformedTime(let value):
            "is not a valid time: \"\(value.shortened)\". Use ISO 8601 (2026-05-31T09:40:00+02:00) or Unix seconds"
        case .unknownTimeZone(let value):
            "is not a known time zone: \"\(value.shortened)\". Use an IANA name such as Europe/Berlin"
        case .malformedLocale(let value):
            "is not a valid language tag: \"\(value.shortened)\". Use one such as de-DE"
        case .malformedPassword:
            "must be 1 to 127 printable ASCII characters"
        case .malformedReason(let value):
            "is not a valid code: \"\(value.shortened)\". Use 1 to 24 letters, digits, spaces and ().,/§-"
        case .malformedBase64(let offset): "is not valid base64 at character \(offset)"
        case .malformedLength(let value):
            "is not a valid length: \"\(value.shortened)\". Use points, or 15mm, 1.5cm, 0.5in"
        case .malformedColor(let value):
            "is not a valid color: \"\(value.shortened)\". Use #rrggbb"
        case .malformedPattern(let value, .matchesNothing):
            "matches no characters: \"\(value.shortened)\""
        case .malformedPattern(let value, _):
            "is not a supported regular expression: \"\(value.shortened)\""
        case .unsearchable(let value):
            "contains no searchable characters: \"\(value.shortened)\""
        case .repeated: "occurs more than once. Write it once"
        case .wholePart:
            "is a whole part of the request. Set its members, as in redact.pattern and page.size, or send it in the JSON of the conversation"
        case .notOne(let members) where members.count == 2:
            "needs \(members[0]), or \(members[1])"
        case .notOne(let members):
            "must have exactly one of \(members.joined(separator: ", "))"
        case .notBoth(let one, let other): "\(one) and \(other) cannot be combined"
        }
    }

    private static func range(_ lower: Double?, _ upper: Double?) -> String {
        switch (lower, upper) {
        case (let lower?, let upper?): "from \(lower.plain) to \(upper.plain)"
        case (let lower?, nil): "at least \(lower.plain)"
        case (nil, let upper?): "at most \(upper.plain)"
        case (nil, nil): "a number"
        }
    }
}
