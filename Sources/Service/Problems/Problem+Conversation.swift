package import Conversation
import Rendering

extension Problem {
    package init(_ error: ConversationError) {
        switch error {
        case .json(let error):
            self.init(error)
        case .invalid(let faults):
            self.init(faults)
        case .tooMany(let limit, let most, let pointer):
            let name = limit.setting
            self.init(
                "too-many-" + name.rawValue.replacing("_", with: "-"), 422,
                "The conversation is too large",
                "There are more \(name.rawValue.replacing("_", with: " ")) than \(most); "
                    + "the setting \(name.rawValue) raises the limit.")
            self.limit = most
            self.pointer = pointer
            setting = name.rawValue
        case .stopped:
            self.init(RenderFault.timeout)
        case .strict(let warnings, let count):
            self.init(
                "strict", 422, "There were warnings, and options.strict is set",
                "\(warnings.first?.detail ?? "")\(count > 1 ? " (and \(count - 1) more)" : "")")
            pointer = warnings.first?.pointer
            suggest(warnings.first?.meant)
            errors = warnings.prefix(20).map { Part(pointer: $0.pointer, detail: $0.detail) }
        }
    }

    private init(_ faults: [FieldFault]) {
        let first = faults.first
        let detail = first.map { $0.sentence } ?? "The conversation cannot be read."
        let missing = first?.pointer.split(separator: "/").last.map(String.init)
        self.init(
            first?.slug ?? "invalid-conversation", 422, "The body is not a conversation", detail)
        pointer = first?.pointer
        errors = faults.map { Part(pointer: $0.pointer, detail: $0.sentence) }
        switch first?.reason {
        case .notAllowed(let value, let allowed):
            self.allowed = allowed
            suggest(value, among: allowed)
        case .missing: if first?.misspelt != nil { suggest(missing) }
        case .tooLong(_, let limit, let setting):
            self.limit = limit
            self.setting = setting.setting.rawValue
        case .tooManyValues(_, let most): limit = most
        case .wrongType, .outOfRange, .empty, .malformedTime, .unknownTimeZone,
            .malformedLocale, .malformedPassword, .malformedReason, .malformedBase64,
            .malformedLength, .malformedColor,
            .malformedPattern, .unsearchable, .notOne, nil:
            break
        }
    }
}

extension FieldFault {
    var slug: String {
        switch reason {
        case .tooLong: "text-too-long"
        case .malformedBase64: "image-base64"
        case .missing, .wrongType, .notAllowed, .outOfRange, .empty, .malformedTime,
            .unknownTimeZone, .malformedLocale, .malformedPassword, .malformedReason,
            .malformedLength,
            .malformedColor,
            .malformedPattern, .unsearchable, .notOne, .tooManyValues:
            "invalid-conversation"
        }
    }

    /// Names the field as the caller knows it, and says what to do.
    var sentence: String {
        let name =
            parameter.map { "The parameter \"\($0)\"" }
            ?? (pointer.isEmpty ? "The body" : pointer)
        let instead = misspelt.map { ", and \"\($0.shortened)\" is not known" } ?? ""
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
            "is \"\(value.shortened)\", but must be one of \(allowed.joined(separator: ", "))"
        case .outOfRange(let value, let lower, let upper):
            "is \(value.shortened), but must be \(FieldFault.Reason.range(lower, upper))"
        case .empty: "is empty, but needs at least one entry"
        case .tooLong(let actual, let limit, let setting):
            "is \(actual) long, but \(limit) is the most; the setting "
                + "\(setting.setting.rawValue) raises the limit"
        case .tooManyValues(let actual, let most):
            "holds \(actual) values, but \(most) are the most"
        case .malformedTime(let value):
            "is \"\(value.shortened)\", which is no time; write 2026-05-31T09:40:00+02:00 or Unix seconds"
        case .unknownTimeZone(let value):
            "is \"\(value.shortened)\", which is no time zone; write an IANA name such as Europe/Berlin"
        case .malformedLocale(let value):
            "is \"\(value.shortened)\", which is no language tag; write one such as de-DE"
        case .malformedPassword:
            "is no password that every reader takes; write 1 to 127 letters, digits, blanks and signs of ASCII"
        case .malformedReason(let value):
            "is \"\(value.shortened)\", which is no code; write 1 to 24 letters, digits, blanks and ().,/§-"
        case .malformedBase64(let offset): "is not base64 at character \(offset)"
        case .malformedLength(let value):
            "is \"\(value.shortened)\", which is no length; write points, or 15mm, 1.5cm, 0.5in"
        case .malformedColor(let value):
            "is \"\(value.shortened)\", which is no colour; write #rrggbb"
        case .malformedPattern(let value, _):
            "is \"\(value.shortened)\", which is no regular expression that is understood here"
        case .unsearchable(let value):
            "is \"\(value.shortened)\", of which nothing can be searched for"
        case .notOne(let members):
            "must have one of \(members.joined(separator: ", ")), and only one"
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

extension Limits.Setting {
    package var setting: Setting {
        switch self {
        case .messages: .messages
        case .participants: .participants
        case .messageCharacters: .messageCharacters
        case .jsonDepth: .jsonDepth
        case .attachments: .attachments
        case .mediaBytes: .mediaBytes
        case .totalMediaBytes: .totalMediaBytes
        case .picturePixels: .picturePixels
        case .totalPicturePixels: .totalPicturePixels
        case .outputPixels: .outputPixels
        case .pages: .pages
        case .searchSteps: .searchSteps
        case .documentBytes: .documentBytes
        case .archiveEntries: .archiveEntries
        case .archiveBytes: .archiveBytes
        case .archiveRatio: .archiveRatio
        }
    }
}
