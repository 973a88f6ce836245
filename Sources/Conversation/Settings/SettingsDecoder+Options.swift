import JSON

extension SettingsDecoder {
    func readOptions(
        into options: inout Options, fields: inout FieldReader
    ) throws(ConversationError) {
        guard let part = members["options"] else { return }
        let outer = try enter(part, at: "/options", &fields)
        defer { leave(outer, &fields) }
        guard try fields.beginObject() else { return }
        while let key = try fields.nextKey() {
            switch key {
            case "show": try fields.show(into: &options.show)
            case "group_window":
                options.groupWindow = try fields.double(0...31_536_000) ?? options.groupWindow
            case "order": options.order = try fields.choice() ?? options.order
            case "time_format": options.timeFormat = try fields.timeFormat() ?? options.timeFormat
            case "density": options.density = try fields.choice() ?? options.density
            case "contrast": options.contrast = try fields.choice() ?? options.contrast
            case "mirror_sides": options.mirrorSides = try fields.flag()
            case "strict": options.isStrict = try fields.flag()
            case "redact": options.redactions = try fields.redactions()
            case "filter": try fields.filter(into: &options.filter)
            default: try fields.unknown(key)
            }
        }
    }
}

extension FieldReader {
    mutating func show(into show: inout Options.Show) throws(ConversationError) {
        guard try beginObject() else { return }
        while let key = try nextKey() {
            switch key {
            case "names": show.names = try shown(.always, .never) ?? show.names
            case "avatars": show.avatars = try shown(.always, .never) ?? show.avatars
            case "times": show.times = try shown(.each, .never) ?? show.times
            case "status": show.status = try shown(.last, .never) ?? show.status
            case "dates": show.dates = try bool() ?? show.dates
            case "header": show.header = try bool()
            case "numbers": show.numbers = try flag()
            case "system": show.system = try bool()
            case "reaction_names": show.reactionNames = try flag()
            case "edits": show.edits = try flag()
            case "handles": show.handles = try flag()
            case "utc": show.utc = try flag()
            case "redactions": show.redactions = try flag()
            default: try unknown(key)
            }
        }
    }

