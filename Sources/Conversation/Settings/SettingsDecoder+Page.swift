import JSON

/// Reads the form of a sheet, and what is printed on it.
extension FieldReader {
    /// One inch to the 200 inches beyond which PDF readers need not go (ISO 32000-1, Annex C).
    private static let paper: ClosedRange<Double> = 72...14_400

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
            case "watermark": page.watermark = try watermark()
            default: try unknown(key)
            }
        }
    }

    /// The words, or they and how they lie.
    private mutating func watermark() throws(ConversationError) -> Watermark? {
        guard try peek() == .object else { return try line().map { Watermark($0) } }
        guard try beginObject() else { return nil }
        var mark = Watermark("")
        while let key = try nextKey() {
            switch key {
            case "text": mark.text = try line() ?? mark.text
            case "angle": mark.angle = try double(-90...90) ?? mark.angle
            case "opacity": mark.opacity = try double(0.02...1) ?? mark.opacity
            default: try unknown(key)
            }
        }
        return mark.text.isEmpty ? nil : mark
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
}
