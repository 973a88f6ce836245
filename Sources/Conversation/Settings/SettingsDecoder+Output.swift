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
            case "archival": output.isArchival = try fields.bool() ?? output.isArchival
            case "created": output.created = try fields.moment()
            case "profile": output.profile = try fields.choice() ?? output.profile
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

    /// One length, or up to four, from the top clockwise as CSS has them.
    private mutating func margin() throws(ConversationError) -> PageSetup.Margin? {
        var lengths: [Double] = []
        let range = 0.0...400.0
        if try peek() == .array {
            guard try beginArray() else { return nil }
            while try nextElement() {
                guard let length = try length(range) else { continue }
                lengths.append(length)
            }
            if !diagnostics.issues.isEmpty { return nil }
        } else if try peek() == .string {
            guard let text = try string([.number, .string]) else { return nil }
            for word in Length.words(of: text) {
                guard let length = Length(word) else {
                    try reject(.malformedLength(FieldReader.excerpt(text)))
                    return nil
                }
                guard range.contains(length.points) else {
                    try reject(
                        .outOfRange(
                            value: FieldReader.excerpt(text), lower: range.lowerBound,
                            upper: range.upperBound))
                    return nil
                }
                lengths.append(length.points)
            }
        } else if let length = try length(range) {
            lengths = [length]
        } else {
            return nil
        }
        guard (1...4).contains(lengths.count) else {
            try reject(.malformedLength("\(lengths.count) lengths"))
            return nil
        }
        var margin = PageSetup.Margin(lengths[0])
        if lengths.count > 1 { (margin.right, margin.left) = (lengths[1], lengths[1]) }
        if lengths.count > 2 { margin.bottom = lengths[2] }
        if lengths.count > 3 { margin.left = lengths[3] }
        return margin
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

    mutating func page(into page: inout PageSetup) throws(ConversationError) {
        guard try beginObject() else { return }
        while let key = try nextKey() {
            switch key {
            case "size": page.size = try pageSize() ?? page.size
            case "orientation": page.orientation = try choice() ?? page.orientation
            case "text": page.text = try length(8...36) ?? page.text
            case "columns": page.columns = try int(1...2) ?? page.columns
            case "margin": page.margin = try margin() ?? page.margin
            case "header": page.header = try line()
            case "footer": page.footer = try line()
            case "bates": page.bates = try bates()
            case "exhibit": page.exhibit = try line()
            case "legend": page.legend = try line()
            default: try unknown(key)
            }
        }
    }

    private mutating func bates() throws(ConversationError) -> BatesNumbers? {
        guard try beginObject() else { return nil }
        var bates = BatesNumbers()
        while let key = try nextKey() {
            switch key {
            case "prefix": bates.prefix = try line() ?? bates.prefix
            case "start": bates.start = try int(0...999_999_999_999) ?? bates.start
            case "digits": bates.digits = try int(1...12) ?? bates.digits
            case "place": bates.place = try choice() ?? bates.place
            default: try unknown(key)
            }
        }
        return bates
    }

    /// A name, `WIDTHxHEIGHT` with a unit, or an object of both.
    private mutating func pageSize() throws(ConversationError) -> PageSetup.Size? {
        guard try peek() == .string else { return try pageObject() }
        guard let text = try string([.string, .object])?.lowercased() else { return nil }
        let names: [(String, PageSetup.Size)] = [
            ("a4", .a4), ("a5", .a5), ("a3", .a3), ("letter", .letter), ("legal", .legal),
            ("phone", .phone), ("endless", .endless),
        ]
        if let named = names.first(where: { $0.0 == text }) { return named.1 }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        if sides.count == 2, let height = Length(String(sides[1])) {
            // The unit after the height counts for both.
            let first = String(sides[0])
            if let width = Length(first, unit: height.unit) {
                return try pageSize(width.points, height.points, text)
            }
        }
        try reject(
            .notAllowed(value: FieldReader.excerpt(text), allowed: names.map(\.0) + ["210x297mm"]))
        return nil
    }

    private mutating func pageObject() throws(ConversationError) -> PageSetup.Size? {
        guard try beginObject() else { return nil }
        var width: Double?
        var height: Double?
        while let key = try nextKey() {
            switch key {
            case "width": width = try length(FieldReader.paper)
            case "height": height = try length(FieldReader.paper)
            default: try unknown(key)
            }
        }
        guard let width, let height else { return nil }
        return .custom(width: width, height: height)
    }

    /// One inch to the 200 inches beyond which PDF readers need not go (ISO 32000-1, Annex C).
    private static let paper: ClosedRange<Double> = 72...14_400

    private mutating func pageSize(
        _ width: Double, _ height: Double, _ text: String
    ) throws(ConversationError) -> PageSetup.Size? {
        let paper = FieldReader.paper
        if paper.contains(width), paper.contains(height) {
            return .custom(width: width, height: height)
        }
        try reject(
            .outOfRange(
                value: FieldReader.excerpt(text), lower: paper.lowerBound,
                upper: paper.upperBound))
        return nil
    }

    /// Points as a number, or a text with a unit.
    mutating func length(_ range: ClosedRange<Double>) throws(ConversationError) -> Double? {
        guard try peek() == .string else { return try double(range) }
        guard let text = try string([.number, .string]) else { return nil }
        guard let length = Length(text) else {
            try reject(.malformedLength(FieldReader.excerpt(text)))
            return nil
        }
        if range.contains(length.points) { return length.points }
        try reject(
            .outOfRange(
                value: FieldReader.excerpt(text), lower: range.lowerBound, upper: range.upperBound))
        return nil
    }
}

/// A length as people write it, such as `15mm`.
private struct Length {
    enum Unit: String, CaseIterable {
        case mm, cm, `in`, pt

        var points: Double {
            switch self {
            case .mm: 72 / 25.4
            case .cm: 72 / 2.54
            case .in: 72
            case .pt: 1
            }
        }
    }

    var points: Double
    var unit: Unit

    /// The lengths of a list; a unit may stand apart from its number.
    static func words(of text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { words, word in
            let isUnit = Unit(rawValue: word.lowercased()) != nil
            if isUnit, let last = words.popLast() {
                words.append(last + word)
            } else {
                words.append(String(word))
            }
        }
    }

    /// `unit` counts where the text has none.
    init?(_ text: String, unit: Unit = .pt) {
        let text = text.lowercased().filter { $0 != " " }
        let named = Unit.allCases.first { text.hasSuffix($0.rawValue) }
        let digits = named == nil ? text : String(text.dropLast(2))
        let isNumber = digits.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E }
        guard isNumber, digits.utf8.count < 16, let value = Double(digits) else { return nil }
        self.unit = named ?? unit
        points = value * self.unit.points
    }
}