    /// One of the words, or a boolean for the two that people mean by it.
    private mutating func shown<Choice>(
        _ yes: Choice, _ no: Choice
    ) throws(ConversationError) -> Choice?
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        if try peek() == .bool { return try bool().map { $0 ? yes : no } }
        if try peek() == .string, parameters[pointer] != nil {
            var copy = self
            switch try copy.string([.string]) {
            case "true":
                self = copy
                return yes
            case "false":
                self = copy
                return no
            default: break
            }
        }
        return try choice()
    }

    mutating func timeFormat() throws(ConversationError) -> Options.TimeFormat? {
        guard let word = try identifier() else { return nil }
        switch word.lowercased() {
        case "auto": return .auto
        case "12", "12h", "h12": return .h12
        case "24", "24h", "h24", "h23": return .h24
        default:
            try reject(
                .notAllowed(
                    value: FieldReader.excerpt(word),
                    allowed: Options.TimeFormat.allCases.map(\.rawValue)))
            return nil
        }
    }

    mutating func redactions() throws(ConversationError) -> [Options.Redaction] {
        guard try beginArray() else { return [] }
        var redactions: [Options.Redaction] = []
        while try nextElement() {
            // Each may have to look at every text.
            guard redactions.count < 100 else {
                try reject(.outOfRange(value: "101", lower: nil, upper: 100))
                try diagnostics.settle()
                return redactions
            }
            if let redaction = try redaction() { redactions.append(redaction) }
        }
        return redactions
    }

    /// One rule. Whatever hides nothing is refused: it was meant to.
    private mutating func redaction() throws(ConversationError) -> Options.Redaction? {
        let place = pointer
        var targets: [Options.Redaction.Target] = []
        var (pseudonym, reason): (String?, String?) = (nil, nil)
        var hidesParts: Bool?
        if try peek() == .null { try reject(.wrongType(expected: [.object], found: .null)) }
        guard try beginObject() else { return nil }
        while let key = try nextKey() {
            switch key {
            case "participant": try targets.append(.participant(target(), as: nil))
            case "message": try targets.append(.message(target()))
            case "pattern": try targets.append(.pattern(pattern()))
            case "as": pseudonym = try target()
            case "reason": reason = try self.reason()
            case "parts": hidesParts = try bool()
            default: try unknown(key)
            }
        }
        guard let target = targets.first, targets.count == 1 else {
            try diagnostics.reject(
                FieldFault(at: place, .notOne(of: ["participant", "message", "pattern"])))
            return nil
        }
        guard pseudonym != nil || hidesParts != nil else {
            return Options.Redaction(target, reason: reason)
        }
        guard case .participant(let key, _) = target else {
            try diagnostics.reject(FieldFault(at: place + "/participant", .missing))
            return nil
        }
        // Another name leaves no bar to write a reason on.
        guard pseudonym == nil || reason == nil else {
            try diagnostics.reject(FieldFault(at: place, .notOne(of: ["as", "reason"])))
            return nil
        }
        return Options.Redaction(
            .participant(key, as: pseudonym), reason: reason, hidesParts: hidesParts ?? true)
    }

    /// The code of why something is redacted.
    mutating func reason() throws(ConversationError) -> String? {
        guard let code = try line() else { return nil }
        guard RedactionMark.isReason(code) else {
            try reject(.malformedReason(FieldReader.excerpt(code)))
            return nil
        }
        return code
    }

    private mutating func target() throws(ConversationError) -> String {
        if let name = try identifier(), !name.isEmpty { return name }
        try reject(.empty)
        return ""
    }

    private mutating func pattern() throws(ConversationError) -> String {
        guard let text = try string([.string]), !text.isEmpty else {
            try reject(.empty)
            return ""
        }
        do throws(Pattern.Fault) {
            _ = try Pattern(text)
        } catch let fault {
            try reject(.malformedPattern(FieldReader.excerpt(text), fault))
        }
        return text
    }

    /// A time between messages, for which a month or a year will do: it begins there.
    private mutating func seam() throws(ConversationError) -> Moment? {
        var copy = self
        if try peek() == .string, let text = try copy.string([.string]),
            let start = TimeText(startOf: text)
        {
            self = copy
            return clock.moment(start)
        }
        return try moment()
    }

    mutating func filter(into filter: inout Options.Filter) throws(ConversationError) {
        guard try beginObject() else { return }
        while let key = try nextKey() {
            switch key {
            case "after": filter.after = try seam()
            case "before": filter.before = try seam()
            case "limit": filter.limit = try int(1...Int.max)
            case "exclude":
                guard try beginObject() else { continue }
                while let key = try nextKey() {
                    if try !criterion(key, of: &filter.excluded) { try unknown(key) }
                }
            default: if try !criterion(key, of: &filter.wanted) { try unknown(key) }
            }
        }
    }

    private mutating func criterion(
        _ key: String, of criteria: inout Options.Criteria
    ) throws(ConversationError) -> Bool {
        switch key {
        case "from": criteria.from = try lines()
        case "kinds": criteria.kinds = try lines()
        case "text":
            criteria.text = try several { (fields) throws(ConversationError) in
                try fields.target()
            }
        case "regex":
            criteria.regex = try several { (fields) throws(ConversationError) in
                try fields.pattern()
            }
        case "has": criteria.has = try choices()
        default: return false
        }
        return true
    }

    /// A list of words; a single one needs no brackets, and in a query commas do.
    mutating func choices<Choice>() throws(ConversationError) -> [Choice]
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        try several { (fields) throws(ConversationError) in try fields.choice() }.compactMap { $0 }
    }

    private mutating func several<Value>(
        _ read: (inout FieldReader) throws(ConversationError) -> Value
    ) throws(ConversationError) -> [Value] {
        guard try peek() == .array else { return try isNull() ? [] : [read(&self)] }
        guard try beginArray() else { return [] }
        var values: [Value] = []
        while try nextElement() {
            // Each may have to look at every text.
            guard values.count < 100 else {
                try reject(.outOfRange(value: "101", lower: nil, upper: 100))
                try diagnostics.settle()
                return values
            }
            values.append(try read(&self))
        }
        return values
    }
}
