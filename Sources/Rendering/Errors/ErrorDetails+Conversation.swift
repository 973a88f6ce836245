package import Model

extension ErrorDetails {
    package init(_ error: ConversationError) {
        switch error {
        case .json(let error):
            self.init(error)
        case .invalid(let faults):
            self.init(faults)
        case .tooMany(let limit, let most, let pointer):
            let name = limit.rawValue
            self.init(
                "The conversation has more than \(most) \(name.replacing("_", with: " ")) "
                    + "(setting \(name)).")
            self.limit = most
            self.pointer = pointer
            setting = name
        case .stopped:
            self.init(RenderFault.timeout)
        case .strict(let warnings, let count):
            self.init(
                "\(warnings.first?.sentence ?? "")\(count > 1 ? " (and \(count - 1) more)" : "")")
            pointer = warnings.first?.pointer
            suggest(warnings.first?.meant)
            errors = warnings.prefix(20).map { Part(pointer: $0.pointer, detail: $0.detail) }
        }
    }

    private init(_ faults: [FieldFault]) {
        let first = faults.first
        let detail = first.map { $0.sentence } ?? "The conversation is invalid."
        let missing = first?.pointer.split(separator: "/").last.map(String.init)
        self.init(detail)
        pointer = first?.pointer
        errors = faults.map { Part(pointer: $0.pointer, detail: $0.sentence) }
        switch first?.reason {
        case .notAllowed(let value, let allowed):
            self.allowed = allowed
            suggest(value, among: allowed)
        case .missing:
            if let misspelled = first?.misspelled {
                suggest(misspelled.hasPrefix("/") ? first?.pointer : missing)
            }
        case .tooLong(_, let limit, let setting):
            self.limit = limit
            self.setting = setting.rawValue
        case .tooManyValues(_, let most): limit = most
        case .wrongType, .outOfRange, .empty, .malformedTime, .unknownTimeZone,
            .malformedLocale, .malformedPassword, .malformedReason, .malformedBase64,
            .malformedLength, .malformedColor,
            .malformedPattern, .unsearchable, .wholePart, .repeated, .notOne, .notBoth, nil:
            break
        }
    }
}

extension FieldFault {
    var sentence: String {
        if case .notBoth = reason { return reason.predicate + "." }
        let name =
            parameter.map { "The parameter \"\($0)\"" }
            ?? (pointer.isEmpty ? "The body" : pointer)
        let instead = misspelled.map { " (\"\($0.shortened)\" is unknown)" } ?? ""
        return name + " " + reason.predicate + instead + "."
    }
}

extension FieldFault.Reason {
    fileprivate var predicate: String {
        switch self {
        case .missing: "is missing"
        case .wrongType(let expected, let found):
            "is \(found.article), but must be "
                + expected.map(\.article).joined(separator: " or ")
        case .notAllowed(let value, let allowed):
            "is \"\(value.shortened)\", but must be "
                + (allowed.count == 1
                    ? "\"\(allowed[0])\"" : "one of \(allowed.joined(separator: ", "))")
        case .outOfRange(let value, let lower, let upper, let unit):
            "is \(value.shortened), but must be \(FieldFault.Reason.range(lower, upper))"
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
