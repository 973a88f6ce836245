import JSON

extension SettingsDecoder {
    func readOutput(
        into output: inout Output, fields: inout FieldReader
    ) throws(ConversationError) {
        guard let part = members["output"] else { return }
        let outer = try enter(part, at: "/output", &fields)
        defer { leave(outer, &fields) }
        guard try fields.beginObject() else { return }
        var scale: Double?
        while let key = try fields.nextKey() {
            switch key {
            case "format": output.format = try fields.choice()
            case "width": output.width = try fields.length(120...4000)
            case "scale": scale = try fields.double(1...4)
            case "canvas": output.canvas = try fields.canvas()
            case "max_height": output.maxHeight = try fields.length(100...10_000_000)
            case "overflow": output.overflow = try fields.choice() ?? output.overflow
            case "background": output.background = try fields.background() ?? output.background
            case "page":
                output.hasPage = try fields.peek() == .object
                try fields.page(into: &output.page)
            case "attach": output.attachesFiles = try fields.flag()
            case "compression": output.compression = try fields.choice() ?? output.compression
            case "quality": output.quality = try fields.int(1...100)
            case "split_by": output.splitBy = try fields.division()
            case "filename": output.filename = try fields.fileStem()
            case "archival": output.archive = try fields.archive(or: output.archive)
            case "password": output.password = try fields.password()
            case "created": output.created = try fields.moment()
            case "profile": output.profile = try fields.choice() ?? output.profile
            case "author": output.author = try fields.line()
            case "subject": output.subject = try fields.line()
            case "keywords": output.keywords = try fields.keywords()
            case "custodian": output.custodian = try fields.line()
            case "bag": output.bagInfo = try fields.bagInfo()
            case "production": try fields.production(into: &output.production)
            case "sign": output.signature = try fields.signature()
            case "engine": output.engine = try fields.choice() ?? output.engine
            case "fonts": output.fonts = try fields.choice() ?? output.fonts
            case "grayscale", "greyscale": output.isGrey = try fields.flag()
            default: try fields.unknown(key)
            }
        }
        output.scale = scale ?? output.scale
        try settleCanvas(of: &output, scale: scale, &fields)
    }
}

extension FieldReader {
    /// A word, or how many messages each part has.
    mutating func division() throws(ConversationError) -> Division? {
        guard let word = try identifier() else { return nil }
        switch word.lowercased() {
        case "day": return .day
        case "month": return .month
        case "year": return .year
        default:
            if let count = Int(word), count > 0 { return .count(count) }
            try reject(
                .notAllowed(
                    value: FieldReader.excerpt(word),
                    allowed: ["day", "month", "year", "a number of messages"]))
            return nil
        }
    }

    /// A list of words, or a line of them with commas between.
    mutating func keywords() throws(ConversationError) -> [String] {
        guard try peek() == .array else {
            let parts = try line()?.split(separator: ",") ?? []
            return parts.map { $0.split(separator: " ").joined(separator: " ") }
                .filter { !$0.isEmpty }
        }
        guard try beginArray() else { return [] }
        var words: [String] = []
        while try nextElement() {
            if let word = try line() { words.append(word) }
        }
        return words
    }

    /// Whether a document keeps to an archive's rules, or to whose.
    mutating func archive(or usual: Output.Archive?) throws(ConversationError) -> Output.Archive? {
        guard try peek() == .string else {
            return try bool().map { $0 ? .a3 : nil } ?? usual
        }
        guard let word = try string([.string]) else { return usual }
        switch word.lowercased() {
        case "true": return .a3
        case "false": return nil
        case let name:
            if let archive = Output.Archive(rawValue: name) { return archive }
            let names = Output.Archive.allCases.map(\.rawValue)
            try reject(
                .notAllowed(value: FieldReader.excerpt(word), allowed: names + ["true", "false"]))
            return usual
        }
    }

    /// Readers of documents disagree on how other letters are written (ISO 32000-2, 7.6.4.3.3), and
    /// take no more.
    mutating func password() throws(ConversationError) -> String? {
        guard let password = try string([.string]) else { return nil }
        guard (1...127).contains(password.utf8.count),
            password.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else {
            // What it was is told to nobody.
            try reject(.malformedPassword)
            return nil
        }
        return password
    }

    /// Reads the facts of a bag, in the order of the names that BagIt reserves.
    mutating func bagInfo() throws(ConversationError) -> [BagInfo] {
        guard try beginObject() else { return [] }
        var values: [BagInfo.Label: String] = [:]
        while let key = try nextKey() {
            if let label = BagInfo.Label(rawValue: key) {
                values[label] = try line()
            } else {
                try unknown(key)
            }
        }
        return BagInfo.Label.allCases.compactMap { label in
            values[label].flatMap { $0.isEmpty ? nil : BagInfo(label, $0) }
        }
    }

    /// Whether to sign, or what a signature is to say.
    mutating func signature() throws(ConversationError) -> SignatureWords? {
        switch try peek() {
        case .bool, .string: return try flag() ? SignatureWords() : nil
        case .null, .number, .array:
            if try !isNull() { try rejectType([.bool, .object]) }
            return nil
        case .object: break
        }
        guard try beginObject() else { return nil }
        var words = SignatureWords()
        while let key = try nextKey() {
            switch key {
            case "reason": words.reason = try line()
            case "location": words.location = try line()
            case "name": words.name = try line()
            case "line": words.line = try choice() ?? words.line
            default: try unknown(key)
            }
        }
        return words
    }

    /// A file's name without the ending that it gets by its format.
    mutating func fileStem() throws(ConversationError) -> String? {
        guard let name = try line().map({ String($0.prefix(200)) }) else { return nil }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            Output.Format(ending: String(name[name.index(after: dot)...])) != nil
        else { return name }
        return String(name[..<dot])
    }

    mutating func background() throws(ConversationError) -> Output.Background? {
        guard try peek() == .string else { return try color().map(Output.Background.color) }
        var copy = self
        switch try copy.string([.string]) {
        case "theme":
            self = copy
            return .theme
        case "transparent":
            self = copy
            return .transparent
        default: return try color().map(Output.Background.color)
        }
    }
}
