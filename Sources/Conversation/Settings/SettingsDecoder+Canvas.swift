import JSON

extension SettingsDecoder {
    /// Settles how wide a conversation is laid out for its canvas, and how many pixels a point has.
    func settleCanvas(
        of output: inout Output, scale: Double?, _ fields: inout FieldReader
    ) throws(ConversationError) {
        guard let canvas = output.canvas else { return }
        func reject(_ reason: FieldFault.Reason, at pointer: String) throws(ConversationError) {
            try fields.diagnostics.reject(
                FieldFault(at: pointer, parameter: parameters[pointer], reason))
        }
        // Each of them says how high a picture or a page is.
        for (other, isSaid) in [("max_height", output.maxHeight != nil), ("page", output.hasPage)]
        where isSaid {
            return try reject(.notOne(of: ["canvas", other]), at: "/output")
        }
        let least = PictureCanvas.leastRoom
        let (padding, room) = (canvas.padding, canvas.room)
        for (taken, whole, left) in [
            (padding.left + padding.right, canvas.width, room.width),
            (padding.top + padding.bottom, canvas.height, room.height),
        ] where left < least {
            return try reject(
                .outOfRange(
                    value: "\(taken) in all", lower: 0, upper: Double(max(whole - least, 0))),
                at: "/output/canvas/padding")
        }
        // A point is never smaller than a pixel.
        let widest = Double(room.width) / (scale ?? 1)
        if let width = output.width, width > widest {
            return try reject(
                .outOfRange(
                    value: width.shortText, lower: Double(least), upper: widest.rounded(.down)),
                at: "/output/width")
        }
        if let scale, widest < Double(least) {
            return try reject(
                .outOfRange(
                    value: scale.shortText, lower: 1, upper: Double(room.width / least)),
                at: "/output/scale")
        }
        let measure = canvas.measure(width: output.width, scale: scale)
        (output.width, output.scale) = (measure.width, measure.scale)
    }
}

extension FieldReader {
    /// A name, `WIDTHxHEIGHT`, or an object of either and of what a card has.
    mutating func canvas() throws(ConversationError) -> PictureCanvas? {
        guard try peek() == .object else {
            guard let size = try canvasSize() else { return nil }
            return PictureCanvas(width: size.width, height: size.height)
        }
        guard try beginObject() else { return nil }
        let start = diagnostics.issues.count
        var named: (width: Int, height: Int)?
        var width: Int?
        var height: Int?
        var canvas = PictureCanvas(.story)
        while let key = try nextKey() {
            switch key {
            case "size": named = try canvasSize()
            case "width": width = try int(PictureCanvas.sides)
            case "height": height = try int(PictureCanvas.sides)
            case "padding": canvas.ownPadding = try padding()
            case "corner_radius": canvas.ownRadius = try int(0...PictureCanvas.sides.upperBound)
            case "shadow": canvas.ownShadow = try bool()
            case "background": canvas.background = try background() ?? canvas.background
            default: try unknown(key)
            }
        }
        guard diagnostics.issues.count == start else { return nil }
        switch (named, width, height) {
        case (let size?, nil, nil): (canvas.width, canvas.height) = size
        case (nil, let width?, let height?): (canvas.width, canvas.height) = (width, height)
        default:
            try reject(.notOne(of: ["size", "width and height"]))
            return nil
        }
        return canvas
    }

    private mutating func canvasSize() throws(ConversationError) -> (width: Int, height: Int)? {
        guard let text = try string([.string, .object])?.lowercased() else { return nil }
        if let name = PictureCanvas.Name(rawValue: text) { return name.size }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
            .map { FieldReader.pixels($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            try reject(
                .notAllowed(
                    value: FieldReader.excerpt(text),
                    allowed: PictureCanvas.Name.allCases.map(\.rawValue) + ["1080x1920"]))
            return nil
        }
        let range = PictureCanvas.sides
        guard range.contains(width), range.contains(height) else {
            try reject(
                .outOfRange(
                    value: FieldReader.excerpt(text), lower: Double(range.lowerBound),
                    upper: Double(range.upperBound)))
            return nil
        }
        return (width, height)
    }

    /// One number, or up to four, from the top clockwise as CSS has them.
    private mutating func padding() throws(ConversationError) -> PictureCanvas.Padding? {
        let range = 0...PictureCanvas.sides.upperBound
        var sides: [Int] = []
        switch try peek() {
        case .array:
            guard try beginArray() else { return nil }
            var count = 0
            while try nextElement() {
                count += 1
                if let side = try int(range) { sides.append(side) }
            }
            guard count == sides.count else { return nil }
        case .string:
            guard let text = try string([.number, .array]) else { return nil }
            let words = text.split { $0 == " " || $0 == "," }
            sides = words.compactMap { FieldReader.pixels($0) }.filter(range.contains)
            guard sides.count == words.count else {
                try reject(
                    .outOfRange(
                        value: FieldReader.excerpt(text), lower: Double(range.lowerBound),
                        upper: Double(range.upperBound)))
                return nil
            }
        case .number, .null, .bool, .object:
            guard let side = try int(range) else { return nil }
            sides = [side]
        }
        guard (1...4).contains(sides.count) else {
            try reject(
                sides.isEmpty ? .empty : .tooManyValues(actual: sides.count, most: 4))
            return nil
        }
        var padding = PictureCanvas.Padding(sides[0])
        if sides.count > 1 { (padding.right, padding.left) = (sides[1], sides[1]) }
        if sides.count > 2 { padding.bottom = sides[2] }
        if sides.count > 3 { padding.left = sides[3] }
        return padding
    }

    /// Digits alone; more of them are no picture's.
    private static func pixels(_ word: Substring) -> Int? {
        let isNumber = (1...9).contains(word.utf8.count) && word.utf8.allSatisfy { $0 &- 0x30 < 10 }
        return isNumber ? Int(word) : nil
    }
}

extension Double {
    fileprivate var shortText: String { rounded() == self ? String(Int(self)) : String(self) }
}
